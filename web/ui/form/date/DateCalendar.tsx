import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { isDay } from '#contract/base/days.ts'
import classes from './DateCalendar.module.css'
import { useIsPhone } from '../../useIsPhone.ts'

export type DateCalendarProps = {
  value: string | null
  min: string | undefined
  max: string | undefined
  onPick: (day: string) => void
}

/** The calendar of a date field. It is loaded when it is first opened. */
export function DateCalendar({ value, min, max, onPick }: DateCalendarProps) {
  // It may be the value of another field, which may not be a date yet.
  const first = min && isDay(min) ? min : undefined
  return (
    <DatePicker
      size={useIsPhone() ? 'lg' : 'sm'}
      value={value}
      defaultDate={value ?? max ?? first}
      minDate={first}
      maxDate={max}
      withNativeLevelSelect
      hideOutsideDates
      ariaLabels={{
        monthLevelControl: 'Month or year',
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
      }}
      classNames={{
        day: classes.day ?? '',
        weekday: classes.weekday ?? '',
        calendarHeaderSelect: classes.choice ?? '',
      }}
      onChange={(day) => day && onPick(day)}
    />
  )
}
