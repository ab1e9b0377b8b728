import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { namesOf } from '#contract/base/fields.ts'
import {
  type FundingFigures,
  type FundingFilter,
  type FundingQuery,
  type FundingRow,
  type FundingTotals,
  LATE_DAYS,
} from '#contract/money/funding.ts'
import { canSeeFunding } from '#contract/permissions.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { mapInBatches } from '../database/inBatches.ts'
import { askedSort, finds, rowsAsked, searchOf } from '../database/lists.ts'
import { fileUrlIn } from '../files/fileUrl.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { studentSums, type StudentSums } from './studentSums.ts'
import { findPresentAndNext, type FundingTime, readTime, shownTerms } from './terms.ts'

/** A liaison officer sees their own students. */
export const ownStudents = ({ id, role }: Pick<Actor, 'id' | 'role'>): RawBuilder<SqlBool> =>
  canSeeFunding(role) ? sql`1 = 1` : sql`students.liaison_id = ${id}`

/** Unknown sums come before all others on both engines. */
const sum = (name: string) => sql`coalesce(${sql.ref(`figures.${name}`)}, -1)`
const sorts = {
  name: sql`students.search_all`,
  school: sql`schools.search`,
  planned: sum('planned'),
  promised: sum('promised'),
  to_find: sum('to_find'),
  paid: sum('paid'),
  owed: sum('owed'),
  spent: sum('spent'),
}
const sortNames = Object.keys(sorts) as [keyof typeof sorts, ...(keyof typeof sorts)[]]

const count = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`
const total = (name: string) => sql`coalesce(sum(${sql.ref(name)}), 0)`
const isOverPlan = sql<SqlBool>`promised > planned`
const isWithoutPlan = sql<SqlBool>`(counts = 1 and planned is null)`
const isActiveWithoutPlan = sql<SqlBool>`(${isWithoutPlan} and status = ${sql.lit(STUDENT_ACTIVE)})`

const amounts = {
  planned: total('planned'),
  promised: total('promised'),
  to_find: total('to_find'),
  paid: total('paid'),
  owed: total('owed'),
  spent: total('spent'),
  surplus: sql`coalesce(sum(case when ${isOverPlan} then promised - planned else 0 end), 0)`,
  promised_without_plan: sql`coalesce(sum(case when ${isWithoutPlan} then promised else 0 end), 0)`,
}
const counts = {
  of: count(sql`counts = 1`),
  not_covered: count(sql`to_find > 0`),
  no_plan: count(isWithoutPlan),
  over_plan: count(isOverPlan),
  owed_unknown: count(sql`owed_known = 0`),
}

const asColumns = (columns: Record<string, RawBuilder<unknown>>) =>
  sql.join(Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.ref(`all_${name}`)}`))

/** The sums of several students, added up student by student, as columns of a query. */
export const totalColumns = asColumns({ ...amounts, ...counts })

type All<Names extends string> = Record<`all_${Names}`, number>
export type TotalRow = All<keyof FundingTotals>

/** These totals in shillings. */
export function shownTotals(row: TotalRow): FundingTotals {
  const shown = [
    ...namesOf(amounts).map((name) => [name, toShillings(row[`all_${name}`])]),
    ...namesOf(counts).map((name) => [name, row[`all_${name}`]]),
  ]
  return Object.fromEntries(shown) as FundingTotals
}

/** Promises that are paid to the charity, of which less came in than promised for terms that opened so many days ago. */
export const lateIn = ({ chosen }: FundingTime) => {
  const late = chosen.filter(({ days_open }) => (days_open ?? 0) >= LATE_DAYS)
  if (late.length === 0) return undefined
  const parts = late.map(
    ({ key, year_id, term_id }) => sql`
      select commitments.id, commitments.student_id, amount, ${sql.lit(term_id)} as term_id, ${sql.lit(key)} as term_key,
        coalesce((select sum(received.amount) from received where commitment_id = commitments.id
          and received.year_id = ${sql.lit(year_id)} and received.term_id = ${sql.lit(term_id)}), 0) as received
      from commitments join students on students.id = commitments.student_id
      where starts <= ${sql.lit(key)} and ends >= ${sql.lit(key)} and pays_school = 0
        and (students.status = ${sql.lit(STUDENT_ACTIVE)} or students.left_after >= ${sql.lit(key)})`,
  )
  return sql`select * from (${sql.join(parts, sql` union all `)}) as expected where received < amount`
}

