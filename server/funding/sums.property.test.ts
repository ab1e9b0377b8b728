import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  option,
  record,
  tuple,
  uniqueArray,
} from 'fast-check'
import { expect, it } from 'vitest'
import { OPEN_END, periodKey } from '#contract/lookups.ts'
import { addReceipts, lookupId } from '../testing/data/records.ts'
import { addSchool } from '../testing/data/schools.ts'
import { addStudents } from '../testing/data/students.ts'
import { cast } from '../testing/data/users.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import { studentSums, type StudentSums } from './studentSums.ts'
import { type FundingTime, readTime } from './terms.ts'

/** Two schools, two classes and the three terms of a year; amounts are whole cents. */
const TERMS = [1, 2, 3]
const [STUDENTS, YEAR] = [4, 1]
const at = '2026-01-12T08:00:00.000Z'
const user = cast.administrator.id

const amount = integer({ min: 0, max: 90_000 })
const student_id = integer({ min: 1, max: STUDENTS })
const term_id = constantFrom(...TERMS)
const place = { school_id: constantFrom(1, 2), class_id: constantFrom(1, 2) }
const figures = tuple(amount, option(amount)).map(([whole, part]) => ({
  amount: whole,
  to_school: part === null ? null : Math.min(part, whole),
}))
const charity = record({
  students: array(
    record({
      ...place,
      class_id: option(place.class_id),
      /** The number of terms that count for one who has left; null for an Active student. */
      left: option(integer({ min: 0, max: 3 })),
    }),
    { minLength: STUDENTS, maxLength: STUDENTS },
  ),
  plans: uniqueArray(record({ ...place, term_id, figures }), {
    selector: (plan) => `${plan.school_id} ${plan.class_id} ${plan.term_id}`,
    maxLength: 12,
  }),
  /** With a former school, they are the figures of that school's plan. */
  own: uniqueArray(record({ student_id, term_id, figures, school_id: option(constantFrom(1, 2)) }), {
    selector: (plan) => `${plan.student_id} ${plan.term_id}`,
    maxLength: 4,
  }),
  promises: array(
    record({
      student_id,
      amount,
      pays_school: boolean(),
      from: term_id,
      terms: integer({ min: 0, max: 3 }),
    }),
    { maxLength: 8 },
  ),
  payments: array(
    record({
      term_id,
      isApproved: boolean(),
      lines: uniqueArray(
        record({
          student_id,
          amount,
          isLeftOut: boolean(),
          isSent: boolean(),
          cameBack: boolean(),
        }),
        { selector: (line) => line.student_id, maxLength: STUDENTS },
      ),
    }),
    { maxLength: 4 },
  ),
  receipts: array(record({ student_id, term_id, cost: integer({ min: 1, max: 900 }) }), {
    maxLength: 4,
  }),
})
type Charity = typeof charity extends Arbitrary<infer Value> ? Value : never

const tables = [
  'payment_lines',
  'transfers',
  'payments',
  'commitments',
  'own_plans',
  'plans',
  'student_classes',
  'items',
  'receipts',
] as const

const keyOf = (term: number) => periodKey('2026', `Term ${term}`)

async function fill(
  test: TestApp,
  { students, plans, own, promises, payments, receipts }: Charity,
): Promise<void> {
  const { db } = test
  for (const table of tables) await db.deleteFrom(table).execute()
  for (const [index, { school_id, class_id, left }] of students.entries()) {
    const id = index + 1
    const status = left === null ? 0 : 1
    const left_after = left ? keyOf(left) : null
    await db.updateTable('students').set({ school_id, status, left_after }).where('id', '=', id).execute()
    if (class_id !== null)
      await db.insertInto('student_classes').values({ student_id: id, year_id: YEAR, class_id }).execute()
  }
  const saved = { year_id: YEAR, updated_at: at, updated_by: user }
  for (const { figures: of, ...plan } of plans)
    await db
      .insertInto('plans')
      .values({ ...saved, ...plan, ...of, origin: 'typed' })
      .execute()
  for (const { figures: of, ...plan } of own)
    await db
      .insertInto('own_plans')
      .values({ ...saved, ...plan, ...of, reason: 'Why' })
      .execute()
  for (const { from, terms, pays_school, ...promise } of promises)
    await db
      .insertInto('commitments')
      .values({
        ...promise,
        source: 'Rotary',
        pays_school: pays_school ? 1 : 0,
        from_year_id: YEAR,
        from_term_id: from,
        starts: keyOf(from),
        // Without a term, the end is open.
        ends: terms === 0 ? OPEN_END : keyOf(Math.min(3, from + terms - 1)),
        version: 1,
        created_at: at,
        updated_at: at,
      })
      .execute()
  for (const [index, payment] of payments.entries()) await addPayment(test, index, payment)
  await addReceipts(
    test,
    receipts.map(({ term_id: term, cost, ...receipt }) => ({
      ...receipt,
      term: `Term ${term}`,
      items: [['Tuition Fees', 'Fees', cost]],
    })),
  )
}

async function addPayment(
  { db }: TestApp,
  index: number,
  payment: Charity['payments'][number],
): Promise<void> {
  const { id: payment_id } = (await db
    .insertInto('payments')
    .values({
      number: index + 1,
      year_id: YEAR,
      term_id: payment.term_id,
      state: payment.isApproved ? 'approved' : 'draft',
      version: 1,
      is_approved_alone: 0,
      created_at: at,
      created_by: user,
    })
    .returning('id')
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()) ?? { id: null }
  if (payment_id === null) return
  const { id: transfer_id } = await db
    .insertInto('transfers')
    .values({ payment_id, paid_on: '2026-01-14', reference: 'FT26', noted_at: at, noted_by: user })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { isLeftOut, isSent, cameBack, ...line } of payment.lines)
    await db
      .insertInto('payment_lines')
      .values({
        ...line,
        payment_id,
        school_id: 1,
        is_left_out: isLeftOut ? 1 : 0,
        transfer_id: isSent ? transfer_id : null,
        came_back_on: cameBack ? '2026-01-20' : null,
      })
      .execute()
}

