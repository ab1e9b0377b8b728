import { COST_SEPARATOR, type ImportedRow, recordParts } from '#contract/imports.ts'
import { centsIn } from '#contract/records/receipts.ts'
import type { CheckedParts } from '../../importApi.ts'
import { nameOf } from '../../rowWords.ts'
import type { MadeRows } from '../../sheet/Answers.ts'
import { leftOutRows } from './problems.ts'

/** What the rows of a sheet of receipts add up to, in whole cents: the sheet's total is the sum of ready and skipped rows. */
export function moneyOf(found: CheckedParts, made: Pick<MadeRows, 'rows' | 'numbers'>) {
  const amounts = made.rows.map(amountsIn)
  const cents = (row: number) => (amounts[row]?.cents ?? []).reduce((sum, each) => sum + each, 0)
  const leftOut = [...leftOutRows(found)].map(([row, reason]) => ({
    number: made.numbers[row] ?? 0,
    name: nameOf('receipts', made.rows[row] ?? {}),
    reason,
    cents: cents(row),
  }))
  return {
    sheet: amounts.reduce((sum, _, row) => sum + cents(row), 0),
    /** The sum of the rows that the server would add. */
    ready: found.total,
    leftOut: leftOut.reduce((sum, row) => sum + row.cents, 0),
    /** The rows that are not imported, each once. */
    rows: leftOut,
    /** Texts in place of an amount, which are in no total. */
    unread: amounts.flatMap(({ unread }) => unread),
  }
}

function amountsIn(row: ImportedRow) {
  const texts = Object.entries(row).flatMap(([field, cell]) =>
    field.startsWith(recordParts.receipts) ? String(cell).split(COST_SEPARATOR) : [],
  )
  return {
    cents: texts.flatMap((text) => centsIn(text) ?? []),
    unread: texts.filter((text) => centsIn(text) === undefined),
  }
}
