import { buffer } from 'node:stream/consumers'
import type { FilePurpose } from '../../database/tables/files.ts'
import { openSharedDatabase, type TestDatabase } from '../database/testDatabase.ts'
import { openFileTrial, type places } from '../files/fileTrial.ts'
import { temporaryFolder } from '../files/temporaryFolder.ts'
import { pdf, photo } from '../files/trialFiles.ts'

/** An app that backs up to a folder, with an uploaded certificate and a picture in two sizes. */
export async function openDamageTrial(place: (typeof places)[number] = 'on disk', database?: TestDatabase) {
  const BACKUP_TO = await temporaryFolder()
  const trial = await openFileTrial(place, {
    BACKUP_TO,
    database: database ?? (await openSharedDatabase()),
  })
  const { test, keep, rows } = trial
  await keep({ cert: pdf(), pic: await photo().jpeg().toBuffer() })
  const stored = await rows()
  const of = (purpose: FilePurpose) => stored.find((file) => file.purpose === purpose)
  const [picture, certificate] = [of('picture'), of('certificate')]
  if (!picture?.thumb_key || !certificate) throw new Error('files were not stored')
  const { ref } = await test.db.selectFrom('students').select('ref').executeTakeFirstOrThrow()
  const bytesOf = async (key: string) => buffer((await test.files.open(key)).stream)
  return {
    ...trial,
    BACKUP_TO,
    ref,
    certificate: certificate.key,
    picture: picture.key,
    thumb: picture.thumb_key,
    bytesOf,
    /** Changes one byte in the store, as a failing disk does. */
    flip: async (key: string): Promise<void> => {
      const bytes = await bytesOf(key)
      bytes[20] = (bytes[20] ?? 0) ^ 1
      await test.files.put(key, bytes, '')
    },
  }
}
