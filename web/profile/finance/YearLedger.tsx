import type { Finance } from '#contract/receipts.ts'
import { money } from '../../records/amounts.ts'
import { CategoryChart } from './CategoryChart.tsx'
import { ledgerOf } from './ledgerOf.ts'
import { TermColumn } from './TermColumn.tsx'
import classes from './YearLedger.module.css'

/** A year's receipts, a column for each term; below them what the year cost in all, and for what. */
export function YearLedger({ receipts, year }: { receipts: Finance[]; year: string }) {
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
