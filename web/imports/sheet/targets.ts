import type { ImportKind } from '#contract/imports.ts'

/** What a column may go to. */
export type Target = {
  /** The name on the wire, or one of `fileFields`, which stay in the browser. */
  field: string
  /** As the form says it. */
  label: string
  /** What stands beside it: `needed`, `needed with KCPE`, or nothing. */
  need: string
  /** `words` are chosen from a list; `names` are of people and places here. */
  holds: 'text' | 'number' | 'date' | 'words' | 'names' | 'file'
  /** What the form offers, where it holds words. */
  words: readonly string[]
}

export const fileFields = { picture: 'picture_file', certificate: 'certificate_file' } as const

/** In the order of the form. */
export function targetsOf(_kind: ImportKind): Target[] {
  return []
}
