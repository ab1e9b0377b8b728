import { sql } from 'kysely'
import { SUPPORTER } from '#contract/permissions.ts'
import { GROUP_PICTURE } from '#contract/privacy/erasure.ts'
import { fold } from '#contract/base/lists.ts'
import { nameAs } from '../../files/storeUpload.ts'
import { withYields } from '../../base/yieldToRequests.ts'
import { inBatches, rowsOf } from '../../database/inBatches.ts'
import { isOutside } from '../../database/instants.ts'
import type { Changes, HistoryEntry, Trx } from '../../database/history.ts'
import { KEPT_MS } from '../../http/runChange.ts'
import { splitAction } from '../../imports/importing.ts'
import { containsPartOf, isFileNameOf, mentions, type Texts } from '../mentions.ts'

type Student = { id: number; name: string; ref: string }
/** The ids of what belongs to a student, by the names of the history. */
type Named = Partial<Record<HistoryEntry['entity'], number[]>>

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
export async function forgetEverywhere(trx: Trx, student: Student, named: Named, at: string): Promise<void> {
  const texts = await textsOf(trx, student)
  const files = await forgetImports(trx, texts, named)
  await forgetFileNames(trx, student.id, texts)
  await forgetDrafts(trx, student.id, texts, named)
  await trx
    .deleteFrom('duplicate_answers')
    .where((eb) => eb.or([eb('first_id', '=', student.id), eb('second_id', '=', student.id)]))
    .execute()
  // Of the other answers none is about the student, since their record waits for longer than answers are stored.
  await trx
    .deleteFrom('creations')
    .where(isOutside('at', KEPT_MS, new Date(at)))
    .execute()
  const isMentioned = mentions(texts)
  await deleteOfUsers(trx, 'creations', 'answer', (_key, answer) => isMentioned(answer))
  const captioned = await forgetCaptions(trx, student.id, texts)
  const ids = captioned.map(({ id }) => id)
  const titles = await forgetHistory(trx, texts, files, { ...named, media: [...(named.media ?? []), ...ids] })
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

/** Deletes rows of a table whose key is a user and a text. */
async function deleteOfUsers(
  trx: Trx,
  table: 'creations' | 'drafts',
  column: 'answer' | 'content',
  isForgotten: (key: string, text: string) => boolean,
): Promise<void> {
  const rows = () => trx.selectFrom(trx.dynamic.table(table).as('row'))
  for (const { user_id } of await rows().select('row.user_id').distinct().execute()) {
    const own = await rows()
      .select(['row.key', sql.ref<string>(column).as('text')])
      .where('row.user_id', '=', user_id)
      .execute()
    for await (const { key, text } of withYields(own))
      if (isForgotten(key, text))
        await trx.deleteFrom(table).where('user_id', '=', user_id).where('key', '=', key).execute()
  }
}

/** Returns the names of sheets that it has removed. */
async function forgetImports(trx: Trx, texts: Texts, named: Named): Promise<Set<string>> {
  const own = new Set<number>()
  for (const entity of ['student', 'report', 'receipt'] as const)
    for await (const some of inBatches(named[entity] ?? [])) {
      const removed = await trx
        .deleteFrom('import_rows')
        .where('entity', '=', entity)
        .where('entity_id', 'in', some)
        .returning('import_id')
        .execute()
      for (const { import_id } of removed) own.add(import_id)
    }
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

async function forgetDrafts(trx: Trx, id: number, texts: Texts, named: Named): Promise<void> {
  const { report = [], receipt = [] } = named
  const forms = ['student-edit', 'consent-add', 'request-add', 'report-add', 'receipt-add']
  const keys = new Set([
    ...forms.map((form) => `${form}-${id}`),
    ...report.map((each) => `report-edit-${each}`),
    ...receipt.map((each) => `receipt-edit-${each}`),
  ])
  const isMentioned = mentions(texts)
  await deleteOfUsers(trx, 'drafts', 'content', (key, content) => keys.has(key) || isMentioned(content))
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
 * Empties the values of the history: of everything that belongs to the student, and of every other entry that mentions them,
 * such as those of media that were deleted before. Returns the titles that these media had.
 */
async function forgetHistory(trx: Trx, texts: Texts, files: Set<string>, named: Named): Promise<string[]> {
  const isMentioned = mentions(texts)
  const isNamed = isFileNameOf(texts)
  const found: { id: number; entity: string; entity_id: number }[] = []
  const imported: { id: number; action: string }[] = []
  const entries = rowsOf(trx.selectFrom('history').select(['id', 'entity', 'entity_id', 'action', 'changes']))
  for await (const { action, changes, ...entry } of entries) {
    if (isMentioned(changes)) found.push(entry)
    const split = splitAction(action)
    if (split.file !== null && (files.has(split.file) || isNamed(split.file)))
      imported.push({ id: entry.id, action: split.action })
  }
  for (const [action, own] of Map.groupBy(imported, (entry) => entry.action))
    for await (const some of inBatches(own)) {
      const ids = some.map(({ id }) => id)
      await trx.updateTable('history').set({ action }).where('id', 'in', ids).execute()
    }
  const media = found.flatMap((entry) => (entry.entity === 'media' ? [entry.entity_id] : []))
  const all = { ...named, media: [...(named.media ?? []), ...media] }
  const titles: unknown[] = []
  for await (const some of inBatches(all.media)) {
    const rows = await trx
      .selectFrom('history')
      .select('changes')
      .where('entity', '=', 'media')
      .where('entity_id', 'in', some)
      .execute()
    titles.push(...rows.flatMap(({ changes }) => (JSON.parse(changes) as Changes)['title'] ?? []))
  }
  for await (const some of inBatches(found)) {
    const ids = some.map(({ id }) => id)
    await trx.updateTable('history').set({ changes: '{}' }).where('id', 'in', ids).execute()
  }
  for (const [entity, ids] of Object.entries(all))
    for await (const some of inBatches([...new Set(ids)])) {
      await trx
        .updateTable('history')
        .set({ changes: '{}' })
        .where('entity', '=', entity)
        .where('entity_id', 'in', some)
        .execute()
    }
  return titles.filter((title) => typeof title === 'string')
}
