import { toShillings } from '#contract/finance.ts'
import { money } from '../shared/records/amounts.ts'
import classes from './RunningTotal.module.css'

export const RunningTotal = ({ cents }: { cents: number }) => (
  <div className={classes.total}>
    <span className={classes.label}>Running total</span>{' '}
    <strong className={classes.amount}>KES {money(toShillings(cents))}</strong>
  </div>
)
