import {
  hasApprovals,
  leftOutKinds,
  type NotificationPreview,
  type NotificationRow,
  notificationMessages,
} from '#contract/notifications.ts'
import { plural, verb } from '../ui/plural.ts'
import { leftOutReasons } from './leftOut.ts'

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

const total = ({ reports, receipts }: Counts) => reports + receipts

/** `71 of 83 report cards and 108 of 126 receipts will be sent in 58 letters.` The totals are those of the approved ones. */
export function lead({ letters, left_out }: NotificationPreview): string {
  const sent = countsOf(letters.flatMap(({ students }) => students))
  const left = countsOf(left_out)
  const parts = kinds.flatMap(({ key, noun }) => {
    const all = sent[key] + left[key]
    if (all === 0) return []
    return [left[key] === 0 ? plural(all, noun) : `${sent[key]} of ${plural(all, noun)}`]
  })
  return `${parts.join(' and ')} will be sent in ${plural(letters.length, 'letter')}.`
}

/** What a send of a term would do: `Send 58 letters`, `22 without a supporter` or `No Approvals to Send`. */
export function sendWord(row: NotificationRow): string {
  if (!hasApprovals(row)) return notificationMessages.nothingApproved
  if (row.letters > 0) return `Send ${plural(row.letters, 'letter')}`
  const [largest = 'noSupporter'] = leftOutKinds.toSorted((a, b) => row.left_out[b] - row.left_out[a])
  return `${row.left_out[largest]} ${leftOutReasons[largest].short}`
}

/** The state of a term: what is ready or approved, what waits to be verified, and what was returned. */
export function termSentences(row: NotificationRow, maySend: boolean) {
  const approved = { reports: row.report_approved, receipts: row.finance_approved }
  const returned = { reports: row.report_returned, receipts: row.finance_returned }
  const waiting = {
    reports: row.report_pending - row.report_returned,
    receipts: row.finance_pending - row.finance_returned,
  }
  const ready = maySend
    ? row.letters > 0 && `${plural(row.letters, 'letter')} ${verb(row.letters, 'is')} ready to send.`
    : total(approved) > 0 && `${inWords(approved)} ${verb(total(approved), 'is')} approved.`
  const isDone = total(approved) + total(waiting) + total(returned) === 0
  return {
    ready: isDone ? 'Everything is sent.' : ready || (maySend && 'No letter is ready to send.'),
    waiting: total(waiting) > 0 && {
      what: `${inWords(waiting)} still`,
      verb: verb(total(waiting), 'waits'),
    },
    returned: total(returned) > 0 && `${inWords(returned)} ${verb(total(returned), 'is')} returned.`,
  }
}
