import { fileURLToPath } from 'node:url'

/** The repository's root, wherever a script is called from. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))
