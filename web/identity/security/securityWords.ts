import { dayOf } from '#contract/base/days.ts'
import { formatDate, formatMoment, formatTime } from '../../ui/formatDate.ts'

const MINUTE_MS = 60_000

/** `Today, 08:12`, `18 Nov, 17:40`, `3 Mar 2025` */
export function momentWords(iso: string, now: Date): string {
  const day = dayOf(new Date(iso))
  const today = dayOf(now)
  if (day === today) return `Today, ${formatTime(iso)}`
  return day.slice(0, 4) === today.slice(0, 4) ? formatMoment(iso) : formatDate(iso)
}

/** `Now`, `4 minutes ago`; from an hour on as a moment. */
export function agoWords(iso: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(iso)) / MINUTE_MS)
  if (minutes < 1) return 'Now'
  if (minutes >= 60) return momentWords(iso, now)
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
}
