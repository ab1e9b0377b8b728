import { type LeftOutKind, notificationMessages } from '#contract/notifications.ts'
import type { Approved } from './readApproved.ts'

const reasons: Record<LeftOutKind, string> = {
  noSupporter: 'of students with no supporter',
  disabled: 'of students whose supporter is disabled',
}

type Sent = {
  year: string
  term: string
  letters: number
  leftOut: Approved['leftOut']
  hasMailServer: boolean
}

/** How many letters go, how many items stay behind and why. */
export function sentMessage({ year, term, letters, leftOut, hasMailServer }: Sent): string {
  const all = `${letters} ${letters === 1 ? 'letter' : 'letters'}`
  const went = hasMailServer ? 'were sent' : 'wait in the outbox'
  const sentences = [
    letters === 0 ? 'No letter was sent.' : `Notifications for ${year} ${term} ${went}: ${all}.`,
  ]
  const counts = (Object.keys(reasons) as LeftOutKind[])
    .map((reason) => ({ reason, count: itemsOf(leftOut.filter((student) => student.reason === reason)) }))
    .filter(({ count }) => count > 0)
  const stay = itemsOf(leftOut)
  if (stay > 0) {
    const why = counts.map(({ reason, count }) => `${count} ${reasons[reason]}`).join(', ')
    sentences.push(`${stay} ${stay === 1 ? 'item stays' : 'items stay'} Approved: ${why}.`)
  }
  if (!hasMailServer) sentences.push(notificationMessages.noMailServer)
  return sentences.join(' ')
}

const itemsOf = (students: { items: unknown[] }[]) =>
  students.reduce((sum, { items }) => sum + items.length, 0)
