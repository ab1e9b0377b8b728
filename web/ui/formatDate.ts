import { dayOf, timeOf } from '#contract/base/days.ts'

// Pages, letters and backups all show the time in Nairobi, wherever the reader is.

/** Listed here, because browsers disagree about September (`Sep`, `Sept`). */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const NAIROBI_OFFSET = -180

/** `12 Mar 2026` */
export const formatDate = (iso: string) => formatDay(dayOf(new Date(iso)))

/** A day without a time, `2026-03-12`, as `12 Mar 2026`. */
export const formatDay = (day: string) => `${dayAndMonth(day)} ${day.slice(0, 4)}`

/** `12 Mar 2026, 14:05` */
export const formatDateTime = (iso: string) => `${formatDate(iso)}, ${formatTime(iso)}`

/** `12 Mar, 14:05`, for times that are certainly in this year. */
export const formatMoment = (iso: string) => `${dayAndMonth(dayOf(new Date(iso)))}, ${formatTime(iso)}`

/** `14:05`, and `14:05 EAT` for a reader whose clock differs. */
export function formatTime(iso: string): string {
  const at = new Date(iso)
  return at.getTimezoneOffset() === NAIROBI_OFFSET ? timeOf(at) : `${timeOf(at)} EAT`
}

/** A day, `2026-03-12`, as `12 Mar`. */
export const dayAndMonth = (day: string) => `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`
