import { sql, type Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  await trx.schema
    .createTable('settings')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .execute()
  await trx.schema
    .alterTable('backups')
    .addColumn('is_unpruned', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update backups set is_unpruned = 1
    where state = 'good' and reason like 'Old copies are not all removed%'`.execute(trx)
  await moveSettings(trx)
}

type Entry = { action: string; changes: string; at: string }

/** Nightly backups had their settings in the history, under the id 0, which no page shows. */
async function moveSettings(trx: Transaction<unknown>): Promise<void> {
  const { rows } = await sql<Entry>`
    select action, changes, at from history where entity = 'backup' and entity_id = 0 order by id`.execute(
    trx,
  )
  const last = (action: string) =>
    rows
      .flatMap((row) => (row.action === action ? [row.at] : []))
      .sort()
      .at(-1) ?? ''
  const named = rows.findLast(({ action }) => action === 'was named')
  const since = last('turned on')
  const settings = [
    ...(named ? [['backups_elimu', String(JSON.parse(named.changes).elimu[1])]] : []),
    ...(since > last('turned off')
      ? [
          ['backups_since', since],
          ['backups_letters_at', last('wrote letters')],
        ]
      : []),
  ]
  for (const [name, value] of settings)
    await sql`insert into settings (name, value) values (${name}, ${value})`.execute(trx)
  await sql`delete from history where entity = 'backup' and entity_id = 0`.execute(trx)
}
