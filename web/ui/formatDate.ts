import { dayAndMonth, dayOf, formatDay, onOneLine, timeOf } from '#contract/base/days.ts'

export { dayAndMonth, formatDay, onOneLine }

// Pages, letters and backups all show the time in Nairobi, wherever the reader is.

const NAIROBI_OFFSET = -180

/** `12 Mar 2026` */
export const formatDate = (iso: string) => formatDay(dayOf(new Date(iso)))

/** `12 Mar 2026, 14:05` */
export const formatDateTime = (iso: string) => `${formatDate(iso)}, ${formatTime(iso)}`

/** `12 Mar, 14:05`, for times that are certainly in this year. */
export const formatMoment = (iso: string) => `${dayAndMonth(dayOf(new Date(iso)))}, ${formatTime(iso)}`

/** `14:05`, and `14:05 EAT` for a reader whose clock differs. */
export function formatTime(iso: string): string {
  const at = new Date(iso)
  return at.getTimezoneOffset() === NAIROBI_OFFSET ? timeOf(at) : `${timeOf(at)} EAT`
}
