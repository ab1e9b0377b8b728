import type { Kysely } from 'kysely'
import type { SessionUser } from '#contract/auth.ts'
import { dayOf } from '#contract/day.ts'
import { canSeeEveryStudent, canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import { ageOn, type Student } from '#contract/students.ts'
import { userName } from '#contract/users.ts'
import type { Tables } from '../database/tables.ts'
import { fileUrl } from '../files/fileUrl.ts'
import { notFound } from '../http/ApiError.ts'
import { listYears } from '../records/recordRows.ts'

type Db = Kysely<Tables>

/** A student as a viewer may see them; one they may not see is as if not there. */
export async function findStudent(db: Db, id: number, viewer: SessionUser, today: Date): Promise<Student> {
  const row = await studentRow(db, id)
  if (!row || !(canSeeEveryStudent(viewer.role) || row.supporter_id === viewer.id)) throw notFound()

  const {
    liaison_first,
    liaison_last,
    supporter_first,
    supporter_last,
    picture_id,
    certificate_id,
    ...student
  } = row
  const seesSupporter = canSeeLiaisonAndSupporter(viewer.role)
  return {
    ...student,
    liaison: userName({ first_name: liaison_first, last_name: liaison_last }),
    supporter_id: seesSupporter ? row.supporter_id : null,
    supporter: seesSupporter && supporter_first !== null ? `${supporter_first} ${supporter_last}` : null,
    path: fileUrl(picture_id),
    cert: fileUrl(certificate_id),
    age: ageOn(row.dob, dayOf(today)),
    annual_rep: await listYears(db, 'report', id, viewer),
    annual_finance: await listYears(db, 'receipt', id, viewer),
  }
}

const studentRow = (db: Db, id: number) =>
  db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .leftJoin('users as supporter', 'supporter.id', 'students.supporter_id')
    .select([
      'students.id',
      'ref',
      'name',
      'category',
      'students.status',
      'gender',
      'dob',
      'dor',
      'kcpe',
      'ambition',
      'siblings',
      'languages',
      'school_id',
      'schools.school',
      'background',
      'mother',
      'father',
      'guardian',
      'liaison_id',
      'supporter_id',
      'picture_id',
      'certificate_id',
      'version',
      'liaison.first_name as liaison_first',
      'liaison.last_name as liaison_last',
      'supporter.first_name as supporter_first',
      'supporter.last_name as supporter_last',
    ])
    .where('students.id', '=', id)
    .executeTakeFirst()
