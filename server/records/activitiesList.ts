import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import type { ListQuery } from '#contract/base/lists.ts'
import { compareNames } from '#contract/lookups.ts'
import { canSeeLiaisonAndSupporter, canSeeUnverified, canVerifyRecords } from '#contract/permissions.ts'
import {
  type ListTerms,
  type StudentTerm,
  type TermFilter,
  recordStates,
  UNVERIFIED,
} from '#contract/records/records.ts'
import { STUDENT_ACTIVE, type StudentRow } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { unauthorized } from '../base/ApiError.ts'
import { lacksRecord } from './lacksRecord.ts'
import { findNewestTerm } from '../lookups/newestTerms.ts'
import { type RecordKind, recordTable } from '../database/recordTables.ts'
import { waitingRecords } from './unverifiedRecords.ts'
import type { Services } from '../Services.ts'
import { createStudentsList, NO_TERM, type Students, type studentsList } from '../students/studentQueries.ts'
import { visibleStudents } from '../privacy/visibility/visibleStudents.ts'

type Needed = Pick<Services, 'db' | 'config'>
type Filters = { only?: TermFilter | undefined; mine?: '1' | undefined }
type Asked = ListQuery & Filters & { of?: RecordKind | undefined }
/** Numbers, or placeholders in a prepared query. */
type Values = Record<'viewer' | 'year_id' | 'term_id', number | RawBuilder<number>>

/**
 * The students of Academics, Finance and Gallery. For a kind of record each row has the states of the newest year's
 * terms. Supporters may not ask for them: even a missing state would reveal a record that is not verified.
 */
export function activitiesList(services: Needed, listStudents: ReturnType<typeof studentsList>) {
  const lists = new Map<string, ReturnType<typeof createTermsList>>()
  return async ({ of, only, mine, ...query }: Asked, actor: Actor) => {
    if (!of) return listStudents(query, actor)
    checkFilter(actor, only)
    const newest = await findNewestTerm(services.db, of, actor.today)
    const filters = { mine, only: newest ? only : undefined }
    const key = [canSeeLiaisonAndSupporter(actor.role), of, filters.only, mine].join(' ')
    const list = lists.get(key) ?? createTermsList(services, actor.role, of, filters)
    lists.set(key, list)

    const { year_id, term_id } = newest ?? NO_TERM
    return list(query, { viewer: actor.id, today: actor.today, year_id, term_id })
  }
}

function checkFilter({ role }: Actor, only: TermFilter | undefined): void {
  if (!canSeeUnverified(role) || (only === 'waiting' && !canVerifyRecords(role))) throw unauthorized()
}

const createTermsList = (services: Needed, role: number, of: RecordKind, filters: Filters) =>
  createStudentsList<StudentRow & { terms: string | null }, StudentRow & { terms: StudentTerm[] }>(
    services.db,
    {
      role,
      narrow: (students, own) =>
        filtered(services, students, of, filters, {
          viewer: own('viewer'),
          year_id: own('year_id'),
          term_id: own('term_id'),
        }),
      extend: (rows, own) => rows.select(statesIn(services.db, of, own('year_id')).as('terms')),
      async complete(rows) {
        const termsOf = createReader()
        return rows.map((row) => Object.assign(row as StudentRow, { terms: termsOf(row.terms) }))
      },
    },
  )

/** The records of a student in the newest year, as `term:state` with the state's place in `recordStates`. */
const statesIn = (db: Db, of: RecordKind, year_id: RawBuilder<number>) =>
  db
    .selectFrom(recordTable(db, of))
    .select(
      sql<string | null>`string_agg(record.term_id || ':' || case
        when record.status <> ${sql.lit(UNVERIFIED)} then record.status + 1
        when record.remark is null then 1
        else 0 end, ',')`.as('states'),
    )
    .where(sql<boolean>`record.student_id = students.id`)
    .where('record.year_id', '=', year_id)

/** Reads the texts of `statesIn`. Each text is read once, because most students of a list have the same. */
function createReader() {
  const known = new Map<string, StudentTerm[]>()
  return (text: string | null): StudentTerm[] => {
    if (text === null) return []
    const terms = known.get(text) ?? readStates(text)
    known.set(text, terms)
    return terms
  }
}

function readStates(text: string): StudentTerm[] {
  const records = text.split(',').map((record) => record.split(':').map(Number))
  return [...Map.groupBy(records, ([term_id = 0]) => term_id)].map(([term_id, ofTerm]) => {
    const states = ofTerm.map(([, state = 0]) => state)
    const least = Math.min(...states)
    const in_state = states.filter((state) => state === least).length
    return { term_id, state: recordStates[least] ?? 'sent', records: states.length, in_state }
  })
}

function filtered(
  services: Needed,
  students: Students,
  of: RecordKind,
  { only, mine }: Filters,
  { viewer, year_id, term_id }: Values,
): Students {
  const { db } = services
  const own = mine ? students.where('students.liaison_id', '=', viewer) : students
  if (only === 'waiting')
    return own.where(
      'students.id',
      'in',
      waitingRecords(services, of, { id: viewer })
        .where('record.year_id', '=', year_id)
        .where('record.term_id', '=', term_id)
        .select('record.student_id'),
    )
  if (only === undefined) return own
  return own
    .where('students.status', '=', sql.lit(STUDENT_ACTIVE))
    .where(lacksRecord(db, of, { year_id, term_id }))
}

/**
 * The terms of the newest year, up to the newest one with records of the kind, because later ones have not begun. Also the number
 * of students that each filter of the list finds. Null before the first record.
 */
export async function findListTerms(
  services: Needed,
  { of, mine }: { of: RecordKind; mine?: '1' | undefined },
  { id: viewer, role, today }: Actor,
): Promise<ListTerms | null> {
  const { db } = services
  const newest = await findNewestTerm(db, of, today)
  if (!newest) return null
  const terms = await db.selectFrom('terms').select(['id', 'term_name']).execute()
  const values = { viewer, year_id: newest.year_id, term_id: newest.term_id }
  const countOf = (filters: Filters): AliasableExpression<number> =>
    filtered(services, visibleStudents(db, { id: viewer, role, today }), of, filters, values)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .$asScalar()
  const waiting: AliasableExpression<number | null> = canVerifyRecords(role)
    ? countOf({ only: 'waiting', mine })
    : sql<null>`null`
  const counts = await db
    .selectNoFrom([
      countOf({ only: 'lacking', mine }).as('lacking'),
      waiting.as('waiting'),
      countOf({ mine: '1' }).as('mine'),
    ])
    .executeTakeFirstOrThrow()
  return {
    year_id: newest.year_id,
    year_name: newest.year_name,
    terms: terms
      .filter(({ term_name }) => compareNames(term_name, newest.term_name) <= 0)
      .toSorted((a, b) => compareNames(a.term_name, b.term_name)),
    ...counts,
  }
}
