import { centsIn } from '#contract/records/receipts.ts'
import { amountText, type Decimals } from './amounts.ts'
import { type ChosenSheets, columnsOf } from './guess/guessColumns.ts'
import { leftOutRows } from './guess/guessHeader.ts'
import { headingKey } from './guess/headings.ts'
import { sheetNames } from './rowsOf.ts'
import { cellText, isFilled } from './Spreadsheet.ts'
import { partFields } from './targets.ts'

const PART_OF_SHEET = /^\W*sub/i

/** The totals that sheets of receipts give themselves, in cents, and their rows; undefined unless each sheet has one. */
export function ownTotal(
  { sheets, columns }: ChosenSheets,
  decimals: Decimals | undefined,
): { cents: number; rows: string[] } | undefined {
  const { column, value } = partFields.receipts
  const costs = columnsOf('receipts', columns).filter(
    ({ target: { field } }) => field === column || field === value,
  )
  // A column of totals also counts columns that are left out.
  const whole = columns.find(({ field, heading }) => field === null && headingKey(heading) === 'total')
  const names = sheetNames(sheets)
  const found = sheets.map((sheet, index) => {
    const totals = leftOutRows(sheet, sheet.header).flatMap(({ row, why }) => {
      const isPart = PART_OF_SHEET.test(cellText(row.cells.find(isFilled)))
      const amountsIn = (some: readonly { index: number }[]) =>
        some.flatMap((each) => centsIn(amountText(row.cells[each.index], decimals)) ?? [])
      const [total] = amountsIn(whole ? [whole] : [])
      const amounts = total === undefined ? amountsIn(costs) : [total]
      return why === 'a total' && !isPart && amounts.length > 0
        ? { cents: amounts.reduce((sum, each) => sum + each, 0), number: row.number }
        : []
    })
    const last = totals.at(-1)
    return (
      last && {
        ...last,
        name: sheets.length === 1 ? `row ${last.number}` : `${names[index]}, row ${last.number}`,
      }
    )
  })
  const all = found.filter((each) => each !== undefined)
  if (all.length === 0 || all.length < sheets.length) return undefined
  return { cents: all.reduce((sum, { cents }) => sum + cents, 0), rows: all.map(({ name }) => name) }
}
