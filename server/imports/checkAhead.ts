import type { ImportForm, ImportKind } from '#contract/imports.ts'
import type { Entity, Trx } from '../database/history.ts'
import { isPostgres } from '../database/lockRow.ts'

/** The registered rows that the good rows of a check rely on. */
export type ReliesOn = { students: ReadonlySet<number>; users: ReadonlySet<number> }

/** A check that was made before the import's transaction, and the last change that it can have seen. */
export type CheckedAhead<Checked> = { checked: Checked; last: number }

/**
 * Checks the rows before the transaction of an import on SQLite, where all other writers wait for it: the check takes half
 * of its time. On PostgreSQL only writers of the same rows wait, and the check locks these rows.
 */
export async function checkAhead<Checked>(
  db: Trx,
  check: () => Promise<Checked>,
): Promise<CheckedAhead<Checked> | undefined> {
  if (isPostgres(db)) return undefined
  const newest = db.selectFrom('history').select('id').orderBy('id', 'desc').limit(1)
  const { id: last = 0 } = (await newest.executeTakeFirst()) ?? {}
  return { checked: await check(), last }
}

/** Any changed row of these makes a check invalid. */
const always: ReadonlySet<string> = new Set<Entity>([
  'school',
  'cluster',
  'class',
  'year',
  'term',
  'subject',
  'request',
])
/** By kind of import: the records that make a check invalid even if they were added, because they may be those of the sheet. */
const recordsOf: Partial<Record<ImportKind, Entity>> = {
  results: 'report',
  receipts: 'receipt',
  plans: 'plan',
  accounts: 'school_account',
}

/**
 * Whether nothing that an earlier check relies on has changed since, inside the import's transaction. Added rows do not matter: a
 * check on PostgreSQL would not see them either, and unique constraints refuse equal rows. An import does, because it may contain
 * the same sheet.
 */
export async function isStillValid(
  trx: Trx,
  { kind }: Pick<ImportForm, 'kind'>,
  last: number,
  { students, users }: ReliesOn,
): Promise<boolean> {
  const since = trx.selectFrom('history').select(['entity', 'entity_id', 'action']).where('id', '>', last)
  return (await since.execute()).every(({ entity, entity_id, action }) => {
    if (/^(imported|undid import)\b/.test(action) || entity === recordsOf[kind]) return false
    if (action === 'added') return true
    if (entity === 'student') return !students.has(entity_id)
    if (entity === 'user') return !users.has(entity_id)
    return !always.has(entity)
  })
}
