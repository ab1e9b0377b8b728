import type { Insertable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { hashOf } from '../../base/hashing.ts'
import { newKey } from '../../files/fileKey.ts'
import { addHashes } from '../../files/storeUpload.ts'
import type { Services } from '../../Services.ts'
import { cast } from '../data/users.ts'

type NewFile = Pick<Insertable<Tables['files']>, 'purpose' | 'student_id' | 'type'> &
  Partial<Insertable<Tables['files']>>

/** Stores a file before the test begins, and adds its row. */
export async function storeFile(
  { db, files }: Pick<Services, 'db' | 'files'>,
  bytes: Buffer,
  { key = newKey(), ...about }: NewFile,
): Promise<{ id: number; key: string }> {
  await files.put(key, bytes, about.type)
  const row = {
    name: `${about.purpose}.${about.type.split('/')[1]}`,
    bytes: bytes.length,
    sha256: key.padEnd(64, '0').slice(0, 64),
    created_at: '2026-01-05T06:00:00.000Z',
    created_by: cast.administrator.id,
    ...about,
    key,
  }
  const { id } = await db.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow()
  await addHashes(db, id, [{ key, sha256: hashOf(bytes), bytes: bytes.length }], row.created_at)
  return { id, key }
}
