import type { Cell } from './Download.ts'

/** A spreadsheet takes a text that begins so for a formula, and would run what somebody typed into a name. */
const FORMULA = /^(\s*[=+\-@]|[\t\r\n])/

/** Normalized for the test, because spreadsheets of East Asia read the full-width signs, such as `＝`, as the plain ones. */
export const harmless = (cell: Cell): Cell =>
  typeof cell === 'string' && FORMULA.test(cell.normalize('NFKC')) ? `'${cell}` : cell