/** The figures of one student and term, by the rules in words. */
function expectedOf(invented: Charity, id: number, term: number) {
  const { students, plans, own, promises, payments } = invented
  const student = students[id - 1]
  if (!student) throw new Error('The student was invented.')
  const counts = student.left === null || term <= student.left
  const ownPlan = own.find((each) => each.student_id === id && each.term_id === term)
  // Receipts are of Form 1, whose id is 1.
  const hasReceipt = invented.receipts.some((receipt) => receipt.student_id === id)
  const itsClass = student.class_id ?? (hasReceipt ? 1 : null)
  const present = plans.find(
    ({ school_id, class_id, term_id: of }) =>
      school_id === student.school_id && class_id === itsClass && of === term,
  )?.figures
  const plan = (ownPlan?.school_id ?? null) === null ? present : undefined
  const covering = promises.filter(
    (promise) =>
      counts &&
      promise.student_id === id &&
      promise.from <= term &&
      (promise.terms === 0 || term < promise.from + promise.terms),
  )
  const lines = payments
    .filter((payment) => payment.isApproved && payment.term_id === term)
    .flatMap((payment) => payment.lines)
    .filter((line) => line.student_id === id && !line.isLeftOut)
  const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, row) => sum + row.amount, 0)
  const to_school = counts ? (ownPlan?.figures.to_school ?? plan?.to_school ?? null) : null
  const direct = sumOf(covering.filter(({ pays_school }) => pays_school))
  const kept = lines.filter(({ cameBack }) => !cameBack)
  const back = lines.filter(({ cameBack }) => cameBack)
  const [held, paid] = [sumOf(kept), sumOf(kept.filter(({ isSent }) => isSent))]
  const notOwedAgain = student.left === null ? 0 : sumOf(back)
  return {
    counts,
    planned: counts ? (ownPlan?.figures.amount ?? plan?.amount ?? null) : null,
    promised: sumOf(covering),
    held,
    paid,
    owed: Math.max(0, (to_school ?? 0) - paid - direct - notOwedAgain),
    due: Math.max(0, (to_school ?? 0) - held - direct),
    spent: invented.receipts
      .filter((receipt) => receipt.student_id === id && receipt.term_id === term)
      .reduce((sum, { cost }) => sum + cost * 100, 0),
  }
}

/** The same over several terms. */
function expectedOver(invented: Charity, id: number, terms: number[]) {
  const each = terms.map((term) => expectedOf(invented, id, term))
  const sumOf = (name: 'promised' | 'held' | 'paid' | 'owed' | 'due' | 'spent') =>
    each.reduce((sum, figures_) => sum + figures_[name], 0)
  const counting = each.filter(({ counts }) => counts)
  const known = counting.flatMap(({ planned }) => planned ?? [])
  const planned =
    counting.length === 0 ? 0 : known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0)
  const promised = sumOf('promised')
  return {
    planned,
    promised,
    to_find: planned === null ? null : Math.max(0, planned - promised),
    held: sumOf('held'),
    paid: sumOf('paid'),
    owed: sumOf('owed'),
    due: sumOf('due'),
    spent: sumOf('spent'),
  }
}

/** Of a student who is not listed. */
const nothing = { planned: 0, promised: 0, to_find: 0, held: 0, paid: 0, owed: 0, due: 0, spent: 0 }

async function sumsOf({ db }: TestApp, time: FundingTime): Promise<Map<number, StudentSums>> {
  const { rows } = await (await studentSums(db, time)).execute(db)
  return new Map(rows.map((row) => [row.student_id, row]))
}

it('the sums are right for each child, school and term, in any charity', async () => {
  const test = await openWithCast({
    async given({ db }) {
      await addSchool(db)
      await addSchool(db, 'Kyangala Senior School', 'Machakos')
      await addStudents(
        db,
        Array.from({ length: STUDENTS }, () => ({ school_id: 1 })),
      )
      for (const name of ['Form 1', 'Form 2']) await lookupId(db, 'classes', name)
    },
  })
  const client = await test.signIn(cast.administrator)
  await assert(
    asyncProperty(charity, async (invented) => {
      await fill(test, invented)
      const year = await readTime(test.db, { year: YEAR }, '2026-03-02')
      for (const terms of [[1], [2], [3], TERMS]) {
        const chosen = year.terms.filter(({ term_id: id }) => terms.includes(id))
        const sums = await sumsOf(test, { ...year, chosen })
        const all = Array.from({ length: STUDENTS }, (_, index) => index + 1)
        for (const id of all) {
          const wanted = expectedOver(invented, id, terms)
          expect(sums.get(id) ?? nothing, `student ${id}, terms ${terms.join()}`).toMatchObject(wanted)
        }

        const asked = terms.length === 1 ? `&term=${terms[0]}` : ''
        const { body } = await client.get(`/api/funding?year=${YEAR}&size=10${asked}`)
        const { data } = body as {
          data: Record<string, number> & { students: Record<string, number | null>[] }
        }
        for (const name of ['planned', 'promised', 'to_find', 'paid', 'owed', 'spent']) {
          const total = data.students.reduce((sum, row) => sum + Math.round((row[name] ?? 0) * 100), 0)
          expect(Math.round((data[name] ?? 0) * 100), `the total of ${name}`).toBe(total)
        }
      }
    }),
    { numRuns: 25 },
  )
})
