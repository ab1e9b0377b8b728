import { dayAndMonth, daysBetween, formatDay } from '#contract/base/days.ts'
import { termName } from '#contract/notifications.ts'
import { namesOf } from '#contract/base/fields.ts'
import {
  type Lack,
  lacks,
  type Missing,
  type NamedTime,
  type OpenRecord,
  type Step,
  type StudentTask,
} from '#contract/records/steps.ts'
import { money, sumOf } from '../ui/amounts.ts'
import { everyRecordKind, type RecordKind, recordKinds } from '../records/recordKinds.ts'
import type { StatusLook } from '../ui/StatusBadge.tsx'
import { capital, listOf, plural } from '../ui/plural.ts'

const noRecord = { tone: 'red', shape: 'dashedRing' } as const
const profile = { word: 'Profile', tone: 'grey', shape: 'square' } as const

/** The look of each filter of What Is Missing. */
export const lackLooks: Record<Lack, StatusLook> = {
  unverified: { word: 'To verify', tone: 'amber', shape: 'ring' },
  returned: { word: 'Returned', tone: 'blue', shape: 'triangle' },
  noReport: { word: 'No report card', ...noRecord },
  noReceipt: { word: 'No receipt', ...noRecord },
  profile,
  noConsent: { word: 'Consent', tone: 'amber', shape: 'dashedRing' },
}

/** The look of a payment without a receipt. */
export const paidNoReceipt: StatusLook = { word: 'Paid, no receipt', tone: 'red', shape: 'halfRing' }

export const everyLack = namesOf(lacks)

export const isLacking = ({ open }: Missing, lack: Lack) => open.some((step) => closes(lack, step))

const closes = (lack: Lack, step: Step) => (lacks[lack] as readonly Step[]).includes(step)

/** Colour and shape of what a step closes. */
export function markOf(step: Step): Omit<StatusLook, 'word'> {
  const lack = everyLack.find((each) => closes(each, step)) ?? 'profile'
  const { tone, shape } = lackLooks[lack]
  return { tone, shape }
}

/** The word of a step's button. */
export const stepWords: Record<Step, string> = {
  correct: 'Correct',
  verify: 'Verify',
  add_report: 'Add report card',
  add_receipt: 'Add receipt',
  picture: 'Add picture',
  certificate: 'Add certificate',
  facts: 'Complete facts',
  consent: 'Record consent',
  payment: 'Add receipt',
}

/** The step of a task of a student. */
export function stepOf({ of, state }: Pick<StudentTask, 'of' | 'state'>): Step {
  if (state === 'returned') return 'correct'
  if (state === 'unverified') return 'verify'
  return of === 'report' ? 'add_report' : of === 'receipt' ? 'add_receipt' : of
}

export type ShownTimes = { time: NamedTime | null } & Record<'times', Record<RecordKind, NamedTime | null>>

/**
 * What is open of a student, in one sentence: what the step is about comes first, a returned record last, because its remark
 * follows. Records of another term than the shown one name theirs.
 */
export function sentenceOf(row: Missing, { time, times }: ShownTimes, today: string): string {
  const of = (...others: (NamedTime | null)[]) => {
    const names = new Set(others.flatMap((each) => (each ? [termName(each)] : [])))
    if (time) names.delete(termName(time))
    return names.size === 0 ? '' : ` of ${listOf([...names])}`
  }
  const records = (state: OpenRecord['state']) => row.records.filter((each) => each.state === state)
  const termsOf = (some: OpenRecord[]) => of(...some.map((record) => record.time))
  const words: Record<Step, () => string> = {
    correct: () => `${recordWords(records('returned'))}${termsOf(records('returned'))} returned`,
    verify: () => {
      const some = records('unverified')
      const cost = some.every((record) => record.of === 'receipt')
        ? `, KES ${money(sumOf(some.map(({ total_cost }) => total_cost ?? 0)))}`
        : ''
      return `${recordWords(some)}${termsOf(some)} to verify${cost}`
    },
    add_report: () => `no report card${of(times.report)}${dueWords(row.due_since, today)}`,
    add_receipt: () => `no receipt${of(times.receipt)}`,
    picture: () => 'no picture',
    certificate: () => 'no certificate',
    facts: () => `${plural(row.unknown_facts, 'fact')} not known`,
    consent: () => consentWords(row.consent_until, today),
    payment: () => paidWords(row.paid_since, today),
  }
  const rest = row.open.filter((step) => step !== row.step && step !== 'correct')
  const first = row.step && row.step !== 'correct' ? [row.step] : []
  const last = row.open.includes('correct') ? (['correct'] as const) : []
  return capital([...first, ...rest, ...last].map((step) => words[step]()).join(', '))
}

const dueWords = (since: string | null, today: string) =>
  since === null ? '' : `, due since ${dayWords(since, today)}`

/** `paid on 14 Jan, no receipt for 18 days` */
export function paidWords(since: string | null, today: string): string {
  const days = since === null ? 0 : daysBetween(since, today)
  return since === null || days === 0
    ? 'paid today, no receipt'
    : `paid on ${dayWords(since, today)}, no receipt for ${plural(days, 'day')}`
}

/** `16 Apr`, with the year if it is an earlier one. */
const dayWords = (day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4) ? dayAndMonth(day) : formatDay(day)

/** `consent ends on 2 December 2026` */
export function consentWords(until: string | null, today: string): string {
  if (until === null) return 'consent not recorded'
  return `consent ${until < today ? 'ended' : 'ends'} on ${formatDay(until)}`
}

/** `report card and 2 receipts` */
export const recordWords = (records: { of: RecordKind }[]): string =>
  listOf(
    everyRecordKind.flatMap((kind) => {
      const count = records.filter(({ of }) => of === kind).length
      const { name } = recordKinds[kind]
      return count === 0 ? [] : [count === 1 ? name : plural(count, name)]
    }),
  )
