import type { SessionUser } from '#contract/auth.ts'
import { dayOf } from '#contract/base/days.ts'
import { namesOf } from '#contract/base/fields.ts'
import {
  type ImportCheck,
  importFields,
  type ImportForm,
  importMessages,
  type ImportSaved,
  isRecordImport,
} from '#contract/imports.ts'
import { canSetStudentStatus } from '#contract/permissions.ts'
import type { Db } from '../database/connect.ts'
import { withYields } from '../database/inBatches.ts'
import { asText } from '../database/history.ts'
import { takeAdvisoryLock } from '../database/lockRow.ts'
import { isUniqueViolation } from '../database/uniqueViolation.ts'
import { conflict, invalid } from '../http/ApiError.ts'
import { checkRecords } from './checkRecords.ts'
import { checkStudents, type GoodStudent, withDefaults } from './checkStudents.ts'
import { type Found, importAction, type Importing, type Trx } from './importing.ts'
import { addPlaces, checkSchools, saveSchools } from './places.ts'
import { remember } from './remembered.ts'
import { saveRecords } from './saveRecords.ts'
import { changesOf, isUpdate, saveStudents } from './saveStudents.ts'
import { checkUsers, saveUsers } from './importedUsers.ts'

/** The result of a check, with the function that saves the good rows. */
type Checked = {
  found: Found<unknown>
  updated: number
  named_supporters?: number
  changes: ImportCheck['changes']
  save: (trx: Trx, importing: Importing) => Promise<void>
}

/** The time of the import, the importer's role, and the email address that the importer must not give to a user. */
type Asked = { now: Date; role: number; withheld?: string | undefined }

/** Returns what an import of these rows would do, and writes nothing. */
export async function checkImport(db: Db, form: ImportForm, asked: Asked): Promise<ImportCheck> {
  const { found, ...counted } = await checkRows(db, form, asked, undefined)
  const { good, ...others } = found
  const { updated, changes, named_supporters = 0 } = counted
  return {
    ...others,
    good: good.length,
    created: good.length - updated,
    updated,
    named_supporters,
    changes,
  }
}

/** Saves the good rows in the caller's transaction, and skips the others. */
export async function runImport(
  trx: Trx,
  form: ImportForm,
  actor: Pick<SessionUser, 'id'>,
  asked: Asked,
): Promise<ImportSaved> {
  // Serialised, so that the second of two imports of one register finds the students of the first.
  await takeAdvisoryLock(trx, 'imports')
  const file = form.file ?? null
  const at = asked.now.toISOString()
  const file_names = Object.keys(form.files).length > 0 ? JSON.stringify(form.files) : null
  const { id } = await trx
    .insertInto('imports')
    .values({ kind: form.kind, file, file_names, created: 0, updated: 0, skipped: 0, at, user_id: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const importing = { id, user_id: actor.id, at, action: importAction(file) }
  try {
    const { found, updated, save } = await checkRows(trx, form, asked, importing)
    const { good } = found
    if (good.length === 0) throw invalid({ rows: [importMessages.nothingGood] })
    await save(trx, importing)
    await remember(trx, form)
    const counts = { created: good.length - updated, updated, skipped: form.rows.length - good.length }
    await trx.updateTable('imports').set(counts).where('id', '=', id).execute()
    return { id, ...counts }
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(importMessages.changedMeanwhile) : error
  }
}

async function checkRows(
  trx: Trx,
  form: ImportForm,
  { now, withheld, role }: Asked,
  importing: Importing | undefined,
): Promise<Checked> {
  if (form.kind === 'supporters' || form.kind === 'staff') {
    const found = await checkUsers(trx, form, { withheld, role })
    return { found, updated: 0, changes: [], save: (into, by) => saveUsers(into, found.good, by) }
  }
  const places = await addPlaces(trx, form, importing)
  if (form.kind === 'schools') {
    const rows = form.rows.map((row) => withDefaults(row, form.defaults))
    const found = await checkSchools({ rows }, places)
    return { found, updated: 0, changes: [], save: (into, by) => saveSchools(into, found.good, by) }
  }
  const { kind } = form
  if (isRecordImport(kind)) {
    const found = await checkRecords(trx, { ...form, kind }, places, importing !== undefined)
    return { found, updated: 0, changes: [], save: (into, by) => saveRecords(into, kind, found.good, by) }
  }
  const terms = {
    schools: places.schools,
    today: dayOf(now),
    isSaving: importing !== undefined,
    maySetStatus: canSetStudentStatus(role),
  }
  const found = await checkStudents(trx, form, terms)
  return {
    found,
    updated: found.good.filter(isUpdate).length,
    named_supporters: found.good.filter(namesSupporter).length,
    changes: importing ? [] : await listChanges(found.good),
    save: (into, by) => saveStudents(into, found.good, by),
  }
}

const namesSupporter = ({ supporter_name, before }: GoodStudent) =>
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
