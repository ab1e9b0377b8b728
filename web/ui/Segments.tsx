import type { ReactNode } from 'react'
import classes from './Segments.module.css'

type SegmentsProps<Id> = {
  /** The name of the choice: `Financial year`. */
  label: string
  choices: { id: Id; name: ReactNode }[]
  chosen: Id | undefined
  onChoose: (id: Id) => void
}

/** A segmented control: choices side by side, of which one is chosen. A single one is no choice, but plain text. */
export function Segments<Id extends string | number>({
  label,
  choices,
  chosen,
  onChoose,
}: SegmentsProps<Id>) {
  const [first, ...others] = choices
  if (others.length === 0) return <span className={classes.only}>{first?.name}</span>
  return (
    <fieldset aria-label={label} className={classes.segments}>
      {choices.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={classes.segment}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