/** Promises for Active students whose last term is the present or the next one, and which nothing follows. */
export async function endingSoon(db: Db, today: string) {
  const ends = (await findPresentAndNext(db, today)).map(({ key }) => sql.lit(key))
  return sql`
    select commitments.id, commitments.student_id, amount, ends as term_key from commitments
    join students on students.id = commitments.student_id
    where ends in (${ends.length > 0 ? sql.join(ends) : sql`null`})
      and end_reason is null and students.status = ${sql.lit(STUDENT_ACTIVE)}
      and not exists (select 1 from commitments as later where later.student_id = commitments.student_id
        and later.ends > commitments.ends and (later.supporter_id = commitments.supporter_id
          or later.source = commitments.source))`
}

/** Active students with a plan, whom nobody supports. */
export const isWaiting = sql<SqlBool>`(figures.status = ${sql.lit(STUDENT_ACTIVE)} and planned is not null
  and promised = 0 and has_supporter = 0)`

type Found = TotalRow &
  All<'found' | 'owed_students' | 'late' | 'ends_soon' | 'waiting' | 'no_class' | 'no_fees'> &
  (StudentSums | { student_id: null })

/** The students with their sums, all or a page, and the totals of all. Search and filter do not change the totals. */
export async function listFunding(db: Db, query: FundingQuery, actor: Actor) {
  const { filter, school } = query
  const { isWhole, rows: asked } = rowsAsked(query)
  const time = await readTime(db, query, actor.today)
  const seesPromises = canSeeFunding(actor.role)
  const isIn = (promises: RawBuilder<unknown> | undefined) =>
    promises && seesPromises
      ? sql<SqlBool>`figures.student_id in (select student_id from (${promises}) as promises)`
      : sql<SqlBool>`1 = 0`
  const late = lateIn(time)
  const ending = await endingSoon(db, actor.today)
  const countOf = (promises: RawBuilder<unknown> | undefined) =>
    promises && seesPromises
      ? sql`(select count(distinct promises.id) from (${promises}) as promises
          where promises.student_id in (select student_id from figures))`
      : sql`0`
  const filters: Record<FundingFilter, RawBuilder<SqlBool>> = {
    not_covered: sql`to_find > 0`,
    no_plan: isWithoutPlan,
    over_plan: isOverPlan,
    owed: sql`owed > 0`,
    late: isIn(late),
    ends_soon: isIn(ending),
    waiting: isWaiting,
  }
  const search = searchOf(query.search ?? '')
  const conditions = [
    filter ? filters[filter] : sql`1 = 1`,
    search ? finds('students.search', search) : sql`1 = 1`,
  ]
  const { column, direction } = askedSort(query.sort, { sorts: sortNames })
  const order = (first: RawBuilder<unknown>) =>
    sql`${first} ${sql.raw(direction)}, student_id ${sql.raw(direction)}`
  const of = school
    ? sql<SqlBool>`(${ownStudents(actor)} and students.school_id = ${school})`
    : ownStudents(actor)

  const { rows } = await sql<Found>`
    with figures as materialized (${await studentSums(db, time, { of })}),
    found as (select figures.*, ${sorts[column]} as sorted_by from figures
      join students on students.id = figures.student_id
      join schools on schools.id = figures.school_id where ${sql.join(conditions, sql` and `)}),
    paged as (select * from found order by ${order(sql`sorted_by`)} ${asked}),
    totals as (select ${totalColumns}, ${asColumns({
      owed_students: count(filters.owed),
      late: countOf(late),
      ends_soon: countOf(ending),
      waiting: count(isWaiting),
      no_class: count(sql`(${isActiveWithoutPlan} and class_id is null)`),
      no_fees: count(sql`(${isActiveWithoutPlan} and class_id is not null)`),
      found: search ? sql`(select count(*) from found)` : filter ? count(filters[filter]) : sql`count(*)`,
    })} from figures)
    select * from totals left join paged on 1 = 1 order by ${order(sql`sorted_by`)}`.execute(db)
  const [all] = rows
  if (!all) throw new Error('A sum without groups has one row.')
  const sums = rows.filter((row): row is Found & StudentSums => row.student_id !== null)
  return {
    data: {
      year_id: time.year_id,
      year: time.year,
      term_id: time.term_id,
      terms: shownTerms(time),
      ...shownTotals(all),
      counts: {
        owed: all.all_owed_students,
        late: all.all_late,
        ends_soon: all.all_ends_soon,
        waiting: all.all_waiting,
        no_class: all.all_no_class,
        no_fees: all.all_no_fees,
      },
      students: await mapInBatches(sums, (some) => withFacts(db, time, some, seesPromises)),
    },
    meta: { total: all.all_found, whole: isWhole },
  }
}

