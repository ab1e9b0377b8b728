import { Text } from '@mantine/core'
import { type AmountColumn, type AnnualSums, hasSums, unbroken } from './annualSums.ts'
import type { AnnualKind } from './AnnualKind.ts'
import { plural } from '../ui/plural.ts'

type AnnualFootProps = {
  kind: AnnualKind
  amounts: AmountColumn[]
  sums: AnnualSums
  /** The columns before the amounts. */
  span: number
}

export const countOf = ({ count }: AnnualSums) => `of ${plural(count, 'student')}`

/** The sums over all rows that match the search, as the last row of the table. */
export function AnnualFoot({ kind, amounts, sums, span }: AnnualFootProps) {
  if (!hasSums(sums)) return null
  return (
    <tr>
      <th scope="row" colSpan={span}>
        {kind.sumWord}{' '}
        <Text span inherit fw={400} c="gray">
          {countOf(sums)}
        </Text>
      </th>
      {amounts.map(({ name, isTotal }, index) => (
        <td key={name} data-align="right" data-total={isTotal || undefined}>
          <AnnualAmount amount={sums.amounts[index]} show={kind.show} />
        </td>
      ))}
    </tr>
  )
}

type AnnualAmountProps = {
  amount: number | null | undefined
  words?: string | null
  show: (amount: number) => string
}

/** A missing amount is a dash, because 0.00 would look like an entered amount. */
export function AnnualAmount({ amount = null, words = null, show }: AnnualAmountProps) {
  if (amount !== null) return show(amount)
  return words === null ? (
    <span className="el-ink-3">–</span>
  ) : (
    <Text span inherit fz="sm" c="gray">
      {unbroken(words)}
    </Text>
  )
}
