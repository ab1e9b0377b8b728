import { dayInWords, dayOf, timeOf } from '#contract/base/days.ts'

export const moment = (instant: string) =>
  `${dayInWords(dayOf(new Date(instant)))}, ${timeOf(new Date(instant))}`

export const shownDay = (value: unknown) =>
  typeof value === 'string' && value !== '' ? dayInWords(value) : null
