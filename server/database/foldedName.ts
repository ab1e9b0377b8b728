import { fold } from '#contract/fold.ts'

/** A name as it is told from others of its kind: whatever the case, the accents and the spaces. */
export const foldedName = (name: string) => fold(name).replaceAll(/\s+/g, ' ')
