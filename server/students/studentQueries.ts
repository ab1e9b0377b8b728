import { type Compilable, sql } from 'kysely'
import type { ListQuery } from '#contract/base/lists.ts'
import {
  ADMINISTRATOR,
  canSearchContacts,
  canSeeEveryStudent,
  canSeeLiaisonAndSupporter,
  LIAISON_OFFICER,
  SUPPORTER,
} from '#contract/permissions.ts'
import { VERIFIED } from '#contract/records/records.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { contains, createList, finds, isNamed, lineContains } from '../database/lists.ts'
import type { Placeholders } from '../database/prepared.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { unauthorized } from '../base/ApiError.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'
import { authorIn, userNameIn } from '../users/userNameIn.ts'
import { onlyShared } from '../privacy/visibility/onlyShared.ts'
import {
  hiddenIn,
  hiddenOf,
  isRestricted,
  reachesSupporter,
} from '../privacy/visibility/sharedWithSupporter.ts'
import { ifShared, type Viewer, visibleStudents } from '../privacy/visibility/visibleStudents.ts'

/**
 * The sort orders of the students list, ties by name. Each has an index that covers the columns that searches
 * read.
 */
const forEverybody = {
  name: ['students.search_all'],
  ref: ['students.number'],
  status: ['students.status', 'students.search_all'],
}
const forStaff = { ...forEverybody, category: ['students.category', 'students.search_all'] }
const orders = {
  ...forStaff,
  liaison: ['students.liaison_order', 'students.search_all'],
  supporter: ['students.supporter_order', 'students.search_all'],
}
type Asked = ListQuery & {
  unsent_year?: number | undefined
  unsent_term?: number | undefined
  restricted?: '1' | undefined
}
/** The user who reads, the day, and the term of a list that is about one. */
export type Viewing = { viewer: number; today: string; year_id: number; term_id: number }
export type Students = ReturnType<typeof visibleStudents>
type Shown<Row, Answered> = {
  role: number
  narrow?: (students: Students, own: Placeholders<Viewing>) => Students
  /** Adds columns to the rows. */
  extend?: (rows: ReturnType<typeof studentRows>, own: Placeholders<Viewing>) => Compilable<Row>
  /** Makes the answered rows. */
  complete?: (rows: Row[]) => Promise<Answered[]>
}
export const NO_TERM = { year_id: 0, term_id: 0 }

/** The list of students as each kind of user may see it. */
export function studentsList(db: Db) {
  const isUnsent = (students: Students, own: Placeholders<Viewing>) =>
    students.where('students.supporter_id', 'is', null).where(hasApproved(db, own))
  const lists = {
    withPeople: createStudentsList(db, { role: ADMINISTRATOR }),
    unsent: createStudentsList(db, { role: ADMINISTRATOR, narrow: isUnsent }),
    restricted: createStudentsList(db, {
      role: ADMINISTRATOR,
      narrow: (students) => students.where(isRestricted('students.id')),
    }),
    plain: createStudentsList(db, { role: LIAISON_OFFICER }),
    own: createStudentsList<StudentRow & { hidden: string }, StudentRow>(db, {
      role: SUPPORTER,
      extend: (rows, own) => rows.select(hiddenIn({ role: SUPPORTER, today: own('today') }).as('hidden')),
      complete: async (rows) => rows.map(({ hidden, ...row }) => onlyShared(row, hiddenOf(hidden))),
    }),
  }
  return async (
    { unsent_year, unsent_term, restricted, ...query }: Asked,
    { id: viewer, role, today }: Actor,
  ) => {
    const seesPeople = canSeeLiaisonAndSupporter(role)
    if (unsent_year && unsent_term) {
      if (!seesPeople) throw unauthorized()
      return lists.unsent(query, { viewer, today, year_id: unsent_year, term_id: unsent_term })
    }
    const viewing = { viewer, today, ...NO_TERM }
    if (restricted) {
      if (!seesPeople) throw unauthorized()
      return lists.restricted(query, viewing)
    }
    if (canSeeEveryStudent(role)) return (seesPeople ? lists.withPeople : lists.plain)(query, viewing)
    return lists.own(query, viewing)
  }
}

export function createStudentsList<Row = StudentRow, Answered = Row>(
  db: Db,
  { role, narrow, extend, complete }: Shown<Row, Answered>,
) {
  const showsPeople = canSeeLiaisonAndSupporter(role)
  return createList<string, Row, Viewing, Answered>(db, {
    // The order of a fact that is not shared would reveal it.
    orders: showsPeople ? orders : role === SUPPORTER ? forEverybody : forStaff,
    id: 'students.id',
    from(own) {
      const seen = visibleStudents(db, { id: own('viewer'), role, today: own('today') })
      return narrow ? narrow(seen, own) : seen
    },
    isFound(search, own) {
      const isAnywhere = contains('students.search_all', search)
      const isOwn = finds('students.search', search)
      // Without the profile a supporter finds a student by the ref only.
      if (role === SUPPORTER)
        return sql`(case when ${reachesSupporter('profile', 'students.id', own('today'))} then ${isOwn}
          else ${lineContains('students.search', 2, search)} end)`
      if (showsPeople)
        return sql`(${isAnywhere} or ${isOwn} or ${isNamed('students.search_all', search, -1)})`
      return canSearchContacts(role)
        ? sql`(${isOwn} or ${contains('students.search_numbers', search)})`
        : isOwn
    },
    rows(own) {
      const rows = studentRows(db, { id: own('viewer'), role, today: own('today') })
      return extend ? extend(rows, own) : rows
    },
    ...(complete && { complete }),
  })
}

/** Whether a record of the term is approved and not sent. */
const hasApproved = (db: Db, own: Placeholders<Viewing>) => {
  const ofTerm = (kind: RecordKind) =>
    db
      .selectFrom(recordTable(db, kind))
      .select('record.student_id')
      .where('record.year_id', '=', own('year_id'))
      .where('record.term_id', '=', own('term_id'))
      .where('record.status', '=', VERIFIED)
  return sql<boolean>`students.id in ${ofTerm('report').union(ofTerm('receipt'))}`
}

export const findStudentRow = (db: Db, id: number, viewer: Actor): Promise<StudentRow> =>
  studentRows(db, viewer).where('students.id', '=', id).executeTakeFirstOrThrow()

const restrictedOn = sql<
  string | null
>`(select restricted_on from restrictions where restrictions.student_id = students.id)`

/** Selects rows in the shape of the answer: mapping each of them would cost a list a tenth of its time. */
function studentRows(db: Db, viewer: Viewer) {
  const own = visibleStudents(db, viewer).select([
    'students.id',
    'ref',
    'name',
    'category',
    'students.status',
    'entry_exam',
    ifShared(fileUrlIn('picture_id'), 'pictures', viewer).as('path'),
    restrictedOn.as('restricted_on'),
    sql<
      string | null
    >`${canSearchContacts(viewer.role) ? sql.ref('students.search_numbers') : sql.lit(null)}`.as('numbers'),
  ])
  if (!canSeeLiaisonAndSupporter(viewer.role)) {
    const noName = sql<string | null>`null`
    return own.select([noName.as('liaison'), noName.as('supporter')])
  }
  return own
    .leftJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .leftJoin('users as supporter', 'supporter.id', 'students.supporter_id')
    .select([authorIn('liaison').as('liaison'), userNameIn('supporter').as('supporter')])
}
