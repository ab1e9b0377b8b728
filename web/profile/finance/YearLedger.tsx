import { useId } from 'react'
import type { Receipt } from '#contract/receipts.ts'
import { money } from '../../records/amounts.ts'
import { type Ledger, ledgerOf, type TermLedger } from './ledgerOf.ts'
import classes from './YearLedger.module.css'
import { ReceiptEntry } from './ReceiptEntry.tsx'

/** A year's receipts, a column for each term; below them the total of the year and its costs by category. */
export function YearLedger({ receipts, year }: { receipts: Receipt[]; year: string }) {
  if (receipts.length === 0) return <p className={classes.none}>No receipts for {year} yet.</p>
  const { terms, categories, total } = ledgerOf(receipts)
  return (
    <>
      <div className={classes.terms}>
        {terms.map((term) => (
          <TermColumn key={term.id} ledger={term} />
        ))}
      </div>
      <p className={classes.total}>
        <span>Total {year}</span> <strong>KES {money(total)}</strong>
      </p>
      <CategoryChart year={year} categories={categories} />
    </>
  )
}

/** One term: its receipts one below the other, and their sum. */
function TermColumn({ ledger: { term, receipts, total } }: { ledger: TermLedger }) {
  const id = useId()
  const title = (
    <h3 id={id} className={classes.title}>
      {term}
    </h3>
  )
  const isAlone = receipts.length === 1
  return (
    <section className={classes.term} aria-labelledby={id}>
      {!isAlone && (
        <div className={classes.head}>
          {title}
          <span className={classes.count}>{receipts.length} receipts</span>
        </div>
      )}
      {receipts.map((receipt, index) => (
        <ReceiptEntry
          key={receipt.id}
          receipt={receipt}
          title={isAlone ? title : <h4 className={classes.number}>Receipt {index + 1}</h4>}
          hasTotal={!isAlone}
        />
      ))}
      <p className={classes.termTotal}>
        <span>{term} total</span> <span>KES {money(total)}</span>
      </p>
    </section>
  )
}

type CategoryChartProps = { year: string; categories: Ledger['categories'] }

/** The costs of a year by category, each as a bar relative to the largest. The bars only repeat the amounts. */
function CategoryChart({ year, categories }: CategoryChartProps) {
  if (categories.length === 0) return null
  const most = Math.max(...categories.map(({ total }) => total))
  return (
    <div className={classes.chart}>
      <h3 className={classes.chartTitle}>Costs of {year} by category</h3>
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
