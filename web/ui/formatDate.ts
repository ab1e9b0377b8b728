/** Written out, because browsers disagree about September (`Sep`, `Sept`). */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `12 Mar 2026`, in the reader's own time zone. */
export function formatDate(iso: string): string {
  const date = new Date(iso)
  return `${dayAndMonth(date)} ${date.getFullYear()}`
}

/** A day without a time, `2026-03-12`, as `12 Mar 2026`. */
export const formatDay = (day: string) => formatDate(`${day}T00:00`)

/** `12 Mar 2026, 14:05` */
export const formatDateTime = (iso: string) => `${formatDate(iso)}, ${formatTime(iso)}`

/** `12 Mar, 14:05`, for moments that are surely of this year. */
export const formatMoment = (iso: string) => `${dayAndMonth(new Date(iso))}, ${formatTime(iso)}`

/** `14:05` */
export function formatTime(iso: string): string {
  const date = new Date(iso)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** `12 Mar` */
export const dayAndMonth = (date: Date) => `${date.getDate()} ${MONTHS[date.getMonth()]}`
