import { recordMessages } from '#contract/records/records.ts'
import type { Media, MediaForm, MediaWords } from '#contract/gallery.ts'
import { STUDENT_ACTIVE, studentMessages } from '#contract/students/students.ts'
import {
  changesBetween,
  type Change,
  changesToNothing,
  type Trx,
  writeAdded,
  writeChange,
} from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import { lockRow } from '../database/lockRow.ts'
import { addFileRow, dropFiles, type StoredBytes } from '../files/storeUpload.ts'
import { conflict, invalid, notFound } from '../base/ApiError.ts'
import { saveOthers } from './othersInMedia.ts'
import { findByChecksum, findMedia } from './readGallery.ts'

/** The facts read from the file. */
export type Measures = Pick<Tables['media'], 'width' | 'height' | 'duration_ms'>

/** The outcome of an add: the gallery stores the same file once. */
type Added = { media: Media; isKnown: boolean; isRenamed: boolean }

/** Sets the new title and description on an existing picture or film. */
export async function renameKnown(change: Change, known: Media, form: MediaForm): Promise<Added> {
  const isRenamed = Object.keys(changesBetween(wordsOf(known), wordsOf(form))).length > 0
  const media = isRenamed || form.others ? await editMedia(change, known.id, form) : known
  return { media, isKnown: true, isRenamed }
}

/** Adds a stored file to a gallery. Of two requests at the same moment the second gets the row of the first. */
export async function addMedia(
  change: Change,
  form: MediaForm,
  stored: StoredBytes,
  measures: Measures,
): Promise<Added> {
  const { trx, actor, at } = change
  const { student_id } = form
  const student = await lockRow(trx, 'students', student_id)
  if (!student) throw invalid({ student_id: [recordMessages.studentUnknown] })
  const known = await findByChecksum(trx, student_id, stored.sha256)
  if (known) return renameKnown(change, known, form)
  if (student.status !== STUDENT_ACTIVE) throw conflict(studentMessages.notActive)

  const file_id = await addFileRow(trx, stored, { student_id, created_by: actor.id, created_at: at })
  const { id } = await trx
    .insertInto('media')
    .values({
      student_id,
      ...wordsOf(form),
      file_id,
      sha256: stored.sha256,
      ...measures,
      created_at: at,
      created_by: actor.id,
      updated_at: at,
      updated_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = { student: student.ref, ...wordsOf(form), type: kindOf(stored.type) }
  const { others } = await saveOthers(trx, { id, student_id }, form.others ?? [])
  await writeAdded(
    change,
    { entity: 'media', entity_id: id, student_id },
    { ...facts, others: others?.[1] ?? null },
  )
  return { media: await findMedia(trx, id), isKnown: false, isRenamed: false }
}

export async function editMedia(change: Change, id: number, form: MediaForm): Promise<Media> {
  const { trx, actor, at } = change
  const before = await lockMedia(trx, id, form.student_id)
  const { student_id } = before
  const others = form.others && (await saveOthers(trx, { id, student_id }, form.others))
  const changes = { ...changesBetween(wordsOf(before), wordsOf(form)), ...others }
  if (Object.keys(changes).length === 0) return findMedia(trx, id)

  await trx
    .updateTable('media')
    .set({ ...wordsOf(form), updated_at: at, updated_by: actor.id })
    .where('id', '=', id)
    .execute()
  await writeChange(change, { entity: 'media', entity_id: id, student_id, action: 'edited', changes })
  return findMedia(trx, id)
}

export async function deleteMedia(change: Change, id: number): Promise<void> {
  const { trx, at } = change
  const media = await lockMedia(trx, id)
  await trx.deleteFrom('media_students').where('media_id', '=', id).execute()
  await trx.deleteFrom('media').where('id', '=', id).execute()
  await dropFiles(trx, [media.file_id], at)
  const { student_id } = media
  const facts = { student: media.ref, ...wordsOf(media), type: kindOf(media.type) }
  const changes = changesToNothing(facts)
  await writeChange(change, { entity: 'media', entity_id: id, student_id, action: 'deleted', changes })
}

/** Reads a picture or film and locks its student. Refuses to change the gallery of a student who is not active. */
async function lockMedia(trx: Trx, id: number, student_id?: number) {
  const row = () =>
    trx
      .selectFrom('media')
      .innerJoin('files', 'files.id', 'media.file_id')
      .select(['media.student_id', 'title', 'description', 'file_id', 'files.type'])
      .where('media.id', '=', id)
      .executeTakeFirst()
  const found = await row()
  if (!found || (student_id ?? found.student_id) !== found.student_id) throw notFound()
  const student = await lockRow(trx, 'students', found.student_id)
  // Another transaction may have deleted it while this one waited for the row lock.
  const media = await row()
  if (!student || !media) throw notFound()
  if (student.status !== STUDENT_ACTIVE) throw conflict(studentMessages.notActive)
  return { ...media, ref: student.ref }
}

const wordsOf = ({ title, description }: MediaWords): MediaWords => ({ title, description })

const kindOf = (type: string): Media['type'] => (type.startsWith('video/') ? 'video' : 'image')
