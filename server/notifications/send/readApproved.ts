import { type NotNull, sql } from 'kysely'
import { createHash } from 'node:crypto'
import { VERIFIED } from '#contract/records/records.ts'
import type { LeftOutKind, NotificationPreview, NotificationTime } from '#contract/notifications.ts'
import { USER_DISABLED, userName } from '#contract/users.ts'
import type { Db } from '../../database/connect.ts'
import { pagesOf } from '../../database/inBatches.ts'
import { type RecordKind, recordTable } from '../../database/recordTables.ts'
import { fileUrlIn } from '../../files/fileUrl.ts'
import { isRestricted, reachesSupporter } from '../../privacy/visibility/sharedWithSupporter.ts'

export type ApprovedItem = { kind: RecordKind; id: number; version: number; file_id: number }
export type NotificationStudent = { id: number; ref: string; name: string; items: ApprovedItem[] }
export type Addressee = {
  id: number
  first_name: string
  name: string
  email: string
  students: NotificationStudent[]
}
export type Approved = {
  addressees: Addressee[]
  leftOut: (NotificationStudent &
    Pick<
      NotificationPreview['left_out'][number],
      'reason' | 'supporter_email' | 'school' | 'path' | 'status'
    >)[]
}

/** Records per query: a large charity's term has tens of thousands of them. */
const SLICE = 1_000

/** The term, and the day on which consents are valid or not. */
export type OnDay = NotificationTime & { today: string }

/**
 * The approved records of a term by supporter and student, and the students whose supporter cannot get a letter, or whose
 * records are not shared; with `supporter_id`, only those of this supporter.
 */
export async function readApproved(db: Db, time: OnDay, supporter_id?: number): Promise<Approved> {
  const students = new Map<number, NotificationStudent>()
  const addressees = new Map<number, Addressee>()
  const leftOut: Approved['leftOut'] = []
  for (const kind of ['report', 'receipt'] as const) {
    const read = (last: Cursor) => slice(db, kind, time, last, supporter_id).execute()
    for await (const rows of pagesOf(SLICE, { student_id: 0, id: 0 }, read))
      for (const row of rows) add(kind, row)
  }
  return { addressees: [...addressees.values()].toSorted((a, b) => a.id - b.id), leftOut }

  function add(kind: RecordKind, row: Row): void {
    const { id, version, file_id } = row
    const known = students.get(row.student_id)
    const student = known ?? { id: row.student_id, ref: row.ref, name: row.student, items: [] }
    student.items.push({ kind, id, version, file_id })
    if (known) return
    students.set(student.id, student)
    const { reason, school, path, student_status: status, email: supporter_email } = row
    if (reason) leftOut.push(Object.assign(student, { reason, supporter_email, school, path, status }))
    else addresseeOf(addressees, row).students.push(student)
  }
}

type Cursor = { student_id: number; id: number }
type Row = Awaited<ReturnType<ReturnType<typeof slice>['executeTakeFirstOrThrow']>>

function slice(
  db: Db,
  kind: RecordKind,
  { year_id, term_id, today }: OnDay,
  last: Cursor,
  supporter_id: number | undefined,
) {
  return db
    .selectFrom(recordTable(db, kind))
    .innerJoin('students', 'students.id', 'record.student_id')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .leftJoin('users', 'users.id', 'students.supporter_id')
    .select([
      'record.id',
      'record.version',
      'record.file_id',
      'record.student_id',
      'students.ref',
      'students.name as student',
      'students.status as student_status',
      fileUrlIn('students.picture_id').as('path'),
      'schools.school',
      'students.supporter_id',
      'users.first_name',
      'users.last_name',
      'users.email',
      whyLeftOut(today).as('reason'),
    ])
    .where('record.year_id', '=', year_id)
    .where('record.term_id', '=', term_id)
    .where('record.status', '=', VERIFIED)
    .where('record.file_id', 'is not', null)
    .$narrowType<{ file_id: NotNull }>()
    .where(sql<boolean>`(record.student_id, record.id) > (${last.student_id}, ${last.id})`)
    .orderBy('record.student_id')
    .orderBy('record.id')
    .limit(SLICE)
    .$if(supporter_id !== undefined, (all) => all.where('students.supporter_id', '=', supporter_id ?? 0))
}

/** Why the records of a student are not sent; null if they are. Reads `students` and, left-joined, their supporter in `users`. */
export const whyLeftOut = (today: string) => sql<LeftOutKind | null>`case
  when students.supporter_id is null then 'noSupporter'
  when users.status = ${sql.lit(USER_DISABLED)} then 'disabled'
  when ${isRestricted('students.id')} then 'restricted'
  when ${reachesSupporter('progress', 'students.id', today)} then null
  else 'notShared' end`

/** Whose students have no reason to be left out. */
function addresseeOf(addressees: Map<number, Addressee>, row: Row): Addressee {
  const { supporter_id, email } = row
  const [id, first_name, last_name] = [supporter_id ?? 0, row.first_name ?? '', row.last_name ?? '']
  const known = addressees.get(id)
  const addressee = known ?? {
    id,
    first_name,
    name: userName({ first_name, last_name }),
    email: email ?? '',
    students: [],
  }
  addressees.set(id, addressee)
  return addressee
}

/** A hash of who gets a letter about which versions of which records: if it differs, something has changed. */
export function fingerprintOf(addressees: Addressee[]): string {
  const hash = createHash('sha256')
  for (const { id, email, students } of addressees) {
    hash.update(`${id} ${email}\n`)
    for (const student of students)
      for (const item of student.items) hash.update(`${item.kind} ${item.id} ${item.version}\n`)
  }
  return hash.digest('base64url')
}
