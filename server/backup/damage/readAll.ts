import { inBatches } from '../../database/inBatches.ts'
import type { Services } from '../../Services.ts'
import { inParallel, type Progress } from '../location/sendFiles.ts'
import { type Reading, readStored, recordReadings } from '../copy/readStored.ts'

/** Reads all stored files now, and compares their hashes. */
export async function readAllFiles(
  services: Pick<Services, 'db' | 'files' | 'clock'>,
  progress: Progress<string>,
): Promise<number> {
  const { db, files } = services
  const rows = await db.selectFrom('stored_hashes').select(['key', 'sha256']).orderBy('key').execute()
  progress.begin('reading', rows.length)
  for await (const batch of inBatches(rows)) {
    const readings: { key: string; reading: Reading }[] = []
    await inParallel(batch, async (row) => {
      readings.push({ key: row.key, reading: await readStored(files, row) })
      progress.fileDone()
    })
    await recordReadings(services, readings)
  }
  return rows.length
}
