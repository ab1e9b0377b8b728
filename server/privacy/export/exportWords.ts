import { dayOf, formatDay, localTimeOf } from '#contract/base/days.ts'

export const NAMED_OTHERS = 'Left out: other children were named with it'

export const moment = (instant: string) =>
  `${formatDay(dayOf(new Date(instant)))}, ${localTimeOf(new Date(instant)).slice(11)}`

export const shownDay = (value: unknown) =>
  typeof value === 'string' && value !== '' ? formatDay(value) : null
