import { Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { isDay } from '#contract/base/days.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { formatDay } from '../../formatDate.ts'
import { OptionalLabel } from '../OptionalLabel.tsx'
import type { DateCalendarProps } from './DateCalendar.tsx'
import { readDate } from './readDate.ts'
import classes from './DateField.module.css'

const DateCalendar = lazyComponent(() => import('./DateCalendar.tsx'), 'DateCalendar')

type DateFieldProps = Omit<TextInputProps, 'type' | 'label' | 'value' | 'onChange' | 'min' | 'max'> & {
  label: string
  isOptional?: boolean
  /** A day as `2026-03-12`, or typed text that cannot be parsed as one. */
  value?: string
  onChange: (value: string) => void
  /** The first and the last day that the calendar offers. */
  min?: string | undefined
  max?: string | undefined
}

/** A date as people write it, `12 Mar 2026`, typed or picked. Browsers' own date fields may put the month first. */
export function DateField({ label, value = '', onChange, onBlur, error, ...others }: DateFieldProps) {
  const { isOptional, min, max, ...input } = others
  /** The text while the user types. */
  const [typed, setTyped] = useState<string>()
  const isRead = isDay(value)
  const unread = typed === undefined && value !== '' && !isRead && 'Write the date as 12 Mar 2026'
  return (
    <TextInput
      label={isOptional ? <OptionalLabel>{label}</OptionalLabel> : label}
      placeholder="Such as 12 Mar 2026"
      autoComplete="off"
      {...input}
      value={typed ?? (isRead ? formatDay(value) : value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(readDate(currentTarget.value) ?? currentTarget.value)
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
      error={error ?? unread}
      classNames={{ section: classes.section ?? '' }}
      rightSection={
        <CalendarButton label={label} value={isRead ? value : null} min={min} max={max} onPick={onChange} />
      }
    />
  )
}

function CalendarButton({ label, onPick, ...days }: DateCalendarProps & { label: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      // Inside the dialog, but `fixed`, so that the scrolled body of the dialog does not clip it.
      withinPortal={false}
      floatingStrategy="fixed"
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.calendar ?? '' }}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.button}
          aria-label={`Calendar: ${label}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconCalendar size={20} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense>
          <DateCalendar
            {...days}
            onPick={(day) => {
              setIsOpen(false)
              onPick(day)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
