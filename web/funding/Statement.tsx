import type { ReactNode } from 'react'
import classes from './Funding.module.css'

type StatementProps = {
  title: string
  note: string
  /** The choices of the page. */
  tools?: ReactNode
  /** The one step that the statement leads to. */
  action?: ReactNode
  children?: ReactNode
}

/** What a view of Funding says first. */
export const Statement = ({ title, note, tools, action, children }: StatementProps) => (
  <section className={`el-card el-frame ${classes.top}`} aria-label="Summary">
    <div className={classes.statement}>
      <div>
        <h2 className="el-h1 el-numbers">{title}</h2>
        {note && <p className="el-ink-2 el-numbers">{note}</p>}
      </div>
      {(tools || action) && (
        <div className={classes.tools} data-screen-only>
          {tools}
          {action}
        </div>
      )}
    </div>
    {children}
  </section>
)
