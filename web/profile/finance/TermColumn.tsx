import { useId } from 'react'
import { money } from '../../records/amounts.ts'
import type { TermLedger } from './ledgerOf.ts'
import { ReceiptEntry } from './ReceiptEntry.tsx'
import classes from './TermColumn.module.css'

/** One term: its receipts one below the other, and their sum. */
export function TermColumn({ ledger: { term, receipts, total } }: { ledger: TermLedger }) {
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
      <p className={classes.total}>
        <span>{term} total</span> <span>KES {money(total)}</span>
      </p>
    </section>
  )
}
