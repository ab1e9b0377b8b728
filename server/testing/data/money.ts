import type { Category } from '#contract/records/receipts.ts'
import { addReceipts, lookupId } from './records.ts'
import { addSchool } from './schools.ts'
import { addStudents } from './students.ts'
import type { TestApp } from '../testApp.ts'
import { cast } from './users.ts'

export const [YEAR, TERM_1, TERM_2, TERM_3] = [1, 1, 2, 3]

/**
 * Two schools; students 1 and 2 of Form 1 at the first, whom the liaison officer has, 3 of Form 1 at the second, and 4 without
 * a class. The year is 2026, whose newest term is Term 1. Form 1 of the first school has a plan.
 */
export async function givenCharity(test: TestApp): Promise<void> {
  const { db } = test
  await addSchool(db)
  await addSchool(db, 'Kyangala Senior School', 'Machakos')
  const liaison_id = cast.liaison.id
  await addStudents(db, [
    { school_id: 1, liaison_id, name: 'Achieng Ouma', supporter_id: cast.supporter.id },
    { school_id: 1, liaison_id, name: 'Barasa Wekesa' },
    { school_id: 2, liaison_id: cast.coordinator.id, name: 'Dennis Mutiso' },
    { school_id: 2, liaison_id: cast.coordinator.id, name: 'Esther Mumbua' },
  ])
  const tuition = (cost: number): [Category, string, number] => ['Tuition Fees', 'Fees', cost]
  await addReceipts(test, [
    { student_id: 1, items: [tuition(200), ['Transport', 'Bus', 50]] },
    { student_id: 2, items: [tuition(100)] },
    { student_id: 3, items: [tuition(70)] },
  ])
  const form_1 = await lookupId(db, 'classes', 'Form 1')
  const plan = { year_id: YEAR, school_id: 1, class_id: form_1, origin: 'typed' as const }
  const saved = { updated_at: '2026-01-08T06:00:00.000Z', updated_by: cast.administrator.id }
  await db
    .insertInto('plans')
    .values(
      [30_000, 20_000, 10_000].map((amount, index) =>
        Object.assign({ term_id: index + 1, amount: amount * 100, to_school: amount * 80 }, plan, saved),
      ),
    )
    .execute()
}

export const promise = {
  source: 'Machakos County bursary',
  amount: 6_000,
  from_year_id: YEAR,
  from_term_id: TERM_1,
}
