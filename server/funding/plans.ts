import { sql } from 'kysely'
import type { FieldErrors } from '#contract/base/call.ts'
import {
  type ClassForm,
  type OwnPlanForm,
  type OwnPlansForm,
  planMessages,
  type PlanOrigin,
  type PlanRow,
} from '#contract/money/plans.ts'
import { recordMessages } from '#contract/records/records.ts'
import { shillingsText, toCents } from '#contract/records/receipts.ts'
import { STUDENT_ACTIVE, studentMessages } from '#contract/students/students.ts'
import { conflict, invalid, notFound } from '../base/ApiError.ts'
import type { Change, ChangeEntry, Trx } from '../database/history.ts'
import { changesBetween, writeChange, writeChanges } from '../database/history.ts'
import { inBatches } from '../database/inBatches.ts'
import { lockRow } from '../database/lockRow.ts'
import { refuseStale } from '../database/refuseStale.ts'
import { readSums } from './studentSums.ts'
import { readTime } from './terms.ts'

type Figures = { amount: number | null; to_school: number | null }

export const inCents = ({ amount, to_school }: Figures): Figures => ({
  amount: amount === null ? null : toCents(amount),
  to_school: to_school === null ? null : toCents(to_school),
})
/** Figures in cents as the history shows them. */
export const shownFigures = ({ amount, to_school }: Figures) => ({
  amount: amount === null ? null : shillingsText(amount),
  to_school: to_school === null ? null : shillingsText(to_school),
})
const none: Figures = { amount: null, to_school: null }
const figuresOf = ({ amount, to_school }: Figures = none): Figures => ({ amount, to_school })
const isSame = (a: Figures, b: Figures) => a.amount === b.amount && a.to_school === b.to_school

const keyOf = (row: Pick<PlanRow, 'school_id' | 'class_id' | 'term_id'>) =>
  `${row.school_id} ${row.class_id} ${row.term_id}`

/** Sets or removes plans of a year, and writes what differs to the history. Returns the changed ones. */
export async function setPlans(
  change: Change,
  year_id: number,
  rows: PlanRow[],
  { origin, action }: { origin?: PlanOrigin; action?: string } = {},
) {
  const { trx, actor, at } = change
  // Two users who set plans of a year wait for each other.
  const year = await lockRow(trx, 'years', year_id)
  if (!year) throw invalid({ year: [recordMessages.yearUnknown] })
  const names = await readNames(trx)
  refuseUnknown(rows, names)
  const stored = await trx.selectFrom('plans').selectAll().where('year_id', '=', year_id).execute()
  const before = new Map(stored.map((row) => [keyOf(row), row]))

  const changed = rows
    .map((row) => ({ row, was: before.get(keyOf(row)), now: inCents(row) }))
    .filter(({ was = none, now }) => !isSame(was, now))
  for (const { row, was } of changed) {
    const entry = { entity: 'plan', entity_id: was?.id ?? 0 } as const
    const seen = row.seen && inCents(row.seen)
    await refuseStale(trx, entry, figuresOf(was), seen, planMessages.changedMeanwhile)
  }
  const entries: ChangeEntry[] = []
  for await (const some of inBatches(changed)) {
    const removed = some.flatMap(({ was, now }) => (was && now.amount === null ? [was.id] : []))
    if (removed.length > 0) await trx.deleteFrom('plans').where('id', 'in', removed).execute()
    const kept = some.flatMap(({ row, was, now: { amount, to_school } }) => {
      const { school_id, class_id, term_id } = row
      const from = origin ?? (was ? 'changed' : 'typed')
      const saved = { amount: amount ?? 0, to_school, origin: from, updated_at: at, updated_by: actor.id }
      return amount === null ? [] : [{ year_id, school_id, class_id, term_id, ...saved }]
    })
    const ids = new Map(some.flatMap(({ row, was }) => (was ? [[keyOf(row), was.id]] : [])))
    if (kept.length > 0) {
      const saved = await trx
        .insertInto('plans')
        .values(kept)
        .onConflict((on) =>
          on.columns(['year_id', 'school_id', 'class_id', 'term_id']).doUpdateSet((eb) => ({
            amount: eb.ref('excluded.amount'),
            to_school: eb.ref('excluded.to_school'),
            origin: eb.ref('excluded.origin'),
            updated_at: at,
            updated_by: actor.id,
          })),
        )
        .returning(['id', 'school_id', 'class_id', 'term_id'])
        .execute()
      for (const row of saved) ids.set(keyOf(row), row.id)
    }
    for (const { row, was = none, now } of some)
      entries.push({
        entity: 'plan',
        entity_id: ids.get(keyOf(row)) ?? 0,
        action: action ?? (now.amount === null ? 'removed' : was.amount === null ? 'added' : 'edited'),
        changes: {
          plan: [null, nameOf(row, year.year_name, names)],
          ...changesBetween(shownFigures(was), shownFigures(now)),
        },
      })
  }
  for await (const some of inBatches(entries)) await writeChanges(change, some)
  return changed.map(({ row, was }, index) => {
    const { entity_id = 0 } = entries[index] ?? {}
    return { row, was, id: entity_id, name: nameOf(row, year.year_name, names) }
  })
}

