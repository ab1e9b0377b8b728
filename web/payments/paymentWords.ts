import { dayAndMonth, formatDay } from '#contract/base/days.ts'
import type {
  outReasons,
  PaidAccount,
  Payment,
  PaymentFile,
  PaymentLine,
  PaymentPoint,
  PaymentRow,
} from '#contract/money/payments.ts'
import { sameAccount, type SchoolAccount } from '#contract/money/schoolAccounts.ts'
import { canApprovePayments, canNotePaid, canPreparePayments } from '#contract/permissions.ts'
import { toCents } from '#contract/records/receipts.ts'
import { kes, sumOf } from '../ui/amounts.ts'
import { formatDate, formatDateTime, onOneLine } from '../ui/formatDate.ts'
import { capital, listOf, plural, verb } from '../ui/plural.ts'
import type { StatusLook } from '../ui/StatusBadge.tsx'

export const termOf = ({ term, year }: Pick<PaymentRow, 'term' | 'year'>) => `${term}, ${year}`

type State = 'draft' | 'returned' | 'to_approve' | 'to_pay' | 'paid'

export const stateLooks: Record<State, StatusLook> = {
  draft: { word: 'Draft', tone: 'grey', shape: 'dashedRing' },
  to_approve: { word: 'To approve', tone: 'amber', shape: 'ring' },
  returned: { word: 'Returned', tone: 'blue', shape: 'triangle' },
  to_pay: { word: 'To pay', tone: 'blue', shape: 'ring' },
  paid: { word: 'Paid', tone: 'green', shape: 'circledTick' },
}

type Sums = Pick<PaymentRow, 'state' | 'note' | 'total' | 'paid' | 'came_back'>

export function stateOf({ state, note, total, paid, came_back }: Sums): State {
  if (state === 'draft') return note === null ? 'draft' : 'returned'
  if (state === 'to_approve') return 'to_approve'
  return toCents(paid) + toCents(came_back) < toCents(total) ? 'to_pay' : 'paid'
}

/** What is paid, what came back, and how many of the paid lines have receipts. */
export function sumsOf(lines: PaymentLine[]) {
  const inIt = lines.filter(({ left_out }) => !left_out)
  const back = inIt.filter(({ came_back_on }) => came_back_on !== null)
  const paid = inIt.filter(({ paid_on, came_back_on }) => paid_on !== null && came_back_on === null)
  const amounts = (some: PaymentLine[]) => sumOf(some.map(({ amount }) => amount))
  return {
    lines: inIt,
    total: amounts(inIt),
    paid: amounts(paid),
    paidLines: paid.length,
    came_back: amounts(back),
    backLines: back.length,
    /** Of what came back; null if it is not known of each student. */
    owed_again: back.some(({ still_owed }) => still_owed === null)
      ? null
      : sumOf(back.map(({ amount, still_owed }) => Math.min(amount, still_owed ?? 0))),
    receipts: paid.filter(({ receipted }) => receipted > 0).length,
    receipted: sumOf(paid.map(({ receipted }) => receipted)),
    schools: new Set(inIt.map(({ school_id }) => school_id)).size,
  }
}

/** What schools are still owed for students, also for those who were left out; null if that is known of none of them. */
export function stillOwedOf(lines: Pick<PaymentLine, 'still_owed'>[]): number | null {
  const known = lines.flatMap(({ still_owed }) => still_owed ?? [])
  return known.length === 0 ? null : sumOf(known)
}

/** `86 students at 10 schools` */
export const sizeOf = ({ students, schools }: Pick<PaymentRow, 'students' | 'schools'>) =>
  `${plural(students, 'student')} at ${plural(schools, 'school')}`

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** `second payment`, of its term. */
export const placeWords = (place: number) => `${places[place - 1] ?? `${place}th`} payment`

export type StepWord = 'Open' | 'Continue' | 'Correct' | 'Check and approve' | 'Pay' | 'Missing receipts'
type Step = { word: StepWord; isPrimary: boolean }

/** The step that a role may take next at a payment. */
export function stepOf(row: PaymentRow, role: number): Step {
  const look: Step = { word: 'Open', isPrimary: false }
  switch (stateOf(row)) {
    case 'draft':
      return canPreparePayments(role) ? { word: 'Continue', isPrimary: true } : look
    case 'returned':
      return canPreparePayments(role) ? { word: 'Correct', isPrimary: true } : look
    case 'to_approve':
      return row.may_approve ? { word: 'Check and approve', isPrimary: true } : look
    case 'to_pay':
      return canNotePaid(role) ? { word: 'Pay', isPrimary: true } : look
    default:
      return row.receipts < row.paid_students ? { word: 'Missing receipts', isPrimary: false } : look
  }
}

/** What the page says first about a payment that is not yet paid. */
export function statement(row: PaymentRow): { title: string; text: string; quote?: string } {
  const amount = kes(row.total)
  const size = sizeOf(row)
  const by = row.prepared_by ?? ''
  switch (stateOf(row)) {
    case 'returned':
      return {
        title: `The payment for ${termOf(row)} was returned`,
        text: `${amount} for ${size}.`,
        quote: row.note ?? '',
      }
    case 'to_approve':
      return row.may_approve
        ? {
            title: `${amount} for ${size} is ready to be approved`,
            text: `${termOf(row)}. ${by} prepared it on ${onOneLine(formatDateTime(row.at))}.`,
          }
        : {
            title: `${amount} for ${plural(row.students, 'student')} waits for approval`,
            text: `${termOf(row)}. Somebody who did not prepare it approves it.`,
          }
    case 'to_pay':
      return {
        title:
          row.paid + row.came_back > 0
            ? `${kes(sumOf([row.total, -row.paid, -row.came_back]))} is still to be paid`
            : `${amount} is approved, to be paid to ${plural(row.schools, 'school')}`,
        text: `${termOf(row)}. Approved on ${onOneLine(formatDateTime(row.at))}.`,
      }
    default:
      return { title: `${amount} for ${size} is a draft`, text: `${termOf(row)}. ${by} prepares it.` }
  }
}

/** `KCB Bank, Ahero, 1102 4471 93`, `M-Pesa Paybill 522533, FEES` */
export function accountText(account: PaidAccount | null): string {
  if (!account) return 'No account'
  if (account.kind === 'bank') return [account.bank, account.branch, account.number].join(', ')
  return `M-Pesa Paybill ${account.business_number}, ${account.by === 'word' ? `account ${account.word}` : 'admission number'}`
}

/** Something that the preparer corrects or the approver ticks: points of one kind that are answered together. */
export type Check = {
  id: string
  kind: PaymentPoint
  keys: string[]
  school: { id: number; name: string } | undefined
  lines: PaymentLine[]
  title: string
  about: string
  /** What the approver confirms. */
  tick: string
}

/** What an approver has to tick, in the order in which the server lists the points. */
export function checksOf({ points, lines, schools }: Pick<Payment, 'points' | 'lines' | 'schools'>): Check[] {
  const byStudent = new Map(lines.map((line) => [line.student_id, line]))
  const groups = Map.groupBy(points, ({ key, kind, school_id }) => {
    if (kind === 'above_plan' || kind === 'no_plan') return kind
    return kind === 'no_admission_no' ? `${kind} ${school_id}` : key
  })
  return [...groups].flatMap(([id, own]) => {
    const [first] = own
    if (!first) return []
    const { kind, school_id, school } = first
    const about = own.flatMap(({ students }) => students.flatMap((student) => byStudent.get(student) ?? []))
    return [
      Object.assign(checkWords[kind](about, school ?? 'A school', sharersOf(school_id, schools)), {
        id,
        kind,
        keys: own.map(({ key }) => key),
        school: school_id === null ? undefined : { id: school_id, name: school ?? '' },
        lines: about,
      }),
    ]
  })
}

/** The schools of a payment that are paid into the same account as one of them, which is the first. */
function sharersOf(id: number | null, schools: Payment['schools']): string[] {
  const own = schools.find(({ school_id }) => school_id === id)
  const shared = own?.account && sameAccount(own.account)
  if (!own || !shared) return []
  const others = schools.filter(
    (each) => each !== own && each.account && sameAccount(each.account) === shared,
  )
  return [own, ...others].map(({ school }) => school)
}

const both = (count: number) => (count === 1 ? 'it' : count === 2 ? 'both' : `all ${count}`)

const checkWords: Record<
  PaymentPoint,
  (lines: PaymentLine[], school: string, sharers: string[]) => Pick<Check, 'title' | 'about' | 'tick'>
> = {
  account: (_lines, school) => ({
    title: `${school}: the account is new or has changed`,
    about: 'The approver calls the school.',
    tick: 'I called the school on a number we had before',
  }),
  above_plan: ({ length }) => ({
    title: `${plural(length, 'amount')} ${verb(length, 'is')} above what is owed`,
    about: 'Each has a reason.',
    tick: `I agree to ${both(length)}`,
  }),
  no_plan: ({ length }) => ({
    title: `${plural(length, 'amount')} without a plan`,
    about: 'Each has a reason.',
    tick: `I agree to ${both(length)}`,
  }),
  no_admission_no: ({ length }, school) => ({
    title: `${plural(length, 'student')} at ${school} ${verb(length, 'has')} no admission number`,
    about: 'Without it the school may not know whom the money is for.',
    tick: 'The school knows whom the money is for',
  }),
  same_admission_no: (lines, school) => ({
    title: `${plural(lines.length, 'student')} at ${school} have the same admission number, ${lines[0]?.admission_no}`,
    about: 'The school may book both amounts for one child.',
    tick: 'I know that it is right, or the school was asked',
  }),
  same_account: (_lines, school, sharers) => ({
    // The other school may have nothing to get in this payment.
    title:
      sharers.length > 1
        ? `${listOf(sharers)} have the same account`
        : `${school}: another school has the same account`,
    about: 'The money of these schools is paid into one account.',
    tick: 'They are paid into one account',
  }),
}

/** What changed about an account, for whoever calls the school. */
export function accountChange({
  account,
  earlier,
}: {
  account: SchoolAccount | null
  earlier: SchoolAccount[]
}) {
  if (!account) return undefined
  const { set_at } = account
  const [before] = earlier
  return before
    ? {
        title: `the account changed on ${onOneLine(formatDate(set_at))}`,
        about: `From ${accountText(before)} to ${accountText(account)}.`,
      }
    : {
        title: `the account is new, set on ${onOneLine(formatDate(set_at))}`,
        about: `${accountText(account)}.`,
      }
}

type Why = (typeof outReasons)[number]

export const outWords: Record<Why, (count: number) => string> = {
  no_plan: (count) => `${verb(count, 'has')} no plan, or no amount to the school`,
  no_account: (count) => `${verb(count, 'is')} at a school without an account`,
  no_admission_no: (count) => `${verb(count, 'has')} no admission number, which the Paybill needs`,
}

/** Students without whom the payment goes, whom the preparer can still bring in: by reason and school. */
export function outAtSchools(out: Payment['out']) {
  const correctable = out.filter(({ why }) => why !== 'no_plan')
  return [...Map.groupBy(correctable, ({ why, school_id }) => `${why} ${school_id}`)].flatMap(
    ([id, students]) => {
      const [first] = students
      if (!first) return []
      const { why, school_id, school } = first
      const count = students.length
      return {
        id,
        why,
        school_id,
        students,
        title:
          why === 'no_account'
            ? `${school} has no account`
            : `${plural(count, 'student')} at ${school} ${verb(count, 'has')} no admission number`,
        about:
          why === 'no_account'
            ? `Its ${plural(count, 'student')} ${verb(count, 'is')} not in the total.`
            : `The school’s Paybill needs it: ${count === 1 ? 'the student is' : 'the students are'} not in the total.`,
      }
    },
  )
}

/** Why the reader may or may not approve a payment that waits for it. */
export function approvalNote(
  { may_approve, is_preparer }: Pick<Payment, 'may_approve' | 'is_preparer'>,
  role: number,
): { tone: 'note' | 'info'; text: string } | undefined {
  if (may_approve)
    return is_preparer
      ? {
          tone: 'note',
          text: 'You prepared this payment, and you are the only one who works with payments. You may approve it: the history will say that one person prepared and approved it.',
        }
      : undefined
  return {
    tone: 'info',
    text: canApprovePayments(role)
      ? 'You prepared this payment, so somebody else approves it: an administrator or director who changed nothing in it.'
      : 'An administrator or director who did not prepare this payment approves it.',
  }
}

const CHANGES_SHOWN = 4

/** What others changed since the reader saw a payment, as sentences. */
export function changesSince(seen: Payment, now: Payment): string[] {
  // A draft follows the register; of a payment that waits for approval, what is owed does.
  if (seen.version === now.version && now.state !== 'to_approve') return []
  const said: string[] = []
  if (seen.state !== now.state) said.push(stateChange(now))
  const before = new Map(seen.lines.map((line) => [line.student_id, line]))
  const after = new Map(now.lines.map((line) => [line.student_id, line]))
  const lines: string[] = []
  for (const { student_id, name } of seen.lines)
    if (!after.has(student_id)) lines.push(`${name} is not in it any more.`)
  for (const line of now.lines) {
    const earlier = before.get(line.student_id)
    const words = lineChange(earlier, line)
    if (words) lines.push(`${line.name} ${words}.`)
  }
  said.push(...lines.slice(0, CHANGES_SHOWN))
  if (lines.length > CHANGES_SHOWN) said.push(`${plural(lines.length - CHANGES_SHOWN, 'more change')}.`)
  if (seen.total !== now.total) said.push(`The payment is now ${kes(now.total)}, it was ${kes(seen.total)}.`)
  return said
}

function stateChange({ state, note, sent_by, returned_by, approved_by }: Payment): string {
  if (state === 'approved') return `${approved_by} approved it.`
  if (state === 'to_approve') return `${sent_by} sent it for approval.`
  return note === null ? 'It is a draft again.' : `${returned_by} returned it: “${note}”`
}

function lineChange(before: PaymentLine | undefined, now: PaymentLine): string | undefined {
  if (!before) return `was added, ${kes(now.amount)}`
  if (before.left_out !== now.left_out) return now.left_out ? `was left out: ${now.reason}` : 'is in it again'
  if (before.amount !== now.amount) return `gets ${kes(now.amount)} instead of ${kes(before.amount)}`
  if (before.owed !== now.owed) return owedChange(before, now)
  if (before.name !== now.name) return `is the new name of ${before.name}`
  if (before.admission_no !== now.admission_no)
    return `has the admission number ${now.admission_no ?? 'removed'}`
  if (before.paid_on !== now.paid_on && now.paid_on) return `was paid on ${onOneLine(formatDay(now.paid_on))}`
  if (before.came_back_on !== now.came_back_on && now.came_back_on)
    return `came back on ${onOneLine(formatDay(now.came_back_on))}`
  return undefined
}

function owedChange({ owed: before }: PaymentLine, { owed, amount }: PaymentLine): string {
  if (owed === null) return 'has no amount to the school any more'
  return `is owed ${kes(owed)}${before === null ? '' : ` instead of ${kes(before)}`}, and gets ${kes(amount)}`
}

/** `paid 14 Jan, FT27014X8KQ2` */
export const paidWords = ({ paid_on, reference }: Pick<PaymentLine, 'paid_on' | 'reference'>) =>
  paid_on ? `paid ${onOneLine(dayAndMonth(paid_on))}, ${reference}` : ''

/** Why no line is shown. */
export const noLines = (search: string) =>
  search === '' ? 'No student is in this payment.' : `No student or school matches “${search}”.`

export const fileNames: Record<PaymentFile, string> = {
  bank: 'Bank file',
  paybill: 'M-Pesa file',
  remittance: 'Remittance lists',
}

/** Account and admission numbers may begin with zeros. */
export const zeroWords = 'A spreadsheet that opens the CSV drops zeros at the front; XLSX keeps them.'

/** `Downloaded 13 Jan 2027, 09:12, by Grace Wambui` */
export function downloadWords({ downloads }: Pick<Payment, 'downloads'>, kind: PaymentFile): string {
  const last = downloads.find((each) => each.kind === kind)
  const verbs = kind === 'remittance' ? 'printed or downloaded' : 'downloaded'
  if (!last) return `Not ${verbs} yet`
  return `${capital(verbs)} ${onOneLine(formatDateTime(last.at))}, by ${last.by}`
}
