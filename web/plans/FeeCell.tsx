import { money } from '../ui/amounts.ts'
import classes from './Plans.module.css'

type FeeCellProps = {
  amount: number | null
  to_school: number | null
  isStruck?: boolean
  isNarrow?: boolean
}

/** An amount, and in small type the part of it that the school is paid. */
export function FeeCell({ amount, to_school, isStruck = false, isNarrow = false }: FeeCellProps) {
  if (amount === null) return <span className="el-ink-3">–</span>
  return (
    <span className={classes.fee} data-struck={isStruck}>
      {money(amount)}
      <span className={classes.part} data-unknown={to_school === null}>
        {to_school === null ? 'school not known' : `${money(to_school)} to ${isNarrow ? '' : 'the '}school`}
      </span>
    </span>
  )
}
