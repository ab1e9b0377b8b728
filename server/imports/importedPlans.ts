import type { Selectable } from 'kysely'
import { z } from 'zod'
import { cannotBeEmpty } from '#contract/base/call.ts'
import { orNone } from '#contract/base/fields.ts'
import { keptReasons } from '#contract/importMessages.ts'
import { type ImportCheck, type ImportForm, rowAnswers } from '#contract/imports.ts'
import { planFields, planMessages, type PlanRow } from '#contract/money/plans.ts'
import { shillingsText, toCents, toShillings } from '#contract/records/receipts.ts'
import { setPlans, shownFigures } from '../funding/plans.ts'
import { shillingsOrNull } from '../funding/planQueries.ts'
import { type Changes, changesBetween, writeChange } from '../database/history.ts'
import { lockRows } from '../database/lockRow.ts'
import type { Tables } from '../database/tables.ts'
import { withDefaults } from './checkStudents.ts'
import {
  checkLines,
  type Importing,
  importEntry,
  inSmallBatches,
  type Line,
  linesOf,
  noteImportRows,
  type Trx,
  typedIn,
  type Undoing,
  type UndoRow,
} from './importing.ts'
import type { KnownNames } from './newNames.ts'

const figures = { amount: planFields.amount, to_school: planFields.to_school }
/** An empty amount changes nothing of a registered plan. */
const figuresForm = z.object({
  amount: orNone(planFields.amount.schema),
  to_school: planFields.to_school.schema,
})
type Figure = keyof typeof figures

const names = { year: 'years', school: 'schools', class: 'classes', term: 'terms' } as const

/** Checks rows of fee plans. A row updates the registered plan of its year, school, class and term; its empty cells change nothing. */
export async function checkPlans(
  trx: Trx,
  { rows, defaults, keep }: Pick<ImportForm, 'rows' | 'defaults' | 'keep'>,
  known: KnownNames,
  isSaving: boolean,
) {
  if (isSaving)
    await lockRows(
      trx,
      'years',
      [...known.years.values()].map(({ id }) => id),
      { mayBeDeleted: true },
    )
  const stored = new Map(
    (await trx.selectFrom('plans').selectAll().execute()).map((plan) => [keyOf(plan), plan]),
  )
  const seen = new Set<string>()
  const changed: { field: Figure; row: number; from: string | null; to: string | null }[] = []
  let skipped = 0
  const found = await checkLines(linesOf(rows.map((cells) => withDefaults(cells, defaults))), (line) => {
    const place = placeIn(line, known)
    const given = line.parsed(figuresForm, typedIn(figures, line.cells))
    const own = line.parsed(rowAnswers.pick({ keep: true }), line.cells)
    if (!place || !given || !own) return undefined
    const key = keyOf(place)
    const plan = stored.get(key)
    const before = plan && { amount: toShillings(plan.amount), to_school: shillingsOrNull(plan.to_school) }
    const after = {
      amount: given.amount ?? before?.amount ?? null,
      to_school: given.to_school ?? before?.to_school ?? null,
    }
    if (seen.has(key)) line.error('term', 'planTwice')
    seen.add(key)
    if (after.amount === null) line.wrong('amount', 'empty', cannotBeEmpty(planFields.amount.label))
    if (before && line.errors.length === 0) {
      const differing = (['amount', 'to_school'] as const).filter((field) => before[field] !== after[field])
      if (differing.length === 0) line.error('amount', 'planTaken')
      for (const field of differing) {
        changed.push({ field, row: line.row, from: wordsOf(before[field]), to: wordsOf(after[field]) })
        if (keep.includes(field) || own.keep.includes(field)) Object.assign(after, { [field]: before[field] })
      }
      if (differing.length > 0 && before.amount === after.amount && before.to_school === after.to_school) {
        skipped += 1
        return undefined
      }
    }
    if (after.amount !== null && after.to_school !== null && after.to_school > after.amount)
      line.wrong('to_school', 'notValid', planMessages.tooMuchToSchool)
    return { columns: { ...place, ...after }, isUpdate: plan !== undefined }
  })
  const changes = (['amount', 'to_school'] as const).flatMap((field): ImportCheck['changes'] => {
    const own = changed.filter((change) => change.field === field)
    return own.length === 0 ? [] : [{ field, rows: own.map(({ row, from, to }) => ({ row, from, to })) }]
  })
  return { ...found, skipped, changes }
}
export type GoodPlan = Awaited<ReturnType<typeof checkPlans>>['good'][number]

