import { Box, Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './Segments.module.css'

type SegmentFieldProps<Value extends string> = {
  label: string
  /** A note beside the label, which is then the heading of a part of the form. */
  about?: string
  choices: readonly Value[]
  /** The choices that are not possible now. */
  isOff?: (choice: Value) => boolean
  value: string
  onChange: (value: Value) => void
  /** What the current choice means. */
  description?: string
  error?: ReactNode
}

/** Radio buttons as a segmented control, for a few choices that are all visible. */
export function SegmentField<Value extends string>(props: SegmentFieldProps<Value>) {
  const { label, about, choices, isOff, value, onChange, description, error } = props
  const id = useId()
  const describedBy = [about && 'about', description && 'help', error && 'error'].filter(Boolean)
  return (
    <Input.Wrapper
      labelElement="div"
      label={
        <>
          <span id={`${id}-label`}>{label}</span>
          {about && (
            <Box id={`${id}-about`} component="span" fz="sm" fw={400} c="dimmed" ml={6}>
              {about}
            </Box>
          )}
        </>
      }
      labelProps={about ? { fz: 'h3', lh: 'h3', mb: 's2' } : {}}
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
        aria-describedby={describedBy.map((part) => `${id}-${part}`).join(' ') || undefined}
      >
        {choices.map((choice) => (
          <label key={choice} className={classes.choice}>
            <input
              type="radio"
              name={id}
              checked={choice === value}
              disabled={isOff?.(choice)}
              onChange={() => onChange(choice)}
            />
            {choice}
          </label>
        ))}
      </div>
    </Input.Wrapper>
  )
}
