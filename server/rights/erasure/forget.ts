import { sql } from 'kysely'
import { fold } from '#contract/base/lists.ts'
import { inBatches } from '../../database/inBatches.ts'
import type { HistoryEntry, Trx } from '../../database/history.ts'

type Student = { id: number; name: string; ref: string }
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
}

/** Removes the name and the ref from everything that is about more than one student. */
export async function forgetEverywhere(trx: Trx, student: Student, named: Named): Promise<void> {
  await forgetImports(trx, student, named)
  await forgetDrafts(trx, student, named)
  await trx
    .deleteFrom('duplicate_answers')
    .where((eb) => eb.or([eb('first_id', '=', student.id), eb('second_id', '=', student.id)]))
    .execute()
  await trx.deleteFrom('creations').where(mentions('answer', student)).execute()
  await forgetHistory(trx, student, named)
}

/** Whether a column of JSON mentions the student. */
const mentions = (column: string, { name, ref }: Student) => {
  const contains = (text: string) => {
    const pattern = `%${JSON.stringify(text)
      .slice(1, -1)
      .replace(/[\\%_]/g, '\\$&')}%`
    return sql`${sql.ref(column)} like ${pattern} escape '\\'`
  }
  return sql<boolean>`(${contains(name)} or ${contains(ref)})`
}

async function forgetImports(trx: Trx, { name, ref }: Student, named: Named): Promise<void> {
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
  const said = [name, ref, fold(name), fold(ref)]
  await trx
    .deleteFrom('import_meanings')
    .where((eb) => eb.or([eb('said', 'in', said), eb('meaning', 'in', said)]))
    .execute()
}

async function forgetDrafts(trx: Trx, student: Student, { report = [], receipt = [] }: Named): Promise<void> {
  const keys = [
    ...['student-edit', 'consent-add', 'report-add', 'receipt-add'].map((form) => `${form}-${student.id}`),
    ...report.map((id) => `report-edit-${id}`),
    ...receipt.map((id) => `receipt-edit-${id}`),
  ]
  await trx
    .deleteFrom('drafts')
    .where((eb) => eb.or([eb('key', 'in', keys), mentions('content', student)]))
    .execute()
}

/** History entries per statement: a search through all of them would block other requests. */
const AT_ONCE = 5_000

/**
 * Empties the values of the history: of everything that belongs to the student, and of every other entry that mentions them,
 * such as those of media that were deleted before.
 */
async function forgetHistory(trx: Trx, student: Student, named: Named): Promise<void> {
  const deleted: number[] = []
  const { last } = await trx
    .selectFrom('history')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  for (let from = 0; from < (last ?? 0); from += AT_ONCE) {
    const emptied = await trx
      .updateTable('history')
      .set({ changes: '{}' })
      .where('id', '>', from)
      .where('id', '<=', from + AT_ONCE)
      .where(mentions('changes', student))
      .returning(['entity', 'entity_id'])
      .execute()
    deleted.push(...emptied.flatMap((entry) => (entry.entity === 'media' ? [entry.entity_id] : [])))
  }
  const all = { ...named, media: [...(named.media ?? []), ...deleted] }
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
