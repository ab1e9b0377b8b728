import { centsIn } from '#contract/records/receipts.ts'
import { cellText, type SheetCell } from './Spreadsheet.ts'

/** The character before the cents. */
export type Decimals = '.' | ','

const GROUPED = /^\d{1,3}(\.\d{3})+$/
const WITH_COMMA = /^\d+,\d{1,2}$/
const PROVES_COMMA = /^\d{1,3}(\.\d{3})+,\d{1,2}$|^\d{1,3}(\.\d{3}){2,}$/
const PROVES_POINT = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$|^\d{1,3}(,\d{3})*\.\d{1,2}$/

/** `22,000` of `Kshs. 22,000/=`, and `-500.00` of `(500.00)`. */
function bareAmount(cell: SheetCell | undefined): string {
  const bare = cellText(cell)
    .replace(/^(kes|kshs?)\b[.:]?\s*/i, '')
    .replace(/\s*\/[=-]\s*$/, '')
    .replace(/\s*\b(kes|kshs?)\.?$/i, '')
  const [, inBrackets] = /^\(\s*(.*?)\s*\)$/.exec(bare) ?? []
  return inBrackets === undefined ? bare : `-${bareAmount(inBrackets)}`
}

/**
 * An amount in the format of the server. A text that is none, or whose meaning is not answered, such as `12.500`, stays as it is, so that the
 * check reports it.
 */
export function amountText(cell: SheetCell | undefined, decimals?: Decimals): string {
  const bare = bareAmount(cell)
  if (bare.startsWith('-')) return `-${amountText(bare.slice(1), decimals)}`
  if (typeof cell === 'number' || centsIn(bare) !== undefined) return bare
  if (PROVES_COMMA.test(bare) || (decimals === ',' && (GROUPED.test(bare) || WITH_COMMA.test(bare))))
    return bare.replaceAll('.', '').replace(',', '.')
  if (decimals === '.' && GROUPED.test(bare)) return bare.replace(/(?<=\.\d\d)0$/, '')
  return bare
}

/** Whether the point or the comma is before the cents: as other amounts prove it, or asked for the first amount that depends on it. */
export function askDecimals(
  cells: readonly SheetCell[],
): { example: string; certain?: Decimals } | undefined {
  const texts = cells.flatMap((cell) => (typeof cell === 'string' ? bareAmount(cell).replace(/^-/, '') : []))
  const example = texts.find(
    (text) => WITH_COMMA.test(text) || (GROUPED.test(text) && !PROVES_COMMA.test(text)),
  )
  if (example === undefined) return undefined
  const proofs = {
    ',': texts.some((text) => PROVES_COMMA.test(text)),
    '.': texts.some((text) => PROVES_POINT.test(text)),
  }
  if (proofs[','] === proofs['.']) return { example }
  return { example, certain: proofs[','] ? ',' : '.' }
}
