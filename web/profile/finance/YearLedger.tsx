import { VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import type { Receipt } from '#contract/receipts.ts'
import { money } from '../../records/amounts.ts'
import { plural } from '../../ui/plural.ts'
import { type Ledger, ledgerOf, type TermLedger } from './ledgerOf.ts'
import classes from './YearLedger.module.css'
import { ReceiptEntry } from './ReceiptEntry.tsx'

type YearProps = { receipts: Receipt[]; year: string }

/** A year's receipts, and its costs by category. */
export function YearLedger({ receipts, year }: YearProps) {
  if (receipts.length === 0) return <p className={`el-ink-2 ${classes.part}`}>No receipts for {year} yet.</p>
  return (
    <>
      <YearStatement receipts={receipts} year={year} />
      <CategoryChart year={year} categories={ledgerOf(receipts).categories} />
    </>
  )
}

/** A year's receipts, a row for each under the band of its term, and what the year cost. */
export function YearStatement({ receipts, year }: YearProps) {
  const { terms, total } = ledgerOf(receipts)
  return (
    <div className={`el-ui el-numbers ${classes.statement}`}>
      <div className={`el-cap el-strong el-ink-2 ${classes.columns} ${classes.heads}`} aria-hidden>
        <span>Receipt</span>
        <div className={classes.costs}>
          <span>Category</span>
          <span>Item</span>
          <span>Amount</span>
        </div>
        <span>Receipt total</span>
      </div>
      {terms.map((term) => (
        <Term key={term.id} ledger={term} />
      ))}
      <p className={`el-body ${classes.total}`}>
        <span>Total {year}</span> <strong className="el-h2">KES {money(total)}</strong>
      </p>
    </div>
  )
}

/** One term: the band with its sum, and its receipts. */
function Term({ ledger: { term, receipts, total } }: { ledger: TermLedger }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={`el-row ${classes.band}`}>
        <h3 id={id}>{term}</h3>
        <span className="el-sm el-ink-2">{plural(receipts.length, 'receipt')}</span>
        <strong style={{ marginLeft: 'auto' }}>
          <VisuallyHidden>{term} total</VisuallyHidden> KES {money(total)}
        </strong>
      </div>
      {receipts.map((receipt, place) => (
        <ReceiptEntry key={receipt.id} receipt={receipt} name={`Receipt ${place + 1}`} />
      ))}
    </section>
  )
}

type CategoryChartProps = { year: string; categories: Ledger['categories'] }

/** The costs of a year by category, each as a bar relative to the largest. The bars only repeat the amounts. */
function CategoryChart({ year, categories }: CategoryChartProps) {
  if (categories.length === 0) return null
  const most = Math.max(...categories.map(({ total }) => total))
  return (
    <div className={classes.part} style={{ paddingTop: 14 }}>
      <h3 className="el-h3 el-strong">Costs of {year} by category</h3>
      <dl style={{ margin: '10px 0 4px' }}>
        {categories.map(({ category, total }) => (
          <div key={category} className={`el-ui ${classes.row}`}>
            <dt className="el-ink-2">{category}</dt>
            <dd className={classes.track} aria-hidden>
              <span style={{ width: `${(total / most) * 100}%` }} />
            </dd>
            <dd className="el-medium el-numbers">{money(total)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
