import { toShillings } from '#contract/receipts.ts'
import { money } from '../amounts.ts'
import classes from './CategoryTotals.module.css'
import type { ReceiptTotals } from './receiptTotals.ts'
import { RunningTotal } from './RunningTotal.tsx'

type CategoryTotalsProps = {
  totals: ReceiptTotals
  /** A phone shows it at the bottom instead, where it stays in sight. */
  withTotal: boolean
}

/** What the receipt comes to as it is typed, by category and in all. */
export const CategoryTotals = ({ totals: { byCategory, total }, withTotal }: CategoryTotalsProps) => (
  <section className={classes.card} aria-label="Totals">
    <div className={classes.sums}>
      <h3 className={classes.heading}>By category</h3>
      {byCategory.length === 0 && <p className={classes.none}>Choose a category for each item.</p>}
      <dl className={classes.list}>
        {byCategory.map(({ category, cents }) => (
          <div key={category} className={classes.sum} data-none={cents === 0}>
            <dt>{category}</dt>
            <dd>{money(toShillings(cents))}</dd>
          </div>
        ))}
      </dl>
    </div>
    {withTotal && (
      <div className={classes.total}>
        <RunningTotal cents={total} />
      </div>
    )}
  </section>
)
