import type { NotificationPreview } from '#contract/notifications.ts'
import { plural } from '../ui/plural.ts'

export type Counts = { reports: number; receipts: number }

export const countsOf = (rows: Counts[]): Counts => ({
  reports: rows.reduce((sum, { reports }) => sum + reports, 0),
  receipts: rows.reduce((sum, { receipts }) => sum + receipts, 0),
})

const kinds = [
  { key: 'reports', noun: 'report card' },
  { key: 'receipts', noun: 'receipt' },
] as const

/** `1 report card and 2 receipts`; zero counts are omitted. */
export const inWords = (counts: Counts, between = ' and ') =>
  kinds
    .filter(({ key }) => counts[key] > 0)
    .map(({ key, noun }) => plural(counts[key], noun))
    .join(between)

/** The records that are not sent: the supporter gets no letter, or the record is not verified. */
export const countNotSent = ({ left_out, pending, returned }: NotificationPreview) =>
  countsOf([...left_out, pending, returned])

/** `92 of 110 report cards and 139 of 166 receipts will be sent in 74 letters.` */
export function lead(preview: NotificationPreview): string {
  const going = countsOf(preview.letters.flatMap(({ students }) => students))
  const staying = countNotSent(preview)
  const parts = kinds.flatMap(({ key, noun }) => {
    const all = going[key] + staying[key]
    if (all === 0) return []
    return [staying[key] === 0 ? plural(all, noun) : `${going[key]} of ${plural(all, noun)}`]
  })
  const letters = preview.letters.length
  if (letters === 0) return 'Nothing can be sent yet.'
  return `${parts.join(' and ')} will be sent in ${plural(letters, 'letter')}.`
}
