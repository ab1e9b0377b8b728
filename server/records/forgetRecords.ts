import { sql } from 'kysely'
import { SENT } from '#contract/records/records.ts'
import type { Trx } from '../database/history.ts'
import type { Forgotten } from '../database/studentData.ts'
import { haveEnoughRecords, newestYearAt } from '../privacy/erasure/keepsSchool.ts'
import { schoolNotShown } from '../schools/schoolNotShown.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'

/** The first instant of an instant's year. */
const yearOnly = (column: 'created_at' | 'updated_at') =>
  sql<string>`substr(${sql.ref(column)}, 1, 4) || '-01-01T00:00:00.000Z'`

/** The columns that both kinds of record empty. Class, marks and amounts stay, because the annual reports add them up. */
export const emptyRecord = {
  liaison_comment: '',
  remark: null,
  file_id: null,
  // It can no longer be verified or sent.
  status: SENT,
  created_at: yearOnly('created_at'),
  updated_at: yearOnly('updated_at'),
  // The authors could identify the child.
  created_by: null,
  entered_by: null,
  verified_by: null,
}

/**
 * Moves records to the school that is not shown, unless enough other students have records of the same year at their school.
 * Records of the newest year at the student's own school move with the student, whose row was emptied before.
 */
export async function moveRecords(trx: Trx, kind: RecordKind, student: Forgotten['student']): Promise<void> {
  const { id: student_id } = student
  const { school_id: shown } = await trx
    .selectFrom('students')
    .select('school_id')
    .where('id', '=', student_id)
    .executeTakeFirstOrThrow()
  const hidden = shown === student.school_id ? undefined : await newestYearAt(trx, kind, student)
  const places = await trx
    .selectFrom(recordTable(trx, kind))
    .select(['school_id', 'year_id'])
    .distinct()
    .where('student_id', '=', student_id)
    .execute()
  for (const place of places) {
    const { school_id, year_id } = place
    const isHidden = school_id === student.school_id && year_id === hidden
    if (!isHidden && (await haveEnoughRecords(trx, kind, place))) continue
    await trx
      .updateTable(recordTable(trx, kind))
      .set({ school_id: await schoolNotShown(trx, school_id) })
      .where('student_id', '=', student_id)
      .where('school_id', '=', school_id)
      .where('year_id', '=', year_id)
      .execute()
  }
}
