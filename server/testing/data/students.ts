import type { Kysely } from 'kysely'
import sharp from 'sharp'
import type { StudentFacts } from '#contract/students/students.ts'
import { userName } from '#contract/users.ts'
import type { Tables } from '../../database/tables.ts'
import { newKey } from '../../files/fileKey.ts'
import type { Services } from '../../Services.ts'
import { storePairs } from '../../students/duplicates/storePairs.ts'
import { searchColumns } from '../../students/studentRules.ts'
import { orderOf } from '../../users/studentsOfUser.ts'
import { addSchool } from './schools.ts'
import { storeFile } from '../files/storedFile.ts'
import { cast } from './users.ts'

type Db = Kysely<Tables>

type NewStudent = Partial<
  StudentFacts & Pick<Tables['students'], 'status' | 'supporter_id' | 'supporter_name' | 'class_id'>
>

/** For a student who needs no certificate. */
export const withoutExam = { entry_exam: 'None', kcpe: null } as const

/** Few enough for the parameters of one statement on either engine. */
const BATCH = 500

const AT = '2026-01-05T06:00:00.000Z'

/** Adds students before the test begins, by default with the cast's liaison officer. */
export async function addStudents(db: Db, students: NewStudent[]): Promise<number[]> {
  const ids = await insertStudents(db, students)
  await storePairs(db, ids)
  return ids
}

/** The same without the possible duplicates, which an older database has no table for. */
export async function insertStudents(db: Db, students: NewStudent[]): Promise<number[]> {
  const school_id = students.every((student) => student.school_id) ? 0 : await addSchool(db)
  const names = new Map(Object.values(cast).map((user) => [user.id, userName(user)]))
  const { value: before } = await db.selectFrom('counters').select('value').executeTakeFirstOrThrow()
  await db
    .updateTable('counters')
    .set({ value: before + students.length })
    .execute()
  const rows = students.map((student, index) => {
    const number = before + index + 1
    const ref = `EL-${String(number).padStart(4, '0')}`
    const whole = { ...faith, school_id, ...student, number, ref }
    return {
      ...whole,
      ...searchColumns(whole, names.get(whole.liaison_id) ?? ''),
      supporter_order: orderOf(names.get(whole.supporter_id ?? 0) ?? null),
    }
  })
  const ids: number[] = []
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = db
      .insertInto('students')
      .values(rows.slice(from, from + BATCH))
      .returning('id')
    ids.push(...(await batch.execute()).map(({ id }) => id))
  }
  return ids
}

/** Students who are alike. */
export const many = (count: number, student: NewStudent = {}) => Array.from({ length: count }, () => student)

/** Drawn once per worker. */
let picture: Promise<Buffer> | undefined
const drawPicture = () =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: '#557d6a' } })
    .webp()
    .toBuffer()

/** Gives students a picture each, of a single colour. */
export async function givePictures(test: Pick<Services, 'db' | 'files'>, ids: number[]): Promise<void> {
  const bytes = await (picture ??= drawPicture())
  for (const student_id of ids) {
    const key = newKey()
    const about = { purpose: 'picture', student_id, type: 'image/webp', key, thumb_key: key } as const
    const { id } = await storeFile(test, bytes, about)
    await test.db.updateTable('students').set({ picture_id: id }).where('id', '=', student_id).execute()
  }
}

/** The form as a user fills it in. */
export const filledForm = {
  name: 'Faith Atieno Odhiambo',
  dob: '2009-03-12',
  dor: '2023-01-16',
  kcpe: '371',
  ambition: 'Civil engineer',
  siblings: '3',
  languages: 'Dholuo, Kiswahili, English',
  gender: '2',
  category: '1',
  school_id: '1',
  liaison_id: '4',
  background: 'Faith is the second of four children.',
  mother: 'Rose Akinyi',
  father: 'Peter Odhiambo (late)',
  guardian: 'Jane Awuor, aunt',
}

const faith = {
  ...filledForm,
  ...({ entry_exam: 'KCPE', assessment_no: null, pathway: null } as const),
  admission_no: null as string | null,
  guardian_phone: null as string | null,
  kcpe: 371,
  siblings: 3,
  gender: 2,
  category: 1,
  status: 0,
  liaison_id: cast.liaison.id,
  supporter_id: null as number | null,
  supporter_name: null as string | null,
  version: 1,
  created_at: AT,
  created_by: cast.administrator.id,
  updated_at: AT,
  updated_by: cast.administrator.id,
}

/** Restricts the use of these students' records. Returns the query, which the caller executes. */
export const restrictRecords = (db: Db, ids: number[]) =>
  db.insertInto('restrictions').values(
    ids.map((student_id) => ({
      student_id,
      reason: 'The father asks.',
      restricted_on: '2026-03-02',
      restricted_by: cast.director.id,
    })),
  )
