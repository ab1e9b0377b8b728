import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Payment } from '#contract/money/payments.ts'
import { toCents, toShillings } from '#contract/records/receipts.ts'
import { givenTerm, ticksOf } from '../testing/data/payments.ts'
import { cast } from '../testing/data/users.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'

/** What a term’s fee is for each of the students that have a plan, in shillings. */
const FEES: Record<number, number> = { 1: 20_000, 2: 20_000, 3: 15_000, 6: 12_000 }
const students = Object.keys(FEES).map(Number)

const student_id = fc.constantFrom(...students)
/** Counted from the first one. */
const payment = fc.integer({ min: 0, max: 2 })
const school = fc.constantFrom(1, 2, 4)
/**
 * One student gets a part of what is owed, in percent, or is left out. Somebody else may promise to pay their school while
 * the payment waits for approval.
 */
const prepared = fc.record({
  kind: fc.constant('prepare' as const),
  student_id,
  percent: fc.integer({ min: 1, max: 100 }),
  left_out: fc.boolean(),
  promisedMeanwhile: fc.option(fc.integer({ min: 1, max: 9_000 })),
})
const undisturbed = prepared.map((values) => ({ ...values, promisedMeanwhile: null }))
const step = fc.oneof(
  prepared,
  fc.record({ kind: fc.constant('pay' as const), payment, school }),
  fc.record({ kind: fc.constant('back' as const), payment, school: fc.option(school), student_id }),
  fc.record({ kind: fc.constant('status' as const), student_id, status: fc.constantFrom(0, 2) }),
  fc.record({
    kind: fc.constant('promise' as const),
    student_id,
    amount: fc.integer({ min: 1, max: 9_000 }),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type People = { preparer: TestClient; approver: TestClient }
type Made = { promises: Map<number, number>; active: Set<number> }

const readAll = async ({ approver }: People): Promise<Payment[]> => {
  const { body } = await approver.get('/api/payments')
  const { data } = body as { data: { id: number }[] }
  const all: Payment[] = []
  for (const { id } of data.toReversed())
    all.push(((await approver.get(`/api/payments/${id}`)).body as { data: Payment }).data)
  return all
}

const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
const linesOf = (payments: Payment[]) =>
  payments.flatMap(({ lines }) => lines).filter((line) => !line.left_out)

/** Makes the step as far as the server allows it. */
async function make(people: People, made: Made, asked: Step): Promise<void> {
  const { preparer, approver } = people
  if (asked.kind === 'prepare') return prepare(people, made, asked)
  if (asked.kind === 'pay' || asked.kind === 'back') {
    const { id, lines } = (await readAll(people))[asked.payment] ?? { id: 0, lines: [] }
    const schools = asked.school === null ? [] : [asked.school]
    if (asked.kind === 'pay')
      await preparer.post(`/api/payments/${id}/paid`, { schools, on: '2026-03-01', reference: 'FT1' })
    else {
      const line = lines.find((each) => each.student_id === asked.student_id)
      const of = { schools, lines: schools.length === 0 && line ? [line.id] : [] }
      await preparer.post(`/api/payments/${id}/came-back`, { ...of, on: '2026-03-02', reason: 'Closed' })
    }
  }
  if (asked.kind === 'status') {
    const { status } = asked
    await approver.post('/api/students/status', { ids: [asked.student_id], status })
    if (status === 0) made.active.add(asked.student_id)
    else made.active.delete(asked.student_id)
  }
  if (asked.kind === 'promise') await promise(people, made, asked)
}

async function promise(
  { preparer }: People,
  { promises }: Made,
  { student_id: of, amount }: Pick<Extract<Step, { kind: 'promise' }>, 'student_id' | 'amount'>,
): Promise<void> {
  const answer = await preparer.post(`/api/students/${of}/commitments`, {
    source: 'County bursary',
    amount,
    pays_school: true,
    from_year_id: 1,
    from_term_id: 1,
    note: 'As every term',
  })
  if (answer.status === 200) promises.set(of, (promises.get(of) ?? 0) + amount)
}

async function prepare(
  people: People,
  made: Made,
  { student_id: chosen, percent, left_out, promisedMeanwhile }: Extract<Step, { kind: 'prepare' }>,
): Promise<void> {
  const { preparer, approver } = people
  const { promises, active } = made
  const held = linesOf(await readAll(people)).filter(({ came_back_on }) => came_back_on === null)
  const owed = (id: number) => {
    const others = sumOf(held.filter((line) => line.student_id === id)) + (promises.get(id) ?? 0)
    return active.has(id) ? Math.max(0, toShillings(toCents(FEES[id] ?? 0) - toCents(others))) : 0
  }
  const proposed = await preparer.post('/api/payments', { year_id: 1, term_id: 1 })
  expect(proposed.status, proposed.text).toBe(200)
  const { id } = (proposed.body as { data: { id: number } }).data
  const draft = ((await approver.get(`/api/payments/${id}`)).body as { data: Payment }).data
  expect(new Map(draft.lines.map((line) => [line.student_id, line.amount]))).toEqual(
    new Map(students.flatMap((each) => (owed(each) > 0 ? [[each, owed(each)]] : []))),
  )

  if (owed(chosen) > 0) {
    const amount = Math.max(0.01, Math.floor(owed(chosen) * percent) / 100)
    const lines = [{ student_id: chosen, amount, left_out, reason: 'A part' }]
    const changed = await preparer.change('PUT', `/api/payments/${id}/lines`, { version: 1, lines })
    expect(changed.status, changed.text).toBe(200)
  }
  const sent = await preparer.post(`/api/payments/${id}/ready`)
  // Nothing is to be paid. The draft would refuse the next one.
  if (sent.status === 409) return forgetDraft(id)
  const waiting = ((await approver.get(`/api/payments/${id}`)).body as { data: Payment }).data
  const form = { version: waiting.version, ticks: ticksOf(waiting) }
  if (promisedMeanwhile !== null)
    await promise(people, made, { student_id: chosen, amount: promisedMeanwhile })
  const isTooMuch = linesOf([waiting]).some(({ student_id: of, amount }) => amount > owed(of) + 0.001)
  const approved = await approver.post(`/api/payments/${id}/approve`, form)
  expect(approved.status, approved.text).toBe(isTooMuch ? 409 : 200)
  if (isTooMuch) await forgetDraft(id)
}

let forgetDraft: (id: number) => Promise<void> = async () => {}

const frozen = ({ name, amount, left_out }: Payment['lines'][number]) => [name, amount, left_out]

/** What must hold at any time. */
async function check(people: People, before: Payment[]): Promise<Payment[]> {
  const payments = await readAll(people)
  for (const [index, { id, total, lines, ...of }] of payments.entries()) {
    // Later facts only add to an approved payment.
    const known = before[index] ?? { id, total, lines, ...of }
    expect([id, total, of.approved_by]).toEqual([known.id, known.total, known.approved_by])
    expect(lines.map(frozen)).toEqual(known.lines.map(frozen))
    for (const [place, { paid_on, came_back_on }] of known.lines.entries())
      expect(lines[place]).toMatchObject({
        ...(paid_on && { paid_on }),
        ...(came_back_on && { came_back_on }),
      })
    const paid = lines.filter((line) => line.paid_on !== null)
    expect(paid.every(({ left_out }) => !left_out)).toBe(true)
    const { body } = await people.approver.get(`/api/payments/${id}/transfers`)
    const { bank, paybill } = (
      body as { data: Record<'bank' | 'paybill', { rows: string[][]; total: number }> }
    ).data
    const inCents = (shillings: number) => Math.round(shillings * 100)
    expect(inCents(bank.total + paybill.total)).toBe(inCents(total) - inCents(sumOf(paid)))
    const amounts = [...bank.rows.map((row) => Number(row[4])), ...paybill.rows.map((row) => Number(row[2]))]
    expect(amounts.reduce((sum, amount) => sum + inCents(amount), 0)).toBe(
      inCents(bank.total + paybill.total),
    )
  }
  for (const id of students) {
    const kept = linesOf(payments).filter((line) => line.student_id === id && line.came_back_on === null)
    expect(sumOf(kept)).toBeLessThanOrEqual((FEES[id] ?? 0) + 0.001)
  }
  return payments
}

async function startAgain({ db }: TestApp): Promise<void> {
  for (const table of [
    'payment_lines',
    'payment_ticks',
    'payment_preparers',
    'transfers',
    'commitments',
  ] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('payments').execute()
  await db.updateTable('students').set({ status: 0, left_after: null }).execute()
}

it(
  'never pays twice, and owes what is neither held nor paid by others, in any order of steps',
  { timeout: 120_000 },
  async () => {
    const test = await openWithCast({ given: givenTerm, settings: { SESSION_CALLS_A_MINUTE: '0' } })
    const people = {
      preparer: await test.signIn(cast.coordinator),
      approver: await test.signIn(cast.director),
    }
    forgetDraft = async (id) => {
      await test.db.deleteFrom('payment_lines').where('payment_id', '=', id).execute()
      await test.db.deleteFrom('payment_preparers').where('payment_id', '=', id).execute()
      await test.db.deleteFrom('payments').where('id', '=', id).execute()
    }
    await fc.assert(
      fc
        .asyncProperty(undisturbed, fc.array(step, { minLength: 4, maxLength: 9 }), async (first, steps) => {
          const made: Made = { promises: new Map(), active: new Set(students) }
          let before: Payment[] = []
          for (const asked of [first, ...steps]) {
            await make(people, made, asked)
            before = await check(people, before)
          }
          expect(before.length).toBeGreaterThan(0)
        })
        .beforeEach(() => startAgain(test)),
      // Looking for a shorter example would take longer than the test may, which then would not say what failed.
      { numRuns: 10, endOnFailure: true },
    )
  },
)
