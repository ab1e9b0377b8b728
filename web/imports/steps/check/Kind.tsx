import type { ReactNode } from 'react'
import classes from './Kind.module.css'
import { signedText } from './moneyOf.ts'

type KindProps = {
  /** Undefined if there is nothing to answer. */
  number: number | undefined
  title: string
  about?: string
  /** What is not imported until it is answered. */
  cents?: number | undefined
  children: ReactNode
}

/** The questions of one kind. The number is their place in the order in which answers change each other. */
export const Kind = ({ number, title, about, cents, children }: KindProps) => (
  <section className={classes.kind} aria-label={title}>
    <div className={classes.head}>
      {number && (
        <span className={classes.number} aria-hidden>
          {number}
        </span>
      )}
      <div className="el-grow">
        <h2>{title}</h2>
        {about && <p className="el-ui el-ink-2">{about}</p>}
      </div>
      {cents !== undefined && cents !== 0 && (
        <p className={classes.amount}>
          <b>KES {signedText(cents)}</b> <span className="el-sm el-ink-2">left out now</span>
        </p>
      )}
    </div>
    {children}
  </section>
)
