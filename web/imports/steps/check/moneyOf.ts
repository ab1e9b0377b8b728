import { COST_SEPARATOR, type ImportedRow, type ImportForm, recordParts } from '#contract/imports.ts'
import { centsIn, shillingsText } from '#contract/records/receipts.ts'
import type { CheckedParts } from '../../importApi.ts'
import { nameOf } from '../../rowWords.ts'
import type { Corrections } from '../../sheet/Answers.ts'
import type { MadeRows } from '../../sheet/makeRows.ts'
import { leftOutRows } from './problems.ts'

/** `−2,500.00`, with a minus sign. */
export const signedText = (cents: number): string => shillingsText(cents).replace('-', '−')

/** What the rows of a sheet of receipts add up to, in whole cents: the sheet's total is the sum of ready and skipped rows. */
export function moneyOf(
  found: CheckedParts,
  made: Pick<MadeRows, 'rows' | 'sources'>,
  answer: ImportForm['refunds'] = null,
  corrections: Corrections = {},
) {
  const amounts = made.rows.map(amountsIn)
  const cents = (row: number) => (amounts[row]?.cents ?? []).reduce((sum, each) => sum + each, 0)
  const reasons = leftOutRows(found)
  const lineOf = (row: number, reason: string, of: number) => {
    const source = made.sources[row]
    const name = nameOf('receipts', made.rows[row] ?? {})
    return source ? [{ row, source, name, reason, cents: of }] : []
  }
  const given = made.sources.flatMap(({ key }, row) => {
    const typed = new Set(Object.keys(corrections[key] ?? {}))
    const own = Object.entries(made.rows[row] ?? {}).filter(([field]) => typed.has(field))
    const { cents: amountsGiven } = amountsIn(Object.fromEntries(own))
    return amountsGiven.length > 0 ? [amountsGiven] : []
  })
  const refunds = new Map<number, number>()
  if (answer === 'leave out')
    for (const { row, refund } of found.refunds)
      if (!reasons.has(row)) refunds.set(row, (refunds.get(row) ?? 0) + refund)
  const leftOut = [
    ...[...reasons].flatMap(([row, reason]) => lineOf(row, reason, cents(row))),
    ...[...refunds].flatMap(([row, refund]) => lineOf(row, 'The refund is not imported', -refund)),
  ]
  return {
    sheet: amounts.reduce((sum, _, row) => sum + cents(row), 0),
    /** What of it the user gave in place of the sheet's cells, and in how many rows. */
    given: { cents: given.flat().reduce((sum, each) => sum + each, 0), rows: given.length },
    /** The sum of the rows that the server would add. */
    ready: found.total,
    leftOut: leftOut.reduce((sum, row) => sum + row.cents, 0),
    /** The rows and refunds that are not imported, each once. */
    rows: leftOut,
    cents,
    /** Texts in place of an amount, which are in no total. */
    unread: amounts.flatMap(({ unread }) => unread),
  }
}

export type Sums = ReturnType<typeof moneyOf>

function amountsIn(row: ImportedRow) {
  const texts = Object.entries(row).flatMap(([field, cell]) =>
    field.startsWith(recordParts.receipts) ? String(cell).split(COST_SEPARATOR) : [],
  )
  return {
    cents: texts.flatMap((text) => centsIn(text) ?? []),
    unread: texts.filter((text) => centsIn(text) === undefined),
  }
}
