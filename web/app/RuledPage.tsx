import type { ReactNode } from 'react'
import classes from './RuledPage.module.css'

type RuledPageProps = {
  mark: ReactNode
  title: string
  children: ReactNode
  action: ReactNode
}

/** A whole page of the exercise book, marked wrong. */
export function RuledPage({ mark, title, children, action }: RuledPageProps) {
  return (
    <main className={classes.page}>
      <div className={classes.text}>
        <Cross />
        <p className={classes.mark} aria-hidden>
          {mark}
        </p>
        <h1>{title}</h1>
        <p className={classes.words}>{children}</p>
        <div className={classes.action}>{action}</div>
      </div>
    </main>
  )
}

const Cross = () => (
  <svg
    className={classes.cross}
    viewBox="0 0 46 46"
    fill="none"
    stroke="currentColor"
    strokeWidth="5"
    strokeLinecap="round"
    aria-hidden
  >
    <path d="m8 8 30 30M38 8 8 38" />
  </svg>
)
