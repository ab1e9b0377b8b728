import { namesOf } from '#contract/base/fields.ts'
import { importMessages } from '#contract/importMessages.ts'
import { importFields } from '#contract/importFields.ts'
import { type ImportCheck, type ImportForm, type ImportSaved, isRecordImport } from '#contract/imports.ts'
import { withYields } from '../base/yieldToRequests.ts'
import { asText, type Change } from '../database/history.ts'
import { importAction } from '../database/importAction.ts'
import { takeAdvisoryLock } from '../database/lockRow.ts'
import { isUniqueViolation } from '../database/uniqueViolation.ts'
import { conflict, invalid } from '../base/ApiError.ts'
import type { Services } from '../Services.ts'
import { checkAhead, type CheckedAhead, type ReliesOn, isStillValid } from './checkAhead.ts'
import { checkRecords, type GoodRecord } from './checkRecords.ts'
import { checkStudents, type GoodStudent } from './checkStudents.ts'
import { checkAccounts, type GoodAccount, saveAccounts } from './importedAccounts.ts'
import { checkPlans, type GoodPlan, savePlans } from './importedPlans.ts'
import type { Found, Importing } from './importing.ts'
import { checkSchools, findNames, saveSchools } from './newNames.ts'
import { remember } from './remembered.ts'
import { saveRecords } from './saveRecords.ts'
import { changesOf, isUpdate, saveStudents } from './saveStudents.ts'
import { checkUsers, saveUsers } from './importedUsers.ts'

type Asked = Pick<Change, 'trx' | 'actor'>

/** Returns what an import of these rows would do, and writes nothing. */
export async function checkImport(asked: Asked, form: ImportForm, services: Services): Promise<ImportCheck> {
  const { check } = await checkRows(asked, form, services, false)
  return check
}

/** The check of an import that can be made before its transaction. */
export const prepareImport = (asked: Asked, form: ImportForm, services: Services) =>
  checkAhead(asked.trx, () => checkRows(asked, form, services, true))