type Place = Omit<PlanRow, Figure | 'seen'> & { year_id: number }
const keyOf = ({ year_id, school_id, class_id, term_id }: Place) =>
  `${year_id} ${school_id} ${class_id} ${term_id}`

/** The plan of a row; undefined, with errors, if something is missing or not known. */
function placeIn(line: Line, known: KnownNames): Place | undefined {
  const ids = new Map<string, number>()
  for (const [field, table] of Object.entries(names) as [keyof typeof names, 'years'][]) {
    const named = line.named(field, known[table])
    if (named === undefined) line.wrong(field, 'empty', cannotBeEmpty(planFields[`${field}_id`].label))
    if (named) ids.set(`${field}_id`, named.id)
  }
  return ids.size === 4 ? (Object.fromEntries(ids) as Place) : undefined
}

const wordsOf = (shillings: number | null) => (shillings === null ? null : shillingsText(toCents(shillings)))

/** Saves plans, and what their undo needs. */
export async function savePlans(importing: Importing, plans: GoodPlan[]): Promise<void> {
  const placed = new Map(plans.map(({ row, columns }) => [keyOf(columns), row]))
  for (const [year_id, own] of Map.groupBy(plans, ({ columns }) => columns.year_id)) {
    const rows = own.map(({ columns: { year_id: _year, ...row } }) => row)
    const saved = await setPlans(importing, year_id, rows, { origin: 'imported', action: importing.action })
    await noteImportRows(
      importing,
      saved.map(({ row, was, id, name }) => ({
        entity: 'plan' as const,
        entity_id: id,
        student_id: null,
        row: placed.get(keyOf({ ...row, year_id })) ?? null,
        name,
        before: was ? JSON.stringify(was) : null,
      })),
    )
  }
}

type Plan = Selectable<Tables['plans']>

/** Restores the former figures of plans that an import has updated, unless they were changed since. */
export async function restorePlans(
  undoing: Importing,
  rows: UndoRow[],
  undone: Undoing,
  imported_at: string,
): Promise<void> {
  for await (const some of inSmallBatches(rows)) {
    const reasons = await whyPlansStay(undoing.trx, some, imported_at)
    for (const row of some) {
      const { entity_id: id, name, ref } = row
      const why = reasons.get(id)
      const now = await undoing.trx.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
      if (why) {
        undone.kept.push({ id, name, ref, why })
        undone.stays.push(row)
      }
      if (why || !now) continue
      const { amount, to_school, origin, updated_at, updated_by }: Plan = JSON.parse(row.before ?? '{}')
      const before = { amount, to_school }
      const stamp = { origin, updated_at, updated_by }
      await undoing.trx
        .updateTable('plans')
        .set({ ...before, ...stamp })
        .where('id', '=', id)
        .execute()
      const figuresChanged = changesBetween(shownFigures(now), shownFigures(before))
      const changes: Changes = { plan: [null, name], ...figuresChanged }
      await writeChange(undoing, importEntry(row, undoing.action, changes))
      undone.restored += 1
    }
  }
}

/** By id: why an undo leaves a plan. Its stamp and origin are those of the import, unless it was changed since. */
export async function whyPlansStay(
  trx: Trx,
  rows: UndoRow[],
  imported_at: string,
): Promise<Map<number, string>> {
  const changed = await trx
    .selectFrom('plans')
    .select('id')
    .where(
      'id',
      'in',
      rows.map(({ entity_id }) => entity_id),
    )
    .where((eb) => eb.or([eb('updated_at', '!=', imported_at), eb('origin', '!=', 'imported')]))
    .execute()
  return new Map(changed.map(({ id }) => [id, keptReasons.changed]))
}
