import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Segments.module.css'

type SegmentsProps<Id> = {
  /** The name of the choice: `Financial year`. */
  label: string
  /** With the number of rows that a choice shows. */
  choices: readonly { id: Id; name: ReactNode; count?: number | undefined; isDisabled?: boolean }[]
  chosen: Id | undefined
  onChoose: (id: Id) => void
  /** Stacked on a phone, for long labels. */
  isStacked?: boolean
}

/** A segmented control: choices side by side, one of them selected. A single choice is shown as plain text. */
export function Segments<Id extends string | number>({
  label,
  choices,
  chosen,
  onChoose,
  isStacked = false,
}: SegmentsProps<Id>) {
  const [first, ...others] = choices
  if (others.length === 0) return <span className="el-strong el-ink-2 el-numbers">{first?.name}</span>
  return (
    <fieldset aria-label={label} className={classes.segments} data-stacked={isStacked}>
      {choices.map(({ id, name, count, isDisabled = false }) => (
        <button
          key={id}
          type="button"
          className={classes.segment}
          aria-pressed={id === chosen}
          disabled={isDisabled}
          onClick={() => onChoose(id)}
        >
          {name}
          {count !== undefined && (
            <>
              {' '}
              <Text span inherit ml={3} fw={400}>
                {count}
              </Text>
            </>
          )}
        </button>
      ))}
    </fieldset>
  )
}
