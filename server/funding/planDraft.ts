import { sql } from 'kysely'
import { type DecisionForm, type PlanDraft, planMessages, type PlanRow } from '#contract/money/plans.ts'
import { recordMessages } from '#contract/records/records.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { conflict, invalid, notFound } from '../base/ApiError.ts'
import type { Db } from '../database/connect.ts'
import type { Actor, Change } from '../database/history.ts'
import { inBatches } from '../database/inBatches.ts'
import { lockRow } from '../database/lockRow.ts'
import { countGroups, placeOf, shillingsOrNull, withNames } from './planQueries.ts'
import { inCents, setPlans } from './plans.ts'
import { listMoves, readTime, shownTerms } from './terms.ts'

/** The receipts’ categories of what the school itself is paid. */
const toSchool = ['Tuition Fees', 'P.A. Fund', 'Remedial Fees'] as const

/** Amounts are rounded up to whole hundreds of shillings. */
const STEP = 100 * 100
const roundedUp = (cents: number) => Math.ceil(cents / STEP) * STEP

/** The figures of a term as the draft stores them, in cents. */
type Figures = { term_id: number; amount: number | null; to_school: number | null }
type Proposed = Figures & { low: number | null; high: number | null }

/** Proposes plans from the receipts of an earlier year, and replaces the draft of the year. */
export async function proposePlans(change: Change, year_id: number, from_year_id: number): Promise<void> {
  const { trx, actor, at } = change
  const year = await lockRow(trx, 'years', year_id)
  const from = await lockRow(trx, 'years', from_year_id, { isShared: true })
  if (!year) throw invalid({ year: [recordMessages.yearUnknown] })
  if (!from) throw invalid({ from_year_id: [recordMessages.yearUnknown] })
  if (from.year_name >= year.year_name) throw invalid({ from_year_id: [planMessages.yearBefore] })
  const groups = await countGroups(trx, await readTime(trx, { year: year_id }, actor.today))
  const medians = Map.groupBy(await readMedians(trx, from_year_id), placeOf)
  const students = new Map((await countPayers(trx, from_year_id)).map((row) => [placeOf(row), row.students]))
  const below = new Map((await listMoves(trx))(1).map(([from_id, to_id]) => [to_id, from_id]))

  await trx.deleteFrom('plan_drafts').where('year_id', '=', year_id).execute()
  await trx
    .insertInto('plan_drafts')
    .values({ year_id, from_year_id, created_at: at, created_by: actor.id, saved_at: at })
    .execute()
  const rows = groups.map(({ school_id, class_id }) => {
    const from_class_id =
      [class_id, below.get(class_id)].find(
        (id) => id !== undefined && medians.has(placeOf({ school_id, class_id: id })),
      ) ?? null
    const place = placeOf({ school_id, class_id: from_class_id ?? 0 })
    const terms = (medians.get(place) ?? []).map(({ term_id, amount, to_school, low, high }): Proposed => ({
      term_id,
      amount: roundedUp(amount),
      to_school: Math.min(roundedUp(to_school), roundedUp(amount)),
      low,
      high,
    }))
    const payers = students.get(place) ?? 0
    return { year_id, school_id, class_id, from_class_id, students: payers, terms: JSON.stringify(terms) }
  })
  for await (const some of inBatches(rows)) await trx.insertInto('plan_draft_rows').values(some).execute()
}

type Median = {
  school_id: number
  class_id: number
  term_id: number
  amount: number
  to_school: number
  low: number
  high: number
}

/** By school, class and term: the middle of the students' sums, and the lowest and the highest. */
async function readMedians(db: Db, year_id: number): Promise<Median[]> {
  const isToSchool = sql`category in (${sql.join(toSchool.map((category) => sql.lit(category)))})`
  const each = sql`partition by school_id, class_id, term_id`
  // The middle one, or the middle two of an even number.
  const middle = (
    column: string,
  ) => sql`avg(case when ${sql.ref(`${column}_place`)} * 2 between many and many + 2
    then ${sql.ref(column)} end)`
  const { rows } = await sql<Median>`
    with sums as (
      select school_id, class_id, term_id, student_id, sum(cost) as amount,
        sum(case when ${isToSchool} then cost else 0 end) as to_school
      from receipts join items on items.receipt_id = receipts.id
      where year_id = ${year_id} group by school_id, class_id, term_id, student_id),
    placed as (
      select sums.*, count(*) over (${each}) as many,
        row_number() over (${each} order by amount) as amount_place,
        row_number() over (${each} order by to_school) as to_school_place
      from sums)
    select school_id, class_id, term_id, ${middle('amount')} as amount, ${middle('to_school')} as to_school,
      min(amount) as low, max(amount) as high
    from placed group by school_id, class_id, term_id order by school_id, class_id, term_id`.execute(db)
  return rows
}

/** How many students of each school and class have receipts. */
const countPayers = (db: Db, year_id: number) =>
  db
    .selectFrom('receipts')
    .select((eb) => ['school_id', 'class_id', eb.fn.count<number>('student_id').distinct().as('students')])
    .where('year_id', '=', year_id)
    .groupBy(['school_id', 'class_id'])
    .execute()

