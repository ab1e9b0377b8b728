/** Written out, because browsers disagree about September (`Sep`, `Sept`). */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `12 Mar 2026`, in the reader's own time zone. */
export function formatDate(iso: string): string {
  const date = new Date(iso)
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`
}

/** `12 Mar 2026, 14:05` */
export function formatDateTime(iso: string): string {
  const date = new Date(iso)
  const time = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0'))
  return `${formatDate(iso)}, ${time.join(':')}`
}
