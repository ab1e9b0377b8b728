import { toShillings } from '#contract/receipts.ts'
import { money } from '../amounts.ts'
import classes from './RunningTotal.module.css'

export const RunningTotal = ({ cents }: { cents: number }) => (
  <div className={classes.total}>
    <span className={classes.label}>Running total</span>{' '}
    <strong className={classes.amount}>KES {money(toShillings(cents))}</strong>
  </div>
)
