import type { ImportedRow, ImportKind } from '#contract/imports.ts'

/** The noun for one row: `student`. */
export const nounOf = (kind: ImportKind) => kind.slice(0, -1)

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** For users who may not undo imports. */
export const UNDONE_BY = 'an administrator or a director can undo'

/** The text of a cell in a row to be sent. */
export function textOf(row: ImportedRow, field: string): string {
  const cell = row[field]
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
}

export const isEmptyCell = (row: ImportedRow = {}, field: string) => textOf(row, field) === ''

/** The name of the student, school or supporter in a row. */
export const nameOf = (kind: ImportKind, row: ImportedRow): string =>
  textOf(row, 'name') ||
  [textOf(row, 'first_name'), textOf(row, 'last_name')].filter(Boolean).join(' ') ||
  textOf(row, 'email') ||
  textOf(row, 'ref') ||
  (kind === 'schools' ? textOf(row, 'school') : '')
