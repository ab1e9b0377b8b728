import { expect } from 'vitest'
import type { AccountForm } from '#contract/money/schoolAccounts.ts'
import type { Payment } from '#contract/money/payments.ts'
import { TERM_1, YEAR } from './money.ts'
import { lookupId } from './records.ts'
import { addSchool } from './schools.ts'
import { addStudents } from './students.ts'
import type { TestApp } from '../testApp.ts'
import { cast } from './users.ts'

const AT = '2026-01-08T06:00:00.000Z'

export const bank = {
  kind: 'bank',
  bank: 'KCB Bank',
  branch: 'Ahero',
  account_name: 'Ahero Girls BOM',
  number: '0102 4471-93',
  number_again: '0102447193',
  heard_from: 'Call with Mr Rono, bursar',
} as const satisfies AccountForm

export const paybill = {
  kind: 'paybill',
  business_number: '522533',
  by: 'word',
  word: 'FEES',
  heard_from: 'Fee structure 2026, page 2',
} as const satisfies AccountForm

/**
 * Four schools: by bank, by Paybill with admission numbers, without an account, and by Paybill with one word. For Term 1 of
 * 2026 they get 20,000, 15,000, 10,000 and 12,000 a student. Students 1 and 2 are at the first; 3 and 4 at the second, 4
 * without an admission number; 5 at the third; 6 at the fourth, without a number; 7 at the first, without a class and so
 * without a plan. The liaison officer has students 1, 3 and 7.
 */
export async function givenTerm(test: TestApp): Promise<void> {
  const { db } = test
  for (const school of ['Ahero Girls', 'Bondo Boys', 'Chavakali High', 'Dago School']) await addSchool(db, school)
  const at = (school_id: number, name: string, admission_no: string | null = null, liaison_id: number = cast.coordinator.id) => ({
    school_id,
    name,
    admission_no,
    liaison_id,
  })
  const { id: own } = cast.liaison
  const ids = await addStudents(db, [
    at(1, 'Achieng Ouma', '4420', own),
    at(1, 'Akinyi Owuor', '4471'),
    at(2, 'Barasa, Wekesa', '0108', own),
    at(2, 'Bisaku Toroitich'),
    at(3, 'Cherono Langat', '3310'),
    at(4, 'Dida Abdi'),
    at(1, 'Esther Mumbua', '4480', own),
  ])
  const class_id = await lookupId(db, 'classes', 'Form 1')
  await db
    .insertInto('student_classes')
    .values(ids.slice(0, 6).map((student_id) => ({ student_id, year_id: YEAR, class_id })))
    .execute()
  await db
    .insertInto('plans')
    .values(
      [20_000, 15_000, 10_000, 12_000].map((to_school, index) => ({
        year_id: YEAR,
        term_id: TERM_1,
        class_id,
        school_id: index + 1,
        amount: 3_000_000,
        to_school: to_school * 100,
        origin: 'typed' as const,
        updated_at: AT,
        updated_by: cast.administrator.id,
      })),
    )
    .execute()
  const checked = { heard_from: 'Letter', set_at: AT, set_by: cast.director.id, checked_at: AT }
  const none = { bank: null, branch: null, account_name: null, number: null }
  const { number_again: _again, ...first } = bank
  await db
    .insertInto('school_accounts')
    .values([
      { school_id: 1, ...first, ...checked, same: 'bank 0102447193' },
      {
        school_id: 2,
        kind: 'paybill',
        ...none,
        business_number: '400222',
        paybill_by: 'admission_no',
        ...checked,
        same: 'paybill 400222',
      },
      {
        school_id: 4,
        kind: 'paybill',
        ...none,
        business_number: '522533',
        paybill_by: 'word',
        word: 'FEES',
        ...checked,
        same: 'paybill 522533 fees',
      },
    ])
    .execute()
}

/** Makes a call as somebody, which must succeed. */
export async function callAs(
  test: TestApp,
  who: 'administrator' | 'director' | 'coordinator' | 'liaison',
  call: string,
  input?: unknown,
): Promise<unknown> {
  const answer = await (await test.signIn(cast[who])).call(call, input)
  expect(answer.status, `${call}: ${answer.text}`).toBe(200)
  return answer.body
}

export async function readPaymentAs(
  test: TestApp,
  who: 'administrator' | 'director' | 'coordinator' = 'director',
  id = 1,
): Promise<Payment> {
  return ((await callAs(test, who, `GET /api/payments/${id}`)) as { data: Payment }).data
}

/** A draft of the coordinator. */
export async function givenDraft(test: TestApp): Promise<void> {
  await givenTerm(test)
  await callAs(test, 'coordinator', 'POST /api/payments', { year_id: YEAR, term_id: TERM_1 })
}

/** The same, sent for approval. */
export async function givenSent(test: TestApp): Promise<void> {
  await givenDraft(test)
  await callAs(test, 'coordinator', 'POST /api/payments/1/ready')
}

/** Every point of a payment, ticked. */
export const ticksOf = ({ points }: Payment) =>
  points.map(({ key, kind }) => ({ key, spoke_to: kind === 'account' ? 'Mr Rono, bursar' : null }))

export async function approve(test: TestApp, id = 1): Promise<void> {
  const payment = await readPaymentAs(test, 'director', id)
  const { version } = payment
  await callAs(test, 'director', `POST /api/payments/${id}/approve`, { version, ticks: ticksOf(payment) })
}

/** The same, approved by the director. */
export async function givenApproved(test: TestApp): Promise<void> {
  await givenSent(test)
  await approve(test)
}

/** The same; the first school was paid. */
export async function givenPaid(test: TestApp): Promise<void> {
  await givenApproved(test)
  await callAs(test, 'coordinator', 'POST /api/payments/1/paid', {
    schools: [1],
    on: '2026-03-01',
    reference: 'FT26014X8KQ2',
  })
}
