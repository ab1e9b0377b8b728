import classes from './AnnualAmount.module.css'

type AnnualAmountProps = { amount: number | null | undefined; show: (amount: number) => string }

/** What is missing is a dash: 0.00 would be something that somebody has written down. */
export const AnnualAmount = ({ amount = null, show }: AnnualAmountProps) =>
  amount === null ? <span className={classes.none}>–</span> : show(amount)
