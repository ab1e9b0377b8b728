import { sql } from 'kysely'
import { type PlanClass } from '#contract/money/plans.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { Db } from '../database/connect.ts'
import type { Actor } from '../database/history.ts'
import { studentSums } from './studentSums.ts'
import { type FundingTime, readTime, shownTerms } from './terms.ts'

export const shillingsOrNull = (cents: number | null) => (cents === null ? null : toShillings(cents))

/** The plans of a year, and the schools and classes that have students or plans in it. */
export async function readPlans(db: Db, year: number, actor: Actor) {
  const time = await readTime(db, { year }, actor.today)
  const rows = await db
    .selectFrom('plans')
    .select(['school_id', 'class_id', 'term_id', 'amount', 'to_school', 'origin', 'updated_at'])
    .where('year_id', '=', year)
    .orderBy('school_id')
    .orderBy('class_id')
    .orderBy('term_id')
    .execute()
  const draft = await db
    .selectFrom('plan_drafts')
    .select('year_id')
    .where('year_id', '=', year)
    .executeTakeFirst()
  const last = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const known = last.get(placeOf(row))
    if (!known || known.updated_at < row.updated_at) last.set(placeOf(row), row)
  }
  const groups = new Map((await countGroups(db, time)).map((group) => [placeOf(group), group]))
  for (const { school_id, class_id } of last.values())
    if (!groups.has(placeOf({ school_id, class_id })))
      groups.set(placeOf({ school_id, class_id }), { school_id, class_id, students: 0, own_figures: 0 })
  const named = await withNames(db, [...groups.values()])
  return {
    rows: rows.map(({ school_id, class_id, term_id, amount, to_school }) => ({
      school_id,
      class_id,
      term_id,
      amount: toShillings(amount),
      to_school: shillingsOrNull(to_school),
    })),
    classes: named.map((group): PlanClass => {
      const { origin = null, updated_at = null } = last.get(placeOf(group)) ?? {}
      return Object.assign(group, { origin, updated_at })
    }),
    terms: shownTerms(time),
    has_draft: draft !== undefined,
  }
}

type Place = { school_id: number; class_id: number }
export const placeOf = ({ school_id, class_id }: Place) => `${school_id} ${class_id}`

type Group = Place & { students: number; own_figures: number }

/** How many Active students each school and class has in a year. */
export async function countGroups(db: Db, time: FundingTime): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select school_id, class_id, count(*) as students, sum(has_own) as own_figures
    from (${await studentSums(db, time)}) as figures
    where status = ${sql.lit(STUDENT_ACTIVE)} and counts = 1 and class_id is not null
    group by school_id, class_id`.execute(db)
  return rows
}

/** With their names, in their order. */
export async function withNames<Row extends Place>(db: Db, rows: Row[]) {
  const schools = await db.selectFrom('schools').select(['id', 'school', 'folded']).execute()
  const classes = await db.selectFrom('classes').select(['id', 'class_name', 'folded']).execute()
  const schoolOf = new Map(schools.map((school) => [school.id, school]))
  const classOf = new Map(classes.map((each) => [each.id, each]))
  const orderOf = (row: Row) => `${schoolOf.get(row.school_id)?.folded}\n${classOf.get(row.class_id)?.folded}`
  return rows
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .map((row) =>
      Object.assign(row, {
        school: schoolOf.get(row.school_id)?.school ?? '',
        class: classOf.get(row.class_id)?.class_name ?? '',
      }),
    )
}