/** The draft of a year; null if there is none. */
export async function readDraft(db: Db, year: number, actor: Actor): Promise<PlanDraft | null> {
  const draft = await db
    .selectFrom('plan_drafts')
    .innerJoin('years', 'years.id', 'from_year_id')
    .select(['from_year_id', 'year_name as from_year', 'saved_at'])
    .where('year_id', '=', year)
    .executeTakeFirst()
  if (!draft) return null
  const time = await readTime(db, { year }, actor.today)
  const groups = new Map((await countGroups(db, time)).map((group) => [placeOf(group), group.students]))
  const rows = await db.selectFrom('plan_draft_rows').selectAll().where('year_id', '=', year).execute()
  const classes = await db.selectFrom('classes').select(['id', 'class_name']).execute()
  const classNames = new Map(classes.map(({ id, class_name }) => [id, class_name]))
  return {
    year_id: year,
    ...draft,
    terms: shownTerms(time),
    incomplete: await findIncomplete(db, draft.from_year_id),
    rows: (await withNames(db, rows)).map((row) => ({
      school_id: row.school_id,
      school: row.school,
      class_id: row.class_id,
      class: row.class,
      students: groups.get(placeOf(row)) ?? 0,
      from_class_id: row.from_class_id,
      from_class: classNames.get(row.from_class_id ?? 0) ?? null,
      from_students: row.students,
      is_class_below: row.from_class_id !== null && row.from_class_id !== row.class_id,
      is_one_student: row.students === 1,
      terms: (JSON.parse(row.terms) as Proposed[]).map((term) =>
        Object.assign(inShillings(term), {
          low: shillingsOrNull(term.low),
          high: shillingsOrNull(term.high),
        }),
      ),
      decision: row.decision,
      chosen: row.chosen === null ? null : (JSON.parse(row.chosen) as Figures[]).map(inShillings),
    })),
  }
}

const inShillings = ({ term_id, amount, to_school }: Figures) => ({
  term_id,
  amount: shillingsOrNull(amount),
  to_school: shillingsOrNull(to_school),
})

/** The terms in which Active students have no receipt, although they have one of another term of the year. */
async function findIncomplete(db: Db, year_id: number) {
  const { rows } = await sql<{ term_id: number; students: number }>`
    with payers as (select distinct student_id from receipts join students on students.id = student_id
      where year_id = ${year_id} and students.status = ${sql.lit(STUDENT_ACTIVE)})
    select terms.id as term_id, count(*) as students from terms cross join payers
    where not exists (select 1 from receipts where receipts.student_id = payers.student_id
      and receipts.year_id = ${year_id} and receipts.term_id = terms.id)
    group by terms.id order by terms.id`.execute(db)
  return rows
}

/** Notes the decision about one row of the draft. */
export async function decide(
  { trx, at }: Change,
  year_id: number,
  { school_id, class_id, decision, terms, seen }: DecisionForm,
): Promise<void> {
  // Two users who decide about the same draft wait for each other.
  await lockRow(trx, 'years', year_id)
  const row = await trx
    .selectFrom('plan_draft_rows')
    .select(['terms', 'decision', 'chosen'])
    .where('year_id', '=', year_id)
    .where('school_id', '=', school_id)
    .where('class_id', '=', class_id)
    .executeTakeFirstOrThrow(notFound)
  if (seen && seen.decision !== row.decision) throw conflict(planMessages.decidedMeanwhile)
  const typed = (figures: Figures[]) =>
    figures.map((term): Figures => Object.assign(inCents(term), { term_id: term.term_id }))
  if (seen?.decision === 'change' && JSON.stringify(typed(seen.chosen ?? [])) !== row.chosen)
    throw conflict(planMessages.decidedMeanwhile)
  const chosen = typed(terms)
  const figures = decision === 'change' ? chosen : (JSON.parse(row.terms) as Figures[])
  if ((decision === 'accept' || decision === 'change') && figures.every(({ amount }) => amount === null))
    throw invalid({ terms: [planMessages.figuresNeeded] })
  await trx
    .updateTable('plan_draft_rows')
    .set({ decision, chosen: decision === 'change' ? JSON.stringify(chosen) : null })
    .where('year_id', '=', year_id)
    .where('school_id', '=', school_id)
    .where('class_id', '=', class_id)
    .execute()
  await trx.updateTable('plan_drafts').set({ saved_at: at }).where('year_id', '=', year_id).execute()
}

/** Makes plans of the accepted and changed rows, and removes the draft. Returns of how many schools and classes. */
export async function saveDraft(change: Change, year_id: number): Promise<number> {
  const { trx } = change
  await lockRow(trx, 'years', year_id)
  const decided = await trx
    .selectFrom('plan_draft_rows')
    .selectAll()
    .where('year_id', '=', year_id)
    .where('decision', 'in', ['accept', 'change'])
    .execute()
  if (decided.length === 0) throw conflict(planMessages.nothingDecided)
  const plansOf = (decision: 'accept' | 'change') =>
    decided
      .filter((row) => row.decision === decision)
      .flatMap(({ school_id, class_id, terms, chosen }): PlanRow[] =>
        (JSON.parse((decision === 'change' && chosen) || terms) as Figures[]).flatMap(
          ({ term_id, amount, to_school }) =>
            amount === null
              ? []
              : [
                  {
                    school_id,
                    class_id,
                    term_id,
                    amount: toShillings(amount),
                    to_school: shillingsOrNull(to_school),
                  },
                ],
        ),
      )
  await setPlans(change, year_id, plansOf('accept'), { origin: 'proposed' })
  await setPlans(change, year_id, plansOf('change'))
  await trx.deleteFrom('plan_drafts').where('year_id', '=', year_id).execute()
  return decided.length
}

export async function discardDraft({ trx }: Change, year_id: number): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('plan_drafts')
    .where('year_id', '=', year_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}
