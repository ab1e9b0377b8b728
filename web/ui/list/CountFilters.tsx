import type { ReactNode } from 'react'
import classes from './CountFilters.module.css'

type CountFiltersProps<Id> = {
  /** The name of the choice, if its card does not name it. */
  label?: string
  counts: readonly { id: Id; count: number; word: string; mark: ReactNode }[]
  chosen: Id | undefined
  onChoose: (id: Id) => void
  className?: string
}

/** Large counts side by side, on a phone one below the other. Pressing one shows only what it counts. */
export const CountFilters = <Id extends string>(props: CountFiltersProps<Id>) => (
  <fieldset aria-label={props.label ?? 'Show only'} className={`${classes.counts} ${props.className ?? ''}`}>
    {props.counts.map(({ id, count, word, mark }) => (
      <button
        key={id}
        type="button"
        className={`el-plain el-focus-in ${classes.count}`}
        aria-pressed={props.chosen === id}
        onClick={() => props.onChoose(id)}
      >
        <b className="el-numbers">{count}</b>{' '}
        <span className="el-ui el-strong el-ink-2">
          {mark}
          {word}
        </span>
      </button>
    ))}
  </fieldset>
)