/** Adds names to the sums of some students. */
async function withFacts(
  db: Db,
  time: FundingTime,
  sums: StudentSums[],
  seesPromises: boolean,
): Promise<FundingRow[]> {
  const ids = sums.map(({ student_id }) => student_id)
  const facts = await db
    .selectFrom('students')
    .innerJoin('schools', 'schools.id', 'students.school_id')
    .select(['students.id', 'ref', 'name', 'school', fileUrlIn('picture_id').as('path')])
    .where('students.id', 'in', ids)
    .execute()
  const classes = await db.selectFrom('classes').select(['id', 'class_name']).execute()
  const promises = seesPromises ? await promisesBy(db, time, ids) : []
  const byId = new Map(facts.map((fact) => [fact.id, fact]))
  const classNames = new Map(classes.map(({ id, class_name }) => [id, class_name]))
  return sums.map((row) => {
    const { ref = '', name = '', path = null, school = '' } = byId.get(row.student_id) ?? {}
    return {
      student_id: row.student_id,
      ref,
      name,
      path,
      status: row.status,
      school_id: row.school_id,
      school,
      class: classNames.get(row.class_id ?? 0) ?? null,
      ...shownFigures(row),
      owed_known: row.owed_known === 1,
      has_own_plan: row.has_own === 1,
      over: time.chosen.flatMap(({ term_id }) => {
        const amount = row[`over_${term_id}`] ?? 0
        return amount > 0 ? [{ term_id, amount: toShillings(amount) }] : []
      }),
      by: promises.filter(({ student_id }) => student_id === row.student_id).map(({ by }) => by),
    }
  })
}

const shillingsOrNull = (cents: number | null) => (cents === null ? null : toShillings(cents))

export const shownFigures = (row: StudentSums): FundingFigures => ({
  planned: shillingsOrNull(row.planned),
  promised: toShillings(row.promised),
  to_find: shillingsOrNull(row.to_find),
  paid: toShillings(row.paid),
  owed: toShillings(row.owed),
  spent: toShillings(row.spent),
})

/** Who promised something for the chosen terms, once for each student. */
async function promisesBy(db: Db, { chosen }: FundingTime, ids: number[]) {
  const rows = await db
    .selectFrom('commitments')
    .leftJoin('users', 'users.id', 'supporter_id')
    .select(['student_id', sql<string>`coalesce(${userNameIn('users')}, source, '')`.as('by')])
    .distinct()
    .where('student_id', 'in', ids)
    .where((eb) => eb.or(chosen.map(({ key }) => eb('starts', '<=', key).and('ends', '>=', key))))
    .orderBy('by')
    .execute()
  return rows.filter(({ by }) => by !== '')
}

type BySchool = TotalRow & { school_id: number; school: string }

/** The totals of each school. */
export async function listBySchool(
  db: Db,
  asked: { year?: number | undefined; term?: number | undefined },
  actor: Actor,
) {
  const time = await readTime(db, asked, actor.today)
  const { rows } = await sql<BySchool>`
    select school_id, school, ${totalColumns}
    from (${await studentSums(db, time, { of: ownStudents(actor) })}) as figures
    join schools on schools.id = figures.school_id
    group by school_id, school, schools.folded order by schools.folded, school_id`.execute(db)
  return rows.map((row) => Object.assign(shownTotals(row), { school_id: row.school_id, school: row.school }))
}
