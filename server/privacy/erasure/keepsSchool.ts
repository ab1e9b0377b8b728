import { sql } from 'kysely'
import { ALIKE_ENOUGH } from '#contract/privacy/erasure.ts'
import type { Trx } from '../../database/history.ts'
import { type RecordKind, recordTable } from '../../database/recordTables.ts'

type Student = { id: number; dob: string | null; school_id: number }
type SchoolYear = { school_id: number; year_id: number }

/**
 * Whether an anonymised student's school can stay: enough students have the same school and year of birth, and enough have
 * records of the same year there, because the records keep the school too.
 */
export async function keepsSchool(trx: Trx, student: Student): Promise<boolean> {
  const { school_id, dob } = student
  const { count } = await trx
    .selectFrom('students')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('school_id', '=', school_id)
    .where(sql`substr(dob, 1, 4)`, '=', dob?.slice(0, 4) ?? '')
    .executeTakeFirstOrThrow()
  if (count < ALIKE_ENOUGH) return false
  for (const kind of ['report', 'receipt'] as const) {
    const year_id = await newestYearAt(trx, kind, student)
    if (year_id && !(await haveEnoughRecords(trx, kind, { school_id, year_id }))) return false
  }
  return true
}

/** Whether enough students have records of a year at a school. */
export async function haveEnoughRecords(trx: Trx, kind: RecordKind, { school_id, year_id }: SchoolYear) {
  const { count } = await trx
    .selectFrom(recordTable(trx, kind))
    .select((eb) => eb.fn.count<number>('student_id').distinct().as('count'))
    .where('school_id', '=', school_id)
    .where('year_id', '=', year_id)
    .executeTakeFirstOrThrow()
  return count >= ALIKE_ENOUGH
}

/** The newest year of a student's records at their school. */
export async function newestYearAt(trx: Trx, kind: RecordKind, { id, school_id }: Omit<Student, 'dob'>) {
  const newest = await trx
    .selectFrom(recordTable(trx, kind))
    .innerJoin('years', 'years.id', 'record.year_id')
    .select('record.year_id')
    .where('record.student_id', '=', id)
    .where('record.school_id', '=', school_id)
    .orderBy('years.folded', 'desc')
    .executeTakeFirst()
  return newest?.year_id
}
