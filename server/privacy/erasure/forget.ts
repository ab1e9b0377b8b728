import type { Changes, Trx } from '../../database/history.ts'
import { splitAction } from '../../database/importAction.ts'
import { inBatches, rowsOf } from '../../database/inBatches.ts'
import { isOutside } from '../../database/instants.ts'
import type { Forgotten, Traces } from '../../database/studentData.ts'
import { nameAs } from '../../files/storeUpload.ts'
import { REPEATABLE_MS } from '../../http/runChange.ts'
import { containsPartOf, isFileNameOf, mentions, type Texts } from '../mentions.ts'
import { deleteMentions } from './deleteMentions.ts'

/** Removes the names and the ref from rows about no student or about other students. */
export async function forgetEverywhere(
  trx: Trx,
  { student: { id }, texts, at }: Forgotten,
  { sheets, captions }: Required<Traces>,
): Promise<void> {
  await forgetFileNames(trx, texts)
  await trx
    .deleteFrom('creations')
    .where(isOutside('at', REPEATABLE_MS, new Date(at)))
    .execute()
  await deleteMentions(trx, 'creations', 'answer', texts)
  const ids = captions.map((caption) => caption.id)
  const titles = await forgetHistory(trx, id, texts, sheets, ids)
  await forgetDepartures(trx, texts, [...captions.map(({ title }) => title), ...titles])
}

/** The ref and every name that a student has had. */
export async function textsOf(
  trx: Trx,
  { id, name, ref }: { id: number; name: string; ref: string },
): Promise<Texts> {
  const entries = await trx
    .selectFrom('history')
    .select('changes')
    .where('entity', '=', 'student')
    .where('entity_id', '=', id)
    .execute()
  const earlier = entries.flatMap(({ changes }) => (JSON.parse(changes) as Changes)['name'] ?? [])
  return { ref, names: [...new Set([name, ...earlier.filter((each) => typeof each === 'string')])] }
}

/** Replaces the names of other students' files that contain the name. */
async function forgetFileNames(trx: Trx, texts: Texts): Promise<void> {
  const isNamed = isFileNameOf(texts)
  const files = rowsOf(trx.selectFrom('files').select(['id', 'name', 'type']))
  for await (const { id, name, type } of files)
    if (isNamed(name))
      await trx
        .updateTable('files')
        .set({ name: nameAs(type, '') })
        .where('id', '=', id)
        .execute()
}

/** Empties texts that name the student in the log of what left, such as the title of a picture in another gallery. */
async function forgetDepartures(trx: Trx, texts: Texts, titles: string[]): Promise<void> {
  const isMentioned = mentions(texts)
  const quoted = titles.filter(containsPartOf(texts)).map((title) => `“${title}”`)
  const departures = rowsOf(trx.selectFrom('departures').select(['id', 'what']))
  for await (const { id, what } of departures)
    if (quoted.some((title) => what.includes(title)) || isMentioned(JSON.stringify(what)))
      await trx.updateTable('departures').set({ what: '' }).where('id', '=', id).execute()
}

/**
 * Empties the values in the history: in the entries of the student, in those that mention the student, and in those of pictures
 * that show them. Returns the titles that these pictures and the student's own have had.
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
