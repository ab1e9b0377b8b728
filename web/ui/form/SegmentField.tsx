import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './SegmentField.module.css'

type SegmentFieldProps<Value extends string> = {
  label: string
  /** A note beside the label, which is then the heading of a part of the form. */
  about?: string
  choices: readonly Value[]
  value: string
  onChange: (value: Value) => void
  /** What the current choice means. */
  description?: string
  error?: ReactNode
}

/** Radio buttons as a segmented control, for a few choices that are all visible. */
export function SegmentField<Value extends string>(props: SegmentFieldProps<Value>) {
  const { label, about, choices, value, onChange, description, error } = props
  const id = useId()
  const told = [about && 'about', description && 'help', error && 'error'].filter(Boolean)
  return (
    <Input.Wrapper
      labelElement="div"
      label={
        <>
          <span id={`${id}-label`}>{label}</span>
          {about && (
            <span id={`${id}-about`} className={classes.about}>
              {about}
            </span>
          )}
        </>
      }
      labelProps={{ className: about ? classes.large : undefined }}
      description={description}
      descriptionProps={{ id: `${id}-help` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div
        role="radiogroup"
        aria-invalid={Boolean(error)}
        className={classes.choices}
        aria-labelledby={`${id}-label`}
        aria-describedby={told.map((part) => `${id}-${part}`).join(' ') || undefined}
      >
        {choices.map((choice) => (
          <label key={choice} className={classes.choice}>
            <input type="radio" name={id} checked={choice === value} onChange={() => onChange(choice)} />
            {choice}
          </label>
        ))}
      </div>
    </Input.Wrapper>
  )
}
