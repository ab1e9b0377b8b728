import { sql } from 'kysely'
import { SUPPORTER } from '#contract/permissions.ts'
import { GROUP_PICTURE } from '#contract/rights/erasure.ts'
import { fold } from '#contract/base/lists.ts'
import { inBatches } from '../../database/inBatches.ts'
import { isOutside } from '../../database/instants.ts'
import type { Changes, HistoryEntry, Trx } from '../../database/history.ts'
import { KEPT_MS } from '../../http/runChange.ts'

type Student = { id: number; name: string; ref: string }
/** The ref and every name that the student has had. */
type Texts = string[]
/** The ids of what belongs to a student, by the names of the history. */
type Named = Partial<Record<HistoryEntry['entity'], number[]>>

/** Empties the letters about a student. One that was not sent yet is written again without the student when it is. */
export async function forgetLetters(trx: Trx, student_id: number): Promise<void> {
  const about = trx
    .selectFrom('notice_items')
    .select('letter_id')
    .where('student_id', '=', student_id)
    .union(trx.selectFrom('deletion_letters').select('letter_id').where('student_id', '=', student_id))
  await trx.updateTable('letters').set({ text: '', html: '' }).where('id', 'in', about).execute()
  await forgetSupporter(trx, student_id)
}

/** Removes the rows that tell whose student this was. What staff opened stays, without its name. */
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
  await forgetImports(trx, texts, named)
  await forgetDrafts(trx, student.id, texts, named)
  await trx
    .deleteFrom('duplicate_answers')
    .where((eb) => eb.or([eb('first_id', '=', student.id), eb('second_id', '=', student.id)]))
    .execute()
  // Of the other answers none is about the student, since their record waits for longer than answers are stored.
  await trx
    .deleteFrom('creations')
    .where((eb) => eb.or([contain('answer', texts), isOutside('at', KEPT_MS, new Date(at))]))
    .execute()
  const captions = await forgetCaptions(trx, student.id, texts)
  await forgetHistory(trx, texts, { ...named, media: [...(named.media ?? []), ...captions] })
}

async function textsOf(trx: Trx, { id, name, ref }: Student): Promise<Texts> {
  const entries = await trx
    .selectFrom('history')
    .select('changes')
    .where('entity', '=', 'student')
    .where('entity_id', '=', id)
    .execute()
  const earlier = entries.flatMap(({ changes }) => (JSON.parse(changes) as Changes)['name'] ?? [])
  return [...new Set([ref, name, ...earlier.filter((each) => typeof each === 'string')])]
}

