import type { Kysely } from 'kysely'
import { DRAFT_DAYS, type Draft, type DraftForm, draftMessages } from '#contract/drafts.ts'
import type { Tables } from '../database/tables.ts'
import { conflict } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'

type Owner = { user_id: number; key: string }

/**
 * What is left of a draft that was saved or discarded: its version, which is never given again. A form that still goes
 * on from an earlier one is told of what came after.
 */
const REMOVED = ''

export async function findDraft(db: Kysely<Tables>, { user_id, key }: Owner): Promise<Draft | null> {
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
 * Keeps what is typed over the version that it goes on from. Over another one it is refused: that was typed in another
 * tab or on another device, and the form asks what shall become of it.
 */
export async function keepDraft(
  { user_id, key }: Owner,
  { values, files, follows }: DraftForm,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Pick<Draft, 'version' | 'saved_at'>> {
  const now = clock()
  const kept = { content: JSON.stringify({ values, files }), saved_at: now.toISOString() }
  const forgotten = new Date(now.getTime() - DRAFT_DAYS * 24 * 60 * 60_000).toISOString()
  const saved = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('drafts').where('saved_at', '<', forgotten).execute()
    return trx
      .insertInto('drafts')
      .values({ user_id, key, ...kept, version: follows + 1 })
      .onConflict((on) =>
        on
          .columns(['user_id', 'key'])
          .doUpdateSet((eb) => ({ ...kept, version: eb('drafts.version', '+', 1) }))
          // What was discarded elsewhere while it is still typed here is a draft again.
          .where((eb) => eb.or([eb('drafts.version', '=', follows), eb('drafts.content', '=', REMOVED)])),
      )
      .returning(['version', 'saved_at'])
      .executeTakeFirst()
  })
  if (!saved) throw conflict(draftMessages.elsewhere)
  return saved
}

export async function removeDraft(db: Kysely<Tables>, { user_id, key }: Owner, version: number) {
  await db
    .updateTable('drafts')
    .set({ content: REMOVED, version: version + 1 })
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where('version', '=', version)
    .execute()
}
