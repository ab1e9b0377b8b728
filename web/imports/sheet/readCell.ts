import { isNotKnown } from '#contract/base/unknown.ts'
import { choiceOf } from './choiceOf.ts'
import { cellText, type SheetCell } from './Spreadsheet.ts'
import type { Target } from './targets.ts'

/** Texts that mean a blank cell: `-`, `N/A`, `nil`. */
const BLANK = /^[^\p{L}\p{N}]*$|^\W*(n\W?a|nil|none|not (known|given|available|applicable)|unknown)\W*$/iu

/** Texts that give no fact. `None` may be one. */
const UNKNOWN = /^[^\p{L}\p{N}]*$|^\W*(n\W?a|not (known|given|available|applicable)|unknown)\W*$/iu

/** The largest number of which a spreadsheet stores all digits. */
const EXACT_MAX = 999_999_999_999_999

/** The text of a cell on one line, also of a blank one: `N/A`. */
export const rawText = (cell: SheetCell | undefined) => cellText(cell).replace(/\s+/g, ' ')

/** A cell in its field's format, before words and dates are interpreted; empty if the cell is blank. */
export function readCell(target: Target, cell: SheetCell | undefined): string {
  const text = cellText(cell)
  if (target.mayBeUnknown && UNKNOWN.test(text) && !isNotKnown(text)) return ''
  if (target.isMultiline) return text
  const line = rawText(cell)
  if (target.isExact && typeof cell === 'number' && cell > EXACT_MAX) return `about ${line}`
  if (target.zero?.test(line)) return '0'
  if (target.cellKind !== 'text' || target.isOptional || target.isBlankable) {
    const isBlank = BLANK.test(line) || target.blank?.test(line)
    if (isBlank && choiceOf(target, line) === undefined) return ''
  }
  if (target.cellKind === 'number') return numberIn(target, line) ?? line
  return (target.hasAddress ? addressIn(line) : undefined) ?? line
}

/** `361` of `361 marks` and `361/500`. */
function numberIn({ outOf, unit }: Pick<Target, 'outOf' | 'unit'>, line: string): string | undefined {
  const [, number, most, rest] = /^(\d+)(?: ?(?:\/|out of) ?(\d+))? ?(\D*)$/i.exec(line) ?? []
  const isWhole = most === undefined || Number(most) === outOf
  return isWhole && (!rest || unit?.test(rest)) ? number : undefined
}

/** Longer texts are not searched: they are more than a name and an address, and searching them is slow. */
const ADDRESS_MAX = 500

/** The email address in a text, if it contains exactly one. */
function addressIn(line: string): string | undefined {
  if (line.length > ADDRESS_MAX) return undefined
  const [address, ...others] =
    line.replaceAll(/mailto:/gi, '').match(/[^\s<>()[\]",;:]+@[^\s<>()[\]",;:]*[\p{L}\p{N}]/gu) ?? []
  return others.length > 0 ? undefined : address
}