/** Whether a column contains one of the texts, also as a part of a longer word. */
const contain = (column: string, texts: Texts) =>
  sql<boolean>`(${sql.join(
    texts.map((text) => {
      const pattern = `%${asJson(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      return sql`${sql.ref(column)} like ${pattern} escape '\\'`
    }),
    sql` or `,
  )})`

const asJson = (text: string) => JSON.stringify(text).slice(1, -1)

/**
 * Whether JSON mentions the student: `EL-1000` does not mean `EL-10001`, and a name of one word, such as `Faith`, only
 * counts where it is a whole value or a member of a list, because others may have it too.
 */
const mentions = (texts: Texts) => {
  const words = texts.map((text) => {
    const word = asJson(text).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    return /[\s-]/.test(text)
      ? String.raw`(?<![\p{L}\p{N}])${word}(?![\p{L}\p{N}])`
      : `(?<="|, )${word}(?="|, )`
  })
  const pattern = new RegExp(words.join('|'), 'iu')
  return (json: string) => pattern.test(json)
}

async function forgetImports(trx: Trx, texts: Texts, named: Named): Promise<void> {
  for (const entity of ['student', 'report', 'receipt'] as const)
    await inBatches(named[entity] ?? [], async (some) => {
      const rows = trx
        .selectFrom('import_rows')
        .select('import_id')
        .where('entity', '=', entity)
        .where('entity_id', 'in', some)
      // The names of files are only needed until the pictures of an import are added.
      await trx.updateTable('imports').set({ file_names: null }).where('id', 'in', rows).execute()
      await trx
        .deleteFrom('import_rows')
        .where('entity', '=', entity)
        .where('entity_id', 'in', some)
        .execute()
    })
  for (const column of ['file', 'file_names'] as const)
    await trx
      .updateTable('imports')
      .set({ [column]: null })
      .where(contain(column, texts))
      .execute()
  const said = texts.flatMap((text) => [text, fold(text)])
  await trx
    .deleteFrom('import_meanings')
    .where((eb) => eb.or([eb('said', 'in', said), eb('meaning', 'in', said)]))
    .execute()
}

async function forgetDrafts(trx: Trx, id: number, texts: Texts, named: Named): Promise<void> {
  const { report = [], receipt = [] } = named
  const forms = ['student-edit', 'consent-add', 'request-add', 'report-add', 'receipt-add']
  const keys = new Set([
    ...forms.map((form) => `${form}-${id}`),
    ...report.map((each) => `report-edit-${each}`),
    ...receipt.map((each) => `receipt-edit-${each}`),
  ])
  const isMentioned = mentions(texts)
  const drafts = await trx
    .selectFrom('drafts')
    .select(['user_id', 'key', 'content'])
    .where((eb) => eb.or([eb('key', 'in', [...keys]), contain('content', texts)]))
    .execute()
  for (const { user_id, key, content } of drafts)
    if (keys.has(key) || isMentioned(content))
      await trx.deleteFrom('drafts').where('user_id', '=', user_id).where('key', '=', key).execute()
}

/**
 * Replaces the captions of pictures in other galleries that show the student and contain a part of the name. The pictures
 * stay with the other students, hidden from supporters. Returns their ids.
 */
async function forgetCaptions(trx: Trx, student_id: number, texts: Texts): Promise<number[]> {
  const parts = texts.flatMap((text) => text.split(' ')).filter((part) => part.length > 2)
  const isNamed = (text: string) => parts.some((part) => fold(text).includes(fold(part)))
  const shown = await trx
    .selectFrom('media')
    .innerJoin('media_students', 'media_students.media_id', 'media.id')
    .select(['media.id', 'title', 'description'])
    .where('media_students.student_id', '=', student_id)
    .execute()
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
  return captioned.map(({ id }) => id)
}

/** History entries per statement: a search through all of them would block other requests. */
const AT_ONCE = 5_000

/**
 * Empties the values of the history: of everything that belongs to the student, and of every other entry that mentions them,
 * such as those of media that were deleted before.
 */
async function forgetHistory(trx: Trx, texts: Texts, named: Named): Promise<void> {
  const isMentioned = mentions(texts)
  const found: { id: number; entity: string; entity_id: number }[] = []
  const { last } = await trx
    .selectFrom('history')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  for (let from = 0; from < (last ?? 0); from += AT_ONCE) {
    const entries = await trx
      .selectFrom('history')
      .select(['id', 'entity', 'entity_id', 'changes'])
      .where('id', '>', from)
      .where('id', '<=', from + AT_ONCE)
      .where(contain('changes', texts))
      .execute()
    found.push(...entries.filter(({ changes }) => isMentioned(changes)))
  }
  await inBatches(found, async (some) => {
    const ids = some.map(({ id }) => id)
    await trx.updateTable('history').set({ changes: '{}' }).where('id', 'in', ids).execute()
  })
  const media = found.flatMap((entry) => (entry.entity === 'media' ? [entry.entity_id] : []))
  const all = { ...named, media: [...(named.media ?? []), ...media] }
  for (const [entity, ids] of Object.entries(all))
    await inBatches([...new Set(ids)], async (some) => {
      await trx
        .updateTable('history')
        .set({ changes: '{}' })
        .where('entity', '=', entity)
        .where('entity_id', 'in', some)
        .execute()
    })
}
