import { copyFile, open, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { join } from 'node:path'
import { writeAt } from '../../files/diskStore.ts'
import type { Upload } from '../../files/receiveFile.ts'
import type { Services } from '../../Services.ts'
import { type Film, readFilm } from './readFilm.ts'

const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants
const ZEROS = Buffer.alloc(256 * 1024)
const FREE = Buffer.from('free')

/** Overwrites what a player does not need. No byte moves, so that every offset within the film stays right. */
export async function cleanFilm(path: string, { privates }: Film): Promise<void> {
  const file = await open(path, 'r+')
  try {
    for (const { start, end, becomes } of privates)
      if (becomes === 'free') await writeAt(file, FREE, start)
      else
        for (let at = start; at <= end; at += ZEROS.length)
          await writeAt(file, ZEROS.subarray(0, Math.min(ZEROS.length, end + 1 - at)), at)
  } finally {
    await file.close()
  }
}

/**
 * Calls `work` with a film without the place where it was taken. A film of a resumable upload is copied first, because
 * storing moves the file away and the upload must survive a crash. The copy costs nothing on a disk that shares blocks.
 */
export async function withCleanFilm<Result>(
  { upload, isArrived }: { upload: Upload; isArrived: boolean },
  { files }: Pick<Services, 'files'>,
  work: (upload: Upload, film: Film) => Promise<Result>,
): Promise<Result> {
  const film = await readFilm(upload.path)
  const path = isArrived ? join(files.incoming, randomUUID()) : upload.path
  try {
    if (isArrived) await copyFile(upload.path, path, COPYFILE_EXCL | COPYFILE_FICLONE)
    await cleanFilm(path, film)
    return await work({ ...upload, path }, film)
  } finally {
    if (isArrived) await rm(path, { force: true })
  }
}
