import type { Insertable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { TestApp } from '../testApp.ts'

type Backup = Insertable<Tables['backups']>

/** Adds earlier backups, good by default. */
export async function addBackups(
  { db }: Pick<TestApp, 'db'>,
  backups: (Pick<Backup, 'started_at'> & Partial<Backup>)[],
): Promise<void> {
  const rows = backups.map((backup) => {
    const { state = 'good', started_at } = backup
    return {
      state,
      beat_at: started_at,
      step: 'reading back' as const,
      files_done: 4,
      files_total: 4,
      ...(state === 'good' && { read_back_at: started_at, bytes: 3_420_000_000, new_bytes: 38_000_000 }),
      ...backup,
    }
  })
  for (const row of rows) await db.insertInto('backups').values(row).execute()
}

export const backupsOf = ({ db }: Pick<TestApp, 'db'>) =>
  db.selectFrom('backups').selectAll().orderBy('id').execute()
