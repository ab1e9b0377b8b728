import { fold } from '#contract/base/lists.ts'

/** A name as it is compared with others: case, accents and repeated spaces do not count. */
export const foldedName = (name: string) => fold(name).replaceAll(/\s+/g, ' ')
