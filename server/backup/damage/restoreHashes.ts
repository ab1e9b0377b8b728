import type { Trx } from '../../database/history.ts'
import { inBatches } from '../../database/inBatches.ts'
import { overwriting } from '../../database/uniqueViolation.ts'
import type { Manifest } from '../copy/copyFormat.ts'

/** Stores the hashes of a copy for the restored files. Those that the copy lacks are missing in this Elimu too. */
export async function restoreHashes(trx: Trx, manifest: Manifest, now: string): Promise<void> {
  const files = await trx.selectFrom('files').select(['id', 'key', 'medium_key', 'thumb_key']).execute()
  const rows = new Map<string, ReturnType<typeof rowOf>>()
  for (const { id, ...keys } of files)
    for (const key of Object.values(keys))
      if (key && manifest.files[key]) rows.set(key, rowOf(id, key, manifest.files[key]))
  for await (const batch of inBatches([...rows.values()])) {
    await trx
      .insertInto('stored_hashes')
      .values(batch)
      .onConflict(overwriting(['key'], ['sha256', 'bytes', 'read_at', 'damage', 'damaged_since']))
      .execute()
  }

  function rowOf(file_id: number, key: string, { sha256, bytes, is_missing }: Manifest['files'][string]) {
    const damage = is_missing ? ('missing' as const) : null
    return { key, file_id, sha256, bytes, read_at: now, damage, damaged_since: damage && now }
  }
}