type Names = Record<'schools' | 'classes' | 'terms', Map<number, string>>
async function readNames(trx: Trx): Promise<Names> {
  const schools = await trx.selectFrom('schools').select(['id', 'school as name']).execute()
  const classes = await trx.selectFrom('classes').select(['id', 'class_name as name']).execute()
  const terms = await trx.selectFrom('terms').select(['id', 'term_name as name']).execute()
  const byId = (rows: { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { schools: byId(schools), classes: byId(classes), terms: byId(terms) }
}

const nameOf = (row: PlanRow, year: string, { schools, classes, terms }: Names) =>
  `${schools.get(row.school_id)}, ${classes.get(row.class_id)}, ${terms.get(row.term_id)}, ${year}`

function refuseUnknown(rows: PlanRow[], { schools, classes, terms }: Names): void {
  const errors: FieldErrors = {}
  const listed = new Set<string>()
  for (const [index, row] of rows.entries()) {
    if (!schools.has(row.school_id)) errors[`rows.${index}.school_id`] = [planMessages.schoolUnknown]
    if (!classes.has(row.class_id)) errors[`rows.${index}.class_id`] = [planMessages.classUnknown]
    if (!terms.has(row.term_id)) errors[`rows.${index}.term_id`] = [recordMessages.termUnknown]
    if (listed.has(keyOf(row))) errors[`rows.${index}.term_id`] = [planMessages.sameTwice]
    listed.add(keyOf(row))
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Locks an Active student; figures of others do not change. */
export async function lockActive(trx: Trx, student_id: number) {
  const student = await lockRow(trx, 'students', student_id)
  if (!student) throw notFound()
  if (student.status !== STUDENT_ACTIVE) throw conflict(studentMessages.notActive)
  return student
}

/** Sets a student's own figures of several terms, or removes them. */
export async function setOwnPlans(
  change: Change,
  student_id: number,
  { terms, ...form }: OwnPlansForm,
): Promise<string> {
  const messages = new Set<string>()
  for (const [index, term] of terms.entries())
    messages.add(await setOwnPlan(change, student_id, { ...form, ...term }, `terms.${index}.`))
  return messages.has(planMessages.ownSaved) ? planMessages.ownSaved : planMessages.ownRemoved
}

/** Sets a student's own figures of a term, or removes them. `path` is the place of the term's fields in the form. */
export async function setOwnPlan(
  change: Change,
  student_id: number,
  { year_id, term_id, reason, seen, ...figures }: OwnPlanForm,
  path = '',
): Promise<string> {
  const { trx, actor, at } = change
  await lockActive(trx, student_id)
  const time = await readTime(trx, { year: year_id, term: term_id }, actor.today)
  const before = await trx
    .selectFrom('own_plans')
    .selectAll()
    .where('student_id', '=', student_id)
    .where('year_id', '=', year_id)
    .where('term_id', '=', term_id)
    .executeTakeFirst()
  const now = inCents(figures)
  const isRemoved = isSame(now, none)
  if (isRemoved && !before) return planMessages.ownRemoved
  if (before && isSame(before, now) && before.reason === reason) return planMessages.ownSaved
  const withReason = (own: (Figures & { reason: string }) | null = null) =>
    Object.assign(figuresOf(own ?? none), { reason: own?.reason ?? null })
  await refuseStale(
    trx,
    { entity: 'own_plan', entity_id: before?.id ?? 0 },
    withReason(before),
    seen === undefined ? undefined : withReason(seen && { ...inCents(seen), reason: seen.reason }),
    planMessages.changedMeanwhile,
  )
  // Figures of a term at a former school stay that school's.
  const school_id = before?.school_id ?? null
  const saved = { ...now, school_id, reason: reason ?? '', updated_at: at, updated_by: actor.id }
  const own = { student_id, year_id, term_id, ...saved }
  const entity_id = before?.id ?? (await insertOwn(trx, own))
  const of = trx.updateTable('own_plans').where('id', '=', entity_id)
  if (isRemoved) await trx.deleteFrom('own_plans').where('id', '=', entity_id).execute()
  else if (before) await of.set(saved).execute()

  const [sums] = await readSums(trx, time, { student_id })
  if (sums && sums.planned !== null && sums.to_school !== null && sums.to_school > sums.planned)
    throw invalid({ [`${path}to_school`]: [planMessages.tooMuchToSchool] })
  const [term] = time.chosen
  await writeChange(change, {
    entity: 'own_plan',
    entity_id,
    student_id,
    action: isRemoved ? 'removed own figures' : 'set own figures',
    changes: {
      term: [null, `${term?.term_name}, ${time.year}`],
      ...changesBetween(
        { ...shownFigures(before ?? none), reason: before?.reason ?? null },
        { ...shownFigures(now), reason: isRemoved ? null : reason },
      ),
    },
  })
  return isRemoved ? planMessages.ownRemoved : planMessages.ownSaved
}

async function insertOwn(trx: Trx, row: Figures & OwnRow): Promise<number> {
  const { id } = await trx.insertInto('own_plans').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
type OwnRow = {
  student_id: number
  year_id: number
  term_id: number
  school_id: number | null
  reason: string
  updated_at: string
  updated_by: number | null
}

/** Sets the class of a student's year, or lets the records decide again. */
export async function setClass(
  change: Change,
  student_id: number,
  { year_id, class_id, seen }: ClassForm,
): Promise<void> {
  const { trx, actor } = change
  await lockActive(trx, student_id)
  const time = await readTime(trx, { year: year_id }, actor.today)
  const names = await readNames(trx)
  if (class_id !== null && !names.classes.has(class_id))
    throw invalid({ class_id: [planMessages.classUnknown] })
  const before = await trx
    .deleteFrom('student_classes')
    .where('student_id', '=', student_id)
    .where('year_id', '=', year_id)
    .returning('class_id')
    .executeTakeFirst()
  if (class_id !== null)
    await trx.insertInto('student_classes').values({ student_id, year_id, class_id }).execute()
  const was = before?.class_id ?? null
  if (was === class_id) return
  const shown = seen === undefined ? undefined : { class: seen }
  const entry = { entity: 'student', entity_id: student_id } as const
  await refuseStale(trx, entry, { class: was }, shown, planMessages.classMeanwhile)
  const nameIn = (id: number | null | undefined) => names.classes.get(id ?? 0) ?? null
  await writeChange(change, {
    ...entry,
    action: `set class of ${time.year}`,
    changes: { class: [nameIn(was), nameIn(class_id)] },
  })
}

/**
 * Stores the figures of terms as the student's own, because the plans of their present school no longer count for them: the
 * student leaves the school, or it is no longer shown.
 */
export async function keepFigures(
  { trx, at, today }: { trx: Trx; at: string; today: string },
  student: { id: number; school_id: number },
  own: { school_id: number | null; reason: string; updated_by: number | null },
  isKept: (period: { year_id: number; term_id: number; key: string }) => boolean,
): Promise<void> {
  const { id: student_id, school_id } = student
  const years = await trx
    .selectFrom('plans')
    .select('year_id')
    .distinct()
    .where('school_id', '=', school_id)
    .execute()
  for (const { year_id: year } of years) {
    const { chosen, ...time } = await readTime(trx, { year }, today)
    for (const term of chosen.filter(isKept)) {
      const [sums] = await readSums(trx, { ...time, chosen: [term] }, { student_id, school_id })
      if (!sums || sums.counts === 0 || sums.planned === null) continue
      const { year_id, term_id } = term
      const row = { student_id, year_id, term_id, ...own, updated_at: at }
      await trx
        .insertInto('own_plans')
        .values({ ...row, amount: sums.planned, to_school: sums.to_school })
        .onConflict((on) =>
          on
            .columns(['student_id', 'year_id', 'term_id'])
            .doUpdateSet({ amount: sums.planned, to_school: sums.to_school, school_id: own.school_id })
            // Others are of a school before that one.
            .where('own_plans.school_id', 'is', null),
        )
        .execute()
    }
  }
}

/** The periods of a student with a record or an approved payment. */
export const hasPeriod = (
  trx: Trx,
  student_id: number,
  { year_id, term_id }: { year_id: number; term_id: number },
) =>
  sql<{ found: number }>`
    select 1 as found from reports where student_id = ${student_id} and year_id = ${year_id} and term_id = ${term_id}
    union all
    select 1 from receipts where student_id = ${student_id} and year_id = ${year_id} and term_id = ${term_id}
    union all
    select 1 from payment_lines join payments on payments.id = payment_lines.payment_id
    where student_id = ${student_id} and year_id = ${year_id} and term_id = ${term_id}
      and state = 'approved' and is_left_out = 0 and came_back_on is null`
    .execute(trx)
    .then(({ rows }) => rows.length > 0)
