import type { Cell } from './Download.ts'

/** A spreadsheet takes a text that begins so for a formula, and would run what somebody typed into a name. */
const FORMULA = /^[=+\-@\t\r]/

export const harmless = (cell: Cell): Cell =>
  typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell
