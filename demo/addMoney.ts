import { dayOf, daysFrom, instantOf } from '#contract/base/days.ts'
import type { Payment, PaymentLine } from '#contract/money/payments.ts'
import type { PlanClass, PlanRow } from '#contract/money/plans.ts'
import type { AccountForm } from '#contract/money/schoolAccounts.ts'
import type { School } from '#contract/schools.ts'
import { type Person, STUDENT_ACTIVE } from '#contract/students/students.ts'
import { inventFees, termFees } from '../fixtures/inventReceipts.ts'
import type { App } from '../server/http/schemas.ts'
import { DEMO_PASSWORD } from '../server/identity/passwords/passwordRules.ts'
import type { OpenedTerm } from './addCalendar.ts'
import { storyOf } from './addConsents.ts'
import type { SchoolReceipt } from './addRecords.ts'
import { changeStudent, type DemoStudent } from './addStudents.ts'
import { createVisitor, type Visitor } from './createVisitor.ts'
import type { DemoClock } from './demoTime.ts'
import { runConcurrently } from './runConcurrently.ts'

type Charity = {
  students: DemoStudent[]
  schools: School[]
  /** The terms of this year that have opened; the last one is the present one. */
  terms: OpenedTerm[]
  receipts: SchoolReceipt[]
}
type People = { coordinator: Visitor; director: Visitor }

/** In each term: uniform, transport and shopping, which are planned besides what the school is paid. */
const BESIDE_FEES = 3_500
/** Students whose present term is paid although their receipts are missing. */
const WITHOUT_RECEIPT = 2
const CAME_BACK_DAYS_AGO = 6
const SENT_DAYS_AGO = 1

/**
 * The money of this year: plans, accounts, promises and paid terms. What was left out of the present term, or came back,
 * waits for an approval that the coordinator cannot give.
 */
export async function addMoney(app: App, charity: Charity, clock: DemoClock): Promise<void> {
  const { students, schools, terms, receipts } = charity
  const [first] = terms
  const present = terms.at(-1)
  if (!first || !present) return
  const people = { coordinator: createVisitor(app), director: createVisitor(app) }
  const { coordinator, director } = people
  await coordinator.signIn('coordinator@demo.test', DEMO_PASSWORD)
  await director.signIn('director@demo.test', DEMO_PASSWORD)
  const { data: liaisons } = await coordinator.get<{ data: Person[] }>('/api/getliaison')
  const officer = liaisons.find(({ name }) => name === 'Brian Kiprotich')
  const ofOfficer = new Set(
    students.filter(({ liaison_id }) => liaison_id === officer?.id).map(({ id }) => id),
  )
  const today = dayOf(clock())
  /** Sets the clock to the morning of a day in Nairobi. */
  const setBack = (day: string) => clock.setBack(instantOf(day, '09:00'))

  const removed = childrenToWait(students)
  const active = students.filter((student) => student.status === STUDENT_ACTIVE && !removed.includes(student))
  try {
    await setBack(daysFrom(first.opens, -10))
    await addPlans(coordinator, first.year_id, active)
    await addAccounts(director, schools)
    const promises = await addPromises(coordinator, { active, schools, first, present })
    for (const term of terms) {
      await setBack(daysFrom(term.opens, -3))
      const payment = await propose(coordinator, term)
      const own = receipts.filter(({ year, term: of }) => year === term.year && of === term.term)
      const receiptOf = new Map(own.map(({ id, student_id }) => [student_id, id]))
      // The demo's own liaison officer has one of the missing receipts.
      const lacking = (await read(coordinator, payment)).lines
        .filter(({ student_id }) => !receiptOf.has(student_id))
        .toSorted((a, b) => Number(ofOfficer.has(b.student_id)) - Number(ofOfficer.has(a.student_id)))
      await leaveOut(coordinator, payment, lacking.slice(WITHOUT_RECEIPT + 1))
      await coordinator.post(`/api/payments/${payment}/ready`)
      await approve(director, payment)
      await setBack(term.opens)
      const lines = await pay(coordinator, payment, term)
      await linkReceipts(coordinator, lines, receiptOf)
      const line = lines.find(({ student_id }) => student_id === lacking[WITHOUT_RECEIPT]?.student_id)
      if (term !== present || !line) continue
      const on = daysFrom(today, -CAME_BACK_DAYS_AGO)
      await setBack(on)
      await sendBack(people, { payment, line, on }, schools)
    }
    for (const [index, { id }] of removed.entries()) {
      await setBack(daysFrom(today, -(WAITING_DAYS[index] ?? 0)))
      await changeStudent(coordinator, id, { supporter_id: '' })
    }
    await setBack(daysFrom(today, -SENT_DAYS_AGO))
    await coordinator.post(`/api/payments/${await propose(coordinator, present)}/ready`)
    await clock.goOn()
    await receive(coordinator, promises, terms)
  } finally {
    await clock.goOn()
  }
}

const WAITING_DAYS = [47, 23, 9]

/** One of a family that agreed to publication, one that refused it, and one that was not asked. */
const childrenToWait = (students: DemoStudent[]): DemoStudent[] =>
  (['agreed', 'refused publication', 'not recorded'] as const).flatMap(
    (story) =>
      students.findLast(
        ({ status, supporter_id, isOwn }, index) =>
          status === STUDENT_ACTIVE && supporter_id !== null && !isOwn && storyOf(index) === story,
      ) ?? [],
  )

const toSchoolOf = (school: string, term: string) =>
  termFees(inventFees(school), term).reduce((sum, { cost }) => sum + cost, 0)

/** Plans of all schools and classes; one student has figures of their own. */
async function addPlans(coordinator: Visitor, year_id: number, active: DemoStudent[]): Promise<void> {
  const url = `/api/plans?year=${year_id}`
  const { data } = await coordinator.get<{ data: { classes: PlanClass[]; terms: PlanTerm[] } }>(url)
  const rows = data.classes.flatMap(({ school_id, class_id, school }) =>
    data.terms.map(({ id: term_id, term_name }): PlanRow => {
      const to_school = toSchoolOf(school, term_name)
      return { school_id, class_id, term_id, amount: to_school + BESIDE_FEES, to_school }
    }),
  )
  await coordinator.put(url, { rows })
  await coordinator.put(`/api/students/${active.at(-1)?.id}/plans`, {
    year_id,
    term_id: data.terms.at(-1)?.id,
    amount: 8_000,
    to_school: 6_000,
    reason: 'Lives at home this term, and pays for lessons only',
  })
}
type PlanTerm = { id: number; term_name: string }

/** Every fourth school is paid by M-Pesa. The last one has no account yet. */
async function addAccounts(director: Visitor, schools: School[]): Promise<void> {
  await confirm(director)
  for (const [index, { id, school }] of schools.slice(0, -1).entries())
    await director.put(
      `/api/schools/${id}/account`,
      index % 4 === 3 ? inventPaybill(index) : inventBank(school, index),
    )
}

const confirm = (visitor: Visitor) => visitor.post('/api/account/confirm', { password: DEMO_PASSWORD })

const banks = ['Equity Bank', 'KCB Bank', 'Co-operative Bank', 'Family Bank']
const branches = ['Kisumu', 'Nairobi East', 'Ukunda', 'Eldoret', 'Machakos']

function inventBank(school: string, index: number, heard_from = 'Fee structure of the school'): AccountForm {
  const number = `0${1_102_645_003 + index * 7_919_011}`
  return {
    kind: 'bank',
    bank: banks[index % banks.length] ?? '',
    branch: branches[Math.floor(index / branches.length) % branches.length] ?? '',
    account_name: school,
    number,
    number_again: number,
    heard_from,
  }
}

const inventPaybill = (index: number): AccountForm => ({
  kind: 'paybill',
  business_number: String(220_115 + index * 1_009),
  ...(index % 8 === 3 ? { by: 'admission_no', word: null } : { by: 'word', word: 'FEES' }),
  heard_from: 'Fee structure of the school',
})

/** Of every seven supporters, this one pays late, and the promise of that one ends with the present term. */
const LATE = 3
const ENDS_SOON = 5
const SUPPORTERS = 7

type Promised = { id: number; amount: number; isLate: boolean }
type Promising = { active: DemoStudent[]; schools: School[]; first: OpenedTerm; present: OpenedTerm }

/** Supporters bear a third of the year each term, a few of them a part of it. Bursaries bear the fees of those without one. */
async function addPromises(
  coordinator: Visitor,
  { active, schools, first, present }: Promising,
): Promise<Promised[]> {
  const supporters = [...new Set(active.map(({ supporter_id }) => supporter_id ?? 0))].toSorted(
    (a, b) => a - b,
  )
  const promised: Promised[] = []
  const nothing = () => {}
  await runConcurrently(active.length, nothing, async (index) => {
    const { id: student_id, supporter_id, school_id } = active[index] ?? {}
    const { year, termly } = inventFees(schools.find(({ id }) => id === school_id)?.school ?? '')
    const whole = year / 3 + termly.reduce((sum, { cost }) => sum + cost, 0) + BESIDE_FEES
    const paysSchool = supporter_id === null && index % 2 === 0
    const amount = paysSchool ? DIRECT : index % 5 === 4 ? wholeHundreds(whole * 0.6) : whole
    const place = supporters.indexOf(supporter_id ?? 0) % SUPPORTERS
    const until = supporter_id !== null && place === ENDS_SOON ? present : undefined
    const source = supporter_id === null && (paysSchool ? 'Lake Region County Bursary' : 'Nyota Bursary Fund')
    const { data } = await coordinator.post<{ data: { id: number } }>(
      `/api/students/${student_id}/commitments`,
      {
        ...(source ? { source } : { supporter_id }),
        amount,
        pays_school: paysSchool,
        from_year_id: first.year_id,
        from_term_id: first.term_id,
        until_year_id: until?.year_id ?? null,
        until_term_id: until?.term_id ?? null,
        note: paysSchool ? null : 'The same each term, a third of the year',
      },
    )
    if (!paysSchool) promised.push({ id: data.id, amount, isLate: supporter_id !== null && place === LATE })
  })
  return promised
}

const DIRECT = 6_000
const wholeHundreds = (amount: number) => Math.round(amount / 100) * 100

/** What came in of each promise. Of the present term, late ones paid for one child in two, and only half of it. */
async function receive(coordinator: Visitor, promises: Promised[], terms: OpenedTerm[]): Promise<void> {
  const expected = terms.flatMap((term, index) => {
    const isPresent = index === terms.length - 1
    return promises
      .filter(({ id, isLate }) => !isPresent || !isLate || id % 2 === 0)
      .map(({ id, amount, isLate }) => ({ id, term, amount: isPresent && isLate ? amount / 2 : amount }))
  })
  await runConcurrently(
    expected.length,
    () => {},
    async (index) => {
      const { id, term, amount } = expected[index] ?? {}
      await coordinator.post(`/api/commitments/${id}/received`, {
        year_id: term?.year_id,
        term_id: term?.term_id,
        amount,
        on: daysFrom(term?.opens ?? '', 2 + (index % 9)),
      })
    },
  )
}

async function propose(coordinator: Visitor, { year_id, term_id }: OpenedTerm): Promise<number> {
  const { data } = await coordinator.post<{ data: { id: number } }>('/api/payments', { year_id, term_id })
  return data.id
}

const read = async (visitor: Visitor, id: number) =>
  (await visitor.get<{ data: Payment }>(`/api/payments/${id}`)).data

async function leaveOut(coordinator: Visitor, payment: number, lines: PaymentLine[]): Promise<void> {
  if (lines.length === 0) return
  const reason = 'The school has not confirmed yet that the student is back'
  const out = lines.map(({ student_id, amount }) => ({ student_id, amount, left_out: true, reason }))
  const { version } = await read(coordinator, payment)
  await coordinator.put(`/api/payments/${payment}/lines`, { version, lines: out })
}

/** Approves a payment after a call to each school. */
async function approve(director: Visitor, payment: number): Promise<void> {
  const { version, points } = await read(director, payment)
  const ticks = points.map(({ key, kind }) => ({ key, spoke_to: kind === 'account' ? 'The bursar' : null }))
  await confirm(director)
  await director.post(`/api/payments/${payment}/approve`, { version, ticks })
}

/** Marks all schools as paid, by one transfer. Returns the lines that were paid. */
async function pay(
  coordinator: Visitor,
  payment: number,
  { opens: on, term }: OpenedTerm,
): Promise<PaymentLine[]> {
  const lines = (await read(coordinator, payment)).lines.filter(({ left_out }) => !left_out)
  const schools = [...new Set(lines.map(({ school_id }) => school_id))]
  const reference = `FT${on.replaceAll('-', '')}${term.slice(-1)}`
  await coordinator.post(`/api/payments/${payment}/paid`, { schools, on, reference })
  return lines
}

/** The bank returned the money of one student, whose school has another account now. */
async function sendBack(
  { coordinator, director }: People,
  { payment, line, on }: { payment: number; line: PaymentLine; on: string },
  schools: School[],
): Promise<void> {
  const reason = 'The bank returned it: the account was closed'
  await coordinator.post(`/api/payments/${payment}/came-back`, { lines: [line.id], on, reason })
  // Another number of the same town.
  const index = schools.findIndex(({ id }) => id === line.school_id) + schools.length
  const account = inventBank(line.school, index, 'Letter of the principal, brought by Brian Kiprotich')
  await confirm(director)
  await director.put(`/api/schools/${line.school_id}/account`, account)
}

/** Links the school's receipt to each line that has one. */
const linkReceipts = (coordinator: Visitor, lines: PaymentLine[], receiptOf: Map<number, number>) =>
  runConcurrently(
    lines.length,
    () => {},
    async (index) => {
      const line = lines[index]
      const receipt = receiptOf.get(line?.student_id ?? 0)
      if (line && receipt !== undefined)
        await coordinator.put(`/api/payment-lines/${line.id}/receipts`, { receipts: [receipt] })
    },
  )
