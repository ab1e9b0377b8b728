import { addSchool } from '../data/schools.ts'
import { addStudents } from '../data/students.ts'
import { lookupId } from '../data/records.ts'
import { cast } from '../data/users.ts'
import type { TestApp } from '../testApp.ts'

/** Faith (1) and a Mary Wanjiru (2) at one school, Mary Wanjiru (3) at another, Grace (4), who has left. */
export async function givenPast({ db }: TestApp): Promise<void> {
  const nyando = await addSchool(db)
  const moi = await addSchool(db, 'Moi Girls', 'Eldoret')
  await addStudents(db, [
    { school_id: nyando, supporter_id: cast.supporter.id },
    { name: 'Mary Wanjiru', school_id: nyando },
    { name: 'Mary Wanjiru', school_id: moi },
    { name: 'Grace Achieng', school_id: nyando, status: 1 },
  ])
  await lookupId(db, 'years', '2019')
}

export type Reason = [row: number, field: string, value: unknown, message: string]

/** The errors that a check answers. */
export const reasons = (errors: Reason[]) =>
  errors.map(([row, field, value, message]) => ({ row, field, value, message }))

/** The stored rows of imported records. */
export const storedRecords = (test: TestApp, table: 'reports' | 'receipts') =>
  test.db.selectFrom(table).selectAll().orderBy('id').execute()
