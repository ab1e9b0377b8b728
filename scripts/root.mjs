import { accessSync, constants } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The repository's root, wherever a script is called from. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Checks write access before an install or build. A service, for example, may have read-only code. */
export function endIfReadOnly() {
  try {
    accessSync(ROOT, constants.W_OK)
  } catch {
    console.error(
      `Elimu has to be built first, and may not write into ${ROOT}: run "npm run build" there as a user with write access.`,
    )
    process.exit(1)
  }
}
