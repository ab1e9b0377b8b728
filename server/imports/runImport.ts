import type { SessionUser } from '#contract/auth.ts'
import { dayOf } from '#contract/fields.ts'
import { type ImportCheck, type ImportForm, importMessages, type ImportSaved } from '#contract/imports.ts'
import type { Db } from '../database/connect.ts'
import { takeTurn } from '../database/holdRow.ts'
import { isUniqueViolation } from '../database/uniqueViolation.ts'
import { conflict, invalid } from '../http/ApiError.ts'
import { checkStudents } from './checkStudents.ts'
import { type Found, importAction, type Importing, type Trx } from './importing.ts'
import { addPlaces, checkSchools, saveSchools } from './places.ts'
import { remember } from './remembered.ts'
import { saveStudents } from './saveStudents.ts'
import { checkSupporters, saveSupporters } from './supporters.ts'

/** The rows that were found good, with how to save them. */
type Checked = {
  found: Found<unknown>
  updated: number
  save: (trx: Trx, importing: Importing) => Promise<void>
}

/** When rows are imported, and the email that the importer may give to no user. */
type Asked = { now: Date; withheld?: string | undefined }

/** Says what an import of these rows would do, and writes nothing. */
export async function checkImport(db: Db, form: ImportForm, asked: Asked): Promise<ImportCheck> {
  const { found, updated } = await checkRows(db, form, asked, undefined)
  const { good, errors, duplicates, unknown, skipped } = found
  return { good: good.length, created: good.length - updated, updated, skipped, errors, duplicates, unknown }
}

/** Saves the rows that are found good, in the caller's transaction, and leaves out the others. */
export async function runImport(
  trx: Trx,
  form: ImportForm,
  actor: Pick<SessionUser, 'id'>,
  asked: Asked,
): Promise<ImportSaved> {
  // Of two imports of one register at the same moment, the second has to find the children of the first.
  await takeTurn(trx, 'imports')
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
  { now, withheld }: Asked,
  importing: Importing | undefined,
): Promise<Checked> {
  if (form.kind === 'supporters') {
    const found = await checkSupporters(trx, form, withheld)
    return { found, updated: 0, save: (into, by) => saveSupporters(into, found.good, by) }
  }
  const places = await addPlaces(trx, form, importing)
  if (form.kind === 'schools') {
    const found = await checkSchools(form, places)
    return { found, updated: 0, save: (into, by) => saveSchools(into, found.good, by) }
  }
  const terms = { schools: places.schools, today: dayOf(now), isSaving: importing !== undefined }
  const found = await checkStudents(trx, form, terms)
  const updated = found.good.filter(({ before }) => before).length
  return { found, updated, save: (into, by) => saveStudents(into, found.good, by) }
}
