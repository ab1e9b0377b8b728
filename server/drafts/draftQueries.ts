import { sql } from 'kysely'
import { DAY_MS } from '#contract/base/days.ts'
import { DRAFT_DAYS, DRAFTS_MOST, type Draft, type DraftForm, draftMessages } from '#contract/drafts.ts'
import type { Change, Trx } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { isOutside } from '../database/instants.ts'
import { type StudentEntity, studentEntities } from '../database/studentEntities.ts'
import { conflict, notFound } from '../base/ApiError.ts'

type Owner = { user_id: number; key: string }

/**
 * The content of a draft whose form was saved or discarded. The row stays, so that no version is reused: a form that
 * continues an older version cannot overwrite a newer draft.
 */
const REMOVED = ''

export async function findDraft(db: Trx, { user_id, key }: Owner): Promise<Draft | null> {
  const row = await db
    .selectFrom('drafts')
    .select(['content', 'version', 'saved_at'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where('content', '!=', REMOVED)
    .executeTakeFirst()
  if (!row) return null
  const { content, ...draft } = row
  return { ...draft, ...(JSON.parse(content) as Pick<Draft, 'values' | 'files'>) }
}

/**
 * Saves a draft over the version that it continues. Any other version was saved in another tab or on another device:
 * then the draft is refused, and the form stores the other one on its device before it replaces it.
 */
export async function saveDraft(
  { trx, actor, at }: Change,
  key: string,
  { values, files, follows }: DraftForm,
): Promise<Pick<Draft, 'version' | 'saved_at'>> {
  const user_id = actor.id
  const kept = { content: JSON.stringify({ values, files }), saved_at: at }
  const student_id = await studentOf(trx, key)
  // A row lock, so that drafts saved at the same moment are counted one after the other.
  await lockRow(trx, 'users', user_id)
  await trx
    .deleteFrom('drafts')
    .where(isOutside('saved_at', DRAFT_DAYS * DAY_MS, new Date(at)))
    .execute()
  await removeOldest(trx, { user_id, key })
  const saved = await trx
    .insertInto('drafts')
    .values({ user_id, key, student_id, ...kept, version: follows + 1 })
    .onConflict((on) =>
      on
        .columns(['user_id', 'key'])
        .doUpdateSet((eb) => ({ ...kept, version: eb('drafts.version', '+', 1) }))
        // A draft that was discarded elsewhere while the user still types in this form is stored again.
        .where((eb) => eb.or([eb('drafts.version', '=', follows), eb('drafts.content', '=', REMOVED)])),
    )
    .returning(['version', 'saved_at'])
    .executeTakeFirst()
  if (!saved) throw conflict(draftMessages.elsewhere)
  return saved
}

/** The student of the form that a key names, or of its record; null while none is chosen. Refuses one that does not exist. */
async function studentOf(trx: Trx, key: string): Promise<number | null> {
  const [form = '', action, id] = key.split('-')
  if (id === undefined) return null
  const table = action === 'add' ? 'students' : studentEntities[form as StudentEntity]
  const { student_id } = await trx
    .selectFrom(trx.dynamic.table(table).as('row'))
    .select(sql.ref<number>(table === 'students' ? 'row.id' : 'row.student_id').as('student_id'))
    .where('row.id', '=', Number(id))
    .executeTakeFirstOrThrow(notFound)
  return student_id
}

/** Removes the oldest drafts above the limit, but never the one that is being saved. */
async function removeOldest(trx: Trx, { user_id, key }: Owner): Promise<void> {
  const others = trx
    .selectFrom('drafts')
    .select('key')
    .where('user_id', '=', user_id)
    .where('key', '!=', key)
    .where('content', '!=', REMOVED)
  const newest = others.orderBy('saved_at', 'desc').limit(DRAFTS_MOST - 1)
  await trx
    .updateTable('drafts')
    .set((eb) => ({ content: REMOVED, version: eb('version', '+', 1) }))
    .where('user_id', '=', user_id)
    .where('key', 'in', others)
    .where('key', 'not in', newest)
    .execute()
}

export async function removeDraft(db: Trx, { user_id, key }: Owner, version: number) {
  await db
    .updateTable('drafts')
    .set({ content: REMOVED, version: version + 1 })
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where('version', '=', version)
    .execute()
}
