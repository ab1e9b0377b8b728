import { choiceOf } from './choiceOf.ts'
import { cellText, type SheetCell } from './Spreadsheet.ts'
import type { Target } from './targets.ts'

/** Texts that mean a blank cell: `-`, `N/A`, `nil`. */
const BLANK = /^[^\p{L}\p{N}]*$|^\W*(n\W?a|nil|none|not (known|given|available|applicable)|unknown)\W*$/iu

/** The same by field. */
const blanks: Partial<Record<string, RegExp>> = {
  kcpe: /^(((did|has|have) )?not|never|didn't) (yet )?(sat|sit|done)\b|^absent$/i,
  supporter: /^(no|not|un|without|needs?)\W*(an? |yet )?(sponsor|support|donor)|^(no|not yet)$/i,
}

/** Required texts in which these texts are never a value either: no school is called N/A. */
const blankableTextFields = new Set(['school', 'email'])

/** Numbers in words. */
const zeros: Partial<Record<string, RegExp>> = {
  siblings: /^(no|none|nil|zero|no (siblings?|sibs)|only child)$/i,
}

/** Text that may follow a number. */
const units: Partial<Record<string, RegExp>> = {
  kcpe: /^(marks?|mks?|points?|pts)\.?$/i,
  siblings: /^(siblings?|sibs?)\.?$/i,
}

/** A cell in its field's format, before words and dates are interpreted; empty if the cell is blank. */
export function readCell(
  target: Pick<Target, 'field' | 'isOptional' | 'holds' | 'words' | 'outOf'>,
  cell: SheetCell | undefined,
): string {
  const { field, isOptional, holds, outOf } = target
  const text = cellText(cell)
  if (field === 'background') return text
  const line = text.replace(/\s+/g, ' ')
  if (zeros[field]?.test(line)) return '0'
  if (holds !== 'text' || isOptional || blankableTextFields.has(field)) {
    const isBlank = BLANK.test(line) || blanks[field]?.test(line)
    if (isBlank && choiceOf(target, line) === undefined) return ''
  }
  if (holds === 'number') return numberIn(field, line, outOf) ?? line
  return (field === 'supporter' || field === 'email' ? addressIn(line) : undefined) ?? line
}

/** `361` of `361 marks` and `361/500`. */
function numberIn(field: string, line: string, outOf: number | undefined): string | undefined {
  const [, number, most, unit] = /^(\d+)(?: ?(?:\/|out of) ?(\d+))? ?(\D*)$/i.exec(line) ?? []
  const isWhole = most === undefined || Number(most) === outOf
  return isWhole && (!unit || units[field]?.test(unit)) ? number : undefined
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
