import { type ReactNode, useId } from 'react'
import classes from './ChoiceCards.module.css'

type ChoiceCardsProps<Value extends string> = {
  /** The id of the heading that asks. */
  labelledBy: string
  describedBy?: string | undefined
  className?: string | undefined
  choices: readonly { value: Value; content: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons as cards, for choices that need an explanation. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { labelledBy, describedBy, className, choices, value, onChange } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} aria-describedby={describedBy} className={className}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.content}
        </label>
      ))}
    </div>
  )
}
