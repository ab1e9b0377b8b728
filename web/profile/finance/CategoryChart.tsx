import { money } from '../../records/amounts.ts'
import classes from './CategoryChart.module.css'
import type { Ledger } from './ledgerOf.ts'

type CategoryChartProps = { year: string; categories: Ledger['categories'] }

/** What a year was paid for, each category as a bar against the largest. The bars only repeat the amounts. */
export function CategoryChart({ year, categories }: CategoryChartProps) {
  if (categories.length === 0) return null
  const most = Math.max(...categories.map(({ total }) => total))
  return (
    <div className={classes.chart}>
      <h3 className={classes.title}>Costs of {year} by category</h3>
      <dl className={classes.rows}>
        {categories.map(({ category, total }) => (
          <div key={category} className={classes.row}>
            <dt className={classes.name}>{category}</dt>
            <dd className={classes.track} aria-hidden>
              <span className={classes.bar} style={{ width: `${(total / most) * 100}%` }} />
            </dd>
            <dd className={classes.amount}>{money(total)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