/** Saves the good rows in the transaction of the call, and skips the others. */
export async function runImport(
  change: Change,
  form: ImportForm,
  services: Services,
  ahead?: CheckedAhead<Checked>,
): Promise<ImportSaved> {
  const { trx, actor, at } = change
  // Serialised, so that the second of two imports of one register finds the students of the first.
  await takeAdvisoryLock(trx, 'imports')
  const file = form.file ?? null
  const { id } = await trx
    .insertInto('imports')
    .values({ kind: form.kind, file, created: 0, updated: 0, skipped: 0, at, user_id: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const importing = { ...change, id, action: importAction(file) }
  try {
    const isValid = ahead && (await isStillValid(trx, form, ahead.last, ahead.checked))
    const { check, rows, save } = isValid ? ahead.checked : await checkRows(change, form, services, true)
    const { good, created, updated } = check
    if (good === 0) throw invalid({ rows: [importMessages.nothingGood] })
    await save(importing)
    await remember(trx, form)
    const counts = { created, updated, skipped: form.rows.length - rows }
    await trx.updateTable('imports').set(counts).where('id', '=', id).execute()
    return { id, ...counts }
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(importMessages.changedMeanwhile) : error
  }
}

/** Writes nothing; locks what the rows refer to if they are saved afterwards. */
async function checkRows(
  { trx, actor }: Asked,
  form: ImportForm,
  services: Services,
  isSaving: boolean,
): Promise<Checked> {
  const { kind } = form
  if (kind === 'supporters' || kind === 'staff')
    return asChecked(await checkUsers(trx, form, actor, services), saveUsers)
  const names = await findNames(trx, form, actor)
  if (kind === 'schools')
    return asChecked(await checkSchools(form, names), async (into, schools) => {
      const withIds = await names.save(into)
      for (const { form: school } of schools) withIds(school)
      return saveSchools(into, schools)
    })
  const withNames =
    <Row extends { columns: object; parts?: object[] }>(
      save: (into: Importing, rows: Row[]) => Promise<void>,
    ) =>
    async (into: Importing, rows: Row[]) => {
      const withIds = await names.save(into)
      for (const { columns, parts = [] } of rows) for (const of of [columns, ...parts]) withIds(of)
      return save(into, rows)
    }
  if (kind === 'plans')
    return asUpdating(await checkPlans(trx, form, names, isSaving), withNames<GoodPlan>(savePlans))
  if (kind === 'accounts')
    return asUpdating(await checkAccounts(trx, form, names, isSaving), withNames<GoodAccount>(saveAccounts))
  if (isRecordImport(kind)) {
    const found = await checkRecords(trx, { ...form, kind }, names, isSaving)
    const save = withNames<GoodRecord>((into, records) => saveRecords(into, kind, records))
    const total = sumOf(found.good, (record) => record.total)
    const students = new Set(found.good.map(({ student }) => student.id))
    const checked = asChecked(
      found,
      save,
      { students },
      {
        ...noUpdates,
        total,
        students: found.students,
        refunds: found.refunds,
        own_classes: found.own_classes,
      },
    )
    return { ...checked, rows: sumOf(found.good, ({ rows }) => rows) }
  }
  const found = await checkStudents(trx, form, names, actor, isSaving)
  const updated = found.good.filter(isUpdate).length
  const named_supporters = found.good.filter(namesSupporter).length
  const changes = isSaving ? [] : await listChanges(found.good)
  const students = new Set(found.good.flatMap(({ before }) => before?.id ?? []))
  const people = found.good.flatMap(({ columns }) => [columns.liaison_id, columns.supporter_id ?? 0])
  return asChecked(
    found,
    withNames<GoodStudent>(saveStudents),
    { students, users: new Set(people) },
    { ...noUpdates, updated, named_supporters, changes },
  )
}

type Checked = ReliesOn & {
  check: ImportCheck
  /** The number of rows that are imported. */
  rows: number
  save: (importing: Importing) => Promise<unknown>
}

const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)

type More = Omit<ImportCheck, keyof Found<unknown> | 'created'>
const noUpdates: More = {
  updated: 0,
  named_supporters: 0,
  changes: [],
  total: 0,
  students: [],
  refunds: [],
  own_classes: [],
  shared_accounts: [],
}

const asChecked = <Good>(
  { good, ...found }: Found<Good>,
  save: (importing: Importing, good: Good[]) => Promise<unknown>,
  { students = new Set(), users = new Set() }: Partial<ReliesOn> = {},
  more: More = noUpdates,
): Checked => ({
  check: { ...found, ...more, good: good.length, created: good.length - more.updated },
  rows: good.length,
  save: (importing) => save(importing, good),
  students,
  users,
})

/** Rows that say themselves whether they update something registered. */
const asUpdating = <Good extends { isUpdate: boolean }>(
  { changes, shared_accounts = [], ...found }: Found<Good> & Pick<More, 'changes'> & Partial<More>,
  save: (importing: Importing, good: Good[]) => Promise<unknown>,
) => {
  const updated = found.good.filter((row) => row.isUpdate).length
  return asChecked(found, save, {}, { ...noUpdates, updated, changes, shared_accounts })
}

const namesSupporter = ({ columns: { supporter_name }, before }: GoodStudent) =>
  supporter_name !== null && supporter_name !== before?.supporter_name

/** Longer texts, such as a background, are truncated. */
const SHOWN_MAX = 200

const shownText = (value: unknown) => {
  const text = asText(value)
  return text && text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)} …` : text
}

/** The changes that updates would make, including columns left out of the update, in the order of the form. */
async function listChanges(students: readonly GoodStudent[]): Promise<ImportCheck['changes']> {
  const found = new Map(namesOf(importFields.students).map((field) => [field, [] as ChangedRow[]]))
  for await (const { whole, ...student } of withYields(students)) {
    const update = whole ?? student
    if (!isUpdate(update)) continue
    for (const [field, [from, to]] of Object.entries(changesOf(update)))
      found.get(field)?.push({ row: update.row, from: shownText(from), to: shownText(to) })
  }
  return [...found].flatMap(([field, rows]) => (rows.length > 0 ? [{ field, rows }] : []))
}

type ChangedRow = ImportCheck['changes'][number]['rows'][number]
