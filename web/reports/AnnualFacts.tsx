import type { AmountColumn } from './amountColumns.ts'
import { AnnualAmount } from './AnnualAmount.tsx'
import classes from './AnnualFacts.module.css'
import type { AnnualKind } from './AnnualKind.ts'

type AnnualFactsProps = {
  kind: AnnualKind
  amounts: AmountColumn[]
  valueOf: (column: AmountColumn, place: number) => number | null | undefined
}

/** The amounts of a line on a phone: the label left, the value right, the total at the end. */
export const AnnualFacts = ({ kind, amounts, valueOf }: AnnualFactsProps) => (
  <dl className={classes.facts}>
    {amounts.map((column, place) => (
      <div key={column.name} className={classes.fact} data-total={column.isTotal || undefined}>
        <dt>{column.header}</dt>
        <dd>
          <AnnualAmount amount={valueOf(column, place)} show={kind.show} />
        </dd>
      </div>
    ))}
  </dl>
)
