import { sql } from 'kysely'
import { SUPPORTER } from '#contract/permissions.ts'
import { GROUP_PICTURE } from '#contract/privacy/erasure.ts'
import { fold } from '#contract/base/lists.ts'
import { nameAs } from '../../files/storeUpload.ts'
import { withYields } from '../../base/yieldToRequests.ts'
import { inBatches, rowsOf } from '../../database/inBatches.ts'
import { isOutside } from '../../database/instants.ts'
import type { Changes, Trx } from '../../database/history.ts'
import { KEPT_MS } from '../../http/runChange.ts'
import { splitAction } from '../../imports/importing.ts'
import { containsPartOf, isFileNameOf, mentions, type Texts } from '../mentions.ts'

type Student = { id: number; name: string; ref: string }

/** Empties the letters about a student. One that was not sent yet is written again without the student when it is. */
export async function forgetLetters(trx: Trx, { id: student_id, ref }: Student): Promise<void> {
  const about = trx
    .selectFrom('notice_items')
    .select('letter_id')
    .where('student_id', '=', student_id)
    .union(trx.selectFrom('deletion_letters').select('letter_id').where('student_id', '=', student_id))
  await trx.updateTable('letters').set({ text: '', html: '' }).where('id', 'in', about).execute()
  // Letters about damaged files name the ref.
  await trx
    .updateTable('letters')
    .set({ text: '', html: '' })
    .where('subject', 'like', '% damaged or missing - %')
    .where('text', 'like', `% of ${ref} (%`)
    .execute()
  await forgetSupporter(trx, student_id)
}

/** Removes the rows that link the student to a supporter. What staff opened stays, without its name. */
async function forgetSupporter(trx: Trx, student_id: number): Promise<void> {
  const supporters = trx.selectFrom('users').select('id').where('role_id', '=', SUPPORTER)
  await trx
    .deleteFrom('views')
    .where('student_id', '=', student_id)
    .where('user_id', 'in', supporters)
    .execute()
  await trx
    .deleteFrom('departures')
    .where('student_id', '=', student_id)
    .where((eb) => eb.or([eb('letter_id', 'is not', null), eb('user_id', 'in', supporters)]))
    .execute()
  await trx
    .updateTable('departures')
    .set({ what: '', went_to: '' })
    .where('student_id', '=', student_id)
    .execute()
  const sent = trx.selectFrom('letters').select('id').where('state', '=', 'sent')
  await trx
    .deleteFrom('notice_items')
    .where('student_id', '=', student_id)
    .where('letter_id', 'in', sent)
    .execute()
  const asked = await trx
    .deleteFrom('deletion_letters')
    .where('student_id', '=', student_id)
    .returning('letter_id')
    .execute()
  const ids = asked.map(({ letter_id }) => letter_id)
  // Without its text, such a letter says nothing.
  if (ids.length > 0)
    await trx.deleteFrom('letters').where('id', 'in', ids).where('state', '!=', 'sent').execute()
}

/** Removes the names and the ref from everything that is about more than one student. */
export async function forgetEverywhere(trx: Trx, student: Student, at: string): Promise<void> {
  const texts = await textsOf(trx, student)
  const files = await forgetImports(trx, student.id, texts)
  await forgetFileNames(trx, student.id, texts)
  await forgetDrafts(trx, student.id, texts)
  await trx
    .deleteFrom('duplicate_answers')
    .where((eb) => eb.or([eb('first_id', '=', student.id), eb('second_id', '=', student.id)]))
    .execute()
  await trx
    .deleteFrom('creations')
    .where((eb) => eb.or([eb('student_id', '=', student.id), isOutside('at', KEPT_MS, new Date(at))]))
    .execute()
  await deleteMentions(trx, 'creations', 'answer', texts)
  const captioned = await forgetCaptions(trx, student.id, texts)
  const ids = captioned.map(({ id }) => id)
  const titles = await forgetHistory(trx, student.id, texts, files, ids)
  await forgetDepartures(trx, texts, [...captioned.map(({ title }) => title), ...titles])
}

async function textsOf(trx: Trx, { id, name, ref }: Student): Promise<Texts> {
  const entries = await trx
    .selectFrom('history')
    .select('changes')
    .where('entity', '=', 'student')
    .where('entity_id', '=', id)
    .execute()
  const earlier = entries.flatMap(({ changes }) => (JSON.parse(changes) as Changes)['name'] ?? [])
  return { ref, names: [...new Set([name, ...earlier.filter((each) => typeof each === 'string')])] }
}

/** Deletes rows of a table whose key is a user and a text, and whose content mentions the student. */
async function deleteMentions(
  trx: Trx,
  table: 'creations' | 'drafts',
  column: 'answer' | 'content',
  texts: Texts,
): Promise<void> {
  const isMentioned = mentions(texts)
  const rows = () => trx.selectFrom(trx.dynamic.table(table).as('row'))
  for (const { user_id } of await rows().select('row.user_id').distinct().execute()) {
    const own = await rows()
      .select(['row.key', sql.ref<string>(column).as('text')])
      .where('row.user_id', '=', user_id)
      .execute()
    for await (const { key, text } of withYields(own))
      if (isMentioned(text))
        await trx.deleteFrom(table).where('user_id', '=', user_id).where('key', '=', key).execute()
  }
}

