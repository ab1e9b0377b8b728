import { sql } from 'kysely'
import type { ListQuery } from '#contract/base/lists.ts'
import type { ConsentCounts, ConsentFilter, ConsentRow } from '#contract/privacy/consents.ts'
import { studentConsents, type StudentConsent } from '#contract/privacy/consentWords.ts'
import { canSeeErasures } from '#contract/permissions.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../../database/connect.ts'
import type { Actor } from '../../database/history.ts'
import { contains, createList, finds, type Search } from '../../database/lists.ts'
import type { Placeholders } from '../../database/prepared.ts'
import { fileUrlIn } from '../../files/fileUrl.ts'
import {
  consentStateIn,
  consentUntil,
  endsSoonIn,
  isRefusedSince,
  needsActionIn,
  publicationIn,
  soonAfter,
  yearBefore,
} from '../visibility/studentConsent.ts'
import { userNameIn } from '../../users/userNameIn.ts'

type Own = { today: string; soon: string; year_ago: string; school: number }
type Asked = ListQuery & { state?: ConsentFilter | undefined; school?: number | undefined }

/** The active students by the state of their consent. */
export function consentsList(db: Db) {
  const lists = new Map<string, ReturnType<typeof createConsentsList>>()
  return async ({ state, school, ...query }: Asked, { role, today }: Actor) => {
    const seesErasures = canSeeErasures(role)
    const key = `${state} ${school !== undefined} ${seesErasures}`
    const list = lists.get(key) ?? createConsentsList(db, state, school !== undefined, seesErasures)
    lists.set(key, list)
    const own = { today, soon: soonAfter(today), year_ago: yearBefore(today), school: school ?? 0 }
    return list(query, own)
  }
}

type Row = Omit<ConsentRow, 'ends_soon'> & { ends_soon: number }

const createConsentsList = (
  db: Db,
  filter: ConsentFilter | undefined,
  ofSchool: boolean,
  seesErasures: boolean,
) =>
  createList<'name' | 'ref' | 'liaison' | 'school', Row, Own, ConsentRow>(db, {
    orders: {
      name: ['students.search_all'],
      ref: ['students.number'],
      liaison: ['students.liaison_order', 'students.search_all'],
      school: ['schools.search', 'schools.id', 'students.search_all'],
    },
    id: 'students.id',
    from(own, column) {
      const students = studentsBy(db, column)
      const some = ofSchool ? students.where('students.school_id', '=', own('school')) : students
      return filter === 'erasure'
        ? some.where('state.erasure_on', 'is not', null)
        : some.where('students.status', '=', sql.lit(STUDENT_ACTIVE)).where(isWanted(filter, own))
    },
    isFound,
    rows: (own) => rowsOf(db, own),
    complete: async (rows) =>
      rows.map(({ ends_soon, erasure_on, ...row }) =>
        Object.assign(row, { ends_soon: ends_soon === 1, erasure_on: seesErasures ? erasure_on : null }),
      ),
  })

const withStates = (db: Db) =>
  db.selectFrom('students').leftJoin('consent_states as state', 'state.student_id', 'students.id')

const studentsBy = (db: Db, column: string) =>
  column === 'school'
    ? withStates(db).innerJoin('schools', 'schools.id', 'students.school_id')
    : withStates(db)

function isWanted(filter: Exclude<ConsentFilter, 'erasure'> | undefined, own: Placeholders<Own>) {
  const [today, soon] = [own('today'), own('soon')]
  if (filter === undefined) return sql<boolean>`true`
  if (filter === 'ends_soon') return sql<boolean>`${endsSoonIn(today, soon)} = 1`
  if (filter === 'refused_long') return isRefusedSince(today, own('year_ago'))
  if (filter === 'needs_action') return needsActionIn(today, soon)
  return sql<boolean>`${consentStateIn(today)} = ${sql.lit(filter)}`
}

/** By name, ref or school. */
const isFound = (search: Search) =>
  sql<boolean>`(${finds('students.search', search)} or students.school_id in
    (select id from schools where ${contains('schools.search', search)}))`

const rowsOf = (db: Db, own: Placeholders<Own>) =>
  withStates(db)
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .select([
      'students.id',
      'ref',
      'name',
      'students.status',
      'students.dob',
      fileUrlIn('picture_id').as('path'),
      'schools.school',
      userNameIn('liaison').$castTo<string>().as('liaison'),
      consentStateIn(own('today')).as('state'),
      endsSoonIn(own('today'), own('soon')).as('ends_soon'),
      consentUntil.as('until'),
      publicationIn(own('today')).as('publication'),
      'state.erasure_on',
    ])

type Counted = ConsentCounts & { school_id: number; school: string }

/** How many active students have which state: in all, and by school. */
export async function countConsents(db: Db, { role, today }: Actor) {
  const states = withStates(db)
    .select([
      'school_id',
      consentStateIn(today).as('consent'),
      endsSoonIn(today, soonAfter(today)).as('soon'),
      sql<number>`case when state.publication >= ${today} then 1 else 0 end`.as('published'),
    ])
    .where('students.status', '=', STUDENT_ACTIVE)
    .as('student')
  const countIf = (state: StudentConsent) =>
    sql<number>`count(case when consent = ${sql.lit(state)} then 1 end)`.as(state)
  const schools: Counted[] = await db
    .selectFrom(states)
    .innerJoin('schools', 'schools.id', 'student.school_id')
    .select((eb) => [
      'school_id',
      'schools.school',
      eb.fn.countAll<number>().as('students'),
      countIf('full'),
      countIf('some_refused'),
      countIf('ended'),
      countIf('not_recorded'),
      sql<number>`cast(sum(soon) as integer)`.as('ends_soon'),
      sql<number>`cast(sum(published) as integer)`.as('publication'),
    ])
    .groupBy(['school_id', 'schools.school', 'schools.search'])
    .orderBy('schools.search')
    .orderBy('school_id')
    .execute()
  const none = { students: 0, ...noState, ends_soon: 0, publication: 0 }
  const all = schools.reduce<ConsentCounts>((sum, school) => {
    for (const name of Object.keys(none) as (keyof ConsentCounts)[]) sum[name] += school[name]
    return sum
  }, none)
  return { all, schools, erasures: canSeeErasures(role) ? await countErasures(db) : null }
}

const noState = Object.fromEntries(Object.keys(studentConsents).map((state) => [state, 0])) as Record<
  StudentConsent,
  number
>

async function countErasures(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('consent_states')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('erasure_on', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
