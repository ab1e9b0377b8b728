import type { Db } from '../../database/connect.ts'
import { lookupId } from './records.ts'

type PaidLine = { student_id: number; amount: number; on: string; by: number; term?: string; year?: string }

/** Adds a payment to a student's school, paid on a day; returns the id of its line. */
export async function addPaidLine(db: Db, { student_id, amount, on, by, ...time }: PaidLine): Promise<number> {
  const year_id = await lookupId(db, 'years', time.year ?? '2026')
  const term_id = await lookupId(db, 'terms', time.term ?? 'Term 1')
  const at = `${on}T06:00:00.000Z`
  const { payments } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('payments'))
    .executeTakeFirstOrThrow()
  const { id: payment_id } = await db
    .insertInto('payments')
    .values({
      number: payments + 1,
      year_id,
      term_id,
      state: 'approved',
      version: 1,
      is_approved_alone: 0,
      created_at: at,
      created_by: by,
      approved_at: at,
      approved_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const transfer = { payment_id, paid_on: on, reference: 'FT26014X8KQ2', noted_at: at, noted_by: by }
  const { id: transfer_id } = await db
    .insertInto('transfers')
    .values(transfer)
    .returning('id')
    .executeTakeFirstOrThrow()
  const student = await db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'school_id')
    .select(['name', 'school_id', 'school'])
    .where('students.id', '=', student_id)
    .executeTakeFirstOrThrow()
  const line = await db
    .insertInto('payment_lines')
    .values({ payment_id, student_id, ...student, amount: amount * 100, is_left_out: 0, transfer_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return line.id
}