/** Returns the names of sheets that it has removed. */
async function forgetImports(trx: Trx, student_id: number, texts: Texts): Promise<Set<string>> {
  const removed = await trx
    .deleteFrom('import_rows')
    .where('student_id', '=', student_id)
    .returning('import_id')
    .execute()
  const own = new Set(removed.map(({ import_id }) => import_id))
  const isNamed = isFileNameOf(texts)
  const isNamedInPart = containsPartOf(texts)
  const forgotten = new Set<string>()
  const imports = rowsOf(trx.selectFrom('imports').select(['id', 'file', 'file_names']))
  for await (const { id, file, file_names } of imports) {
    const isGone = file !== null && (isNamed(file) || (own.has(id) && isNamedInPart(file)))
    if (isGone) forgotten.add(file)
    // The names of files are only needed until the pictures of an import are added.
    const areFilesGone = file_names && (own.has(id) || file_names.split('"').some(isNamed))
    if (isGone || areFilesGone)
      await trx
        .updateTable('imports')
        .set({ file: isGone ? null : file, file_names: null })
        .where('id', '=', id)
        .execute()
  }
  const spellings = [texts.ref, ...texts.names].flatMap((text) => [text, fold(text)])
  await trx
    .deleteFrom('import_meanings')
    .where((eb) => eb.or([eb('said', 'in', spellings), eb('meaning', 'in', spellings)]))
    .execute()
  return forgotten
}

/** Replaces the names of other students' files: of pictures that show the student, and those that contain the name. */
async function forgetFileNames(trx: Trx, student_id: number, texts: Texts): Promise<void> {
  const isNamed = isFileNameOf(texts)
  const shown = await mediaShowing(trx, student_id).select('file_id').execute()
  const pictures = new Set(shown.map(({ file_id }) => file_id))
  const files = rowsOf(trx.selectFrom('files').select(['id', 'name', 'type']))
  for await (const { id, name, type } of files)
    if (pictures.has(id) || isNamed(name))
      await trx
        .updateTable('files')
        .set({ name: nameAs(type, '') })
        .where('id', '=', id)
        .execute()
}

/** The pictures in other galleries that show the student. */
const mediaShowing = (trx: Trx, student_id: number) =>
  trx
    .selectFrom('media')
    .innerJoin('media_students', 'media_students.media_id', 'media.id')
    .where('media_students.student_id', '=', student_id)

async function forgetDrafts(trx: Trx, student_id: number, texts: Texts): Promise<void> {
  await trx.deleteFrom('drafts').where('student_id', '=', student_id).execute()
  await deleteMentions(trx, 'drafts', 'content', texts)
}

/**
 * Replaces the captions of pictures in other galleries that show the student and contain a part of the name. The pictures
 * stay with the other students, hidden from supporters. Returns them as they were.
 */
async function forgetCaptions(trx: Trx, student_id: number, texts: Texts) {
  const isNamed = containsPartOf(texts)
  const shown = await mediaShowing(trx, student_id).select(['media.id', 'title', 'description']).execute()
  const captioned = shown.filter(({ title, description }) => isNamed(title) || isNamed(description))
  for (const { id, title, description } of captioned)
    await trx
      .updateTable('media')
      .set({
        title: isNamed(title) ? GROUP_PICTURE : title,
        description: isNamed(description) ? '' : description,
      })
      .where('id', '=', id)
      .execute()
  return captioned
}

/** Empties what names the student in the log of what left, such as a title that a picture of another gallery had. */
async function forgetDepartures(trx: Trx, texts: Texts, titles: string[]): Promise<void> {
  const isMentioned = mentions(texts)
  const quoted = titles.filter(containsPartOf(texts)).map((title) => `“${title}”`)
  const departures = rowsOf(trx.selectFrom('departures').select(['id', 'what']))
  for await (const { id, what } of departures)
    if (quoted.some((title) => what.includes(title)) || isMentioned(JSON.stringify(what)))
      await trx.updateTable('departures').set({ what: '' }).where('id', '=', id).execute()
}

/**
 * Empties the values of the history of the student, of every other entry that mentions them, and of the pictures that show
 * them. Returns the titles that these and the student's own had.
 */
async function forgetHistory(
  trx: Trx,
  student_id: number,
  texts: Texts,
  files: Set<string>,
  captioned: number[],
): Promise<string[]> {
  const isMentioned = mentions(texts)
  const isNamed = isFileNameOf(texts)
  const found: number[] = []
  const media = new Set(captioned)
  const titles: unknown[] = []
  const imported: { id: number; action: string }[] = []
  const entries = rowsOf(
    trx.selectFrom('history').select(['id', 'student_id', 'entity', 'entity_id', 'action', 'changes']),
  )
  for await (const entry of entries) {
    const { id, entity, entity_id, action, changes } = entry
    const isOwn = entry.student_id === student_id
    if (isOwn && entity === 'media') titles.push(...titlesIn(changes))
    if (!isOwn && isMentioned(changes)) {
      found.push(id)
      if (entity === 'media') media.add(entity_id)
    }
    const split = splitAction(action)
    if (split.file !== null && (files.has(split.file) || isNamed(split.file)))
      imported.push({ id, action: split.action })
  }
  for (const [action, own] of Map.groupBy(imported, (entry) => entry.action))
    for await (const some of inBatches(own)) {
      const ids = some.map(({ id }) => id)
      await trx.updateTable('history').set({ action }).where('id', 'in', ids).execute()
    }
  await trx.updateTable('history').set({ changes: '{}' }).where('student_id', '=', student_id).execute()
  for await (const some of inBatches([...media])) {
    const rows = await trx
      .selectFrom('history')
      .select(['id', 'changes'])
      .where('entity', '=', 'media')
      .where('entity_id', 'in', some)
      .execute()
    titles.push(...rows.flatMap(({ changes }) => titlesIn(changes)))
    found.push(...rows.map(({ id }) => id))
  }
  for await (const some of inBatches(found))
    await trx.updateTable('history').set({ changes: '{}' }).where('id', 'in', some).execute()
  return titles.filter((title) => typeof title === 'string')
}

const titlesIn = (changes: string) => (JSON.parse(changes) as Changes)['title'] ?? []
