import type { ImportedRow, ImportKind } from '#contract/imports.ts'

/** What one row of a kind is: `student`. */
export const nounOf = (kind: ImportKind) => kind.slice(0, -1)

/** Who undoes imports, for those who may not. */
export const UNDONE_BY = 'an administrator or a director can undo'

/** A cell of a row that is sent. */
export function textOf(row: ImportedRow, field: string): string {
  const cell = row[field]
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
}

export const isEmptyCell = (row: ImportedRow = {}, field: string) => textOf(row, field) === ''

/** Whom or what a row is about. */
export const nameOf = (kind: ImportKind, row: ImportedRow): string =>
  textOf(row, 'name') ||
  [textOf(row, 'first_name'), textOf(row, 'last_name')].filter(Boolean).join(' ') ||
  textOf(row, 'email') ||
  textOf(row, 'ref') ||
  (kind === 'schools' ? textOf(row, 'school') : '')
