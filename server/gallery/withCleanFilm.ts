import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanFilm } from './film/cleanFilm.ts'
import { type Film, readFilm } from './film/readFilm.ts'
import type { Upload } from '../http/Upload.ts'
import type { Services } from '../Services.ts'

const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants

/**
 * Lets `work` have a film that says nothing of where it was taken. One that came in pieces is copied first, which costs
 * nothing where the disk can share blocks: storing moves a file away, and what has arrived must outlast a crash.
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
