import { createHash } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import type { SessionUser } from '#contract/identity/auth.ts'
import { galleryMessages } from '#contract/gallery.ts'
import { contentTypeOf, HEAD_BYTES } from '../../files/contentType.ts'
import { ApiError, conflict } from '../../base/ApiError.ts'
import { cleanName, type Upload } from '../../files/receiveFile.ts'
import type { Services } from '../../Services.ts'
import { isOwnResumable, resumablePaths } from '../../files/resumableNames.ts'
import { readFacts, unlessMissing } from './ResumableStore.ts'

const READ_BYTES = 256 * 1024
const opened = new Set<string>()

/** Whether a request is saving this upload now. */
export const isBeingSaved = (id: string) => opened.has(id)

/**
 * Calls `work` with a complete resumable upload of this user; undefined where there is none. The upload stays until
 * `work` is done, so that the request can be repeated. It is also removed when its content is refused, because a repeat
 * would be refused too.
 */
export async function withCompleteUpload<Result>(
  id: string,
  actor: SessionUser,
  { files }: Pick<Services, 'files'>,
  work: (upload: Upload) => Promise<Result>,
): Promise<Result | undefined> {
  if (!isOwnResumable(id, actor.id)) return undefined
  if (opened.has(id)) throw conflict(galleryMessages.beingSaved, 'being_saved')
  opened.add(id)
  const paths = resumablePaths(files.incoming, id)
  const drop = async () => {
    // The facts go last: bytes without facts could only be removed by the sweep.
    await rm(paths.bytes, { force: true })
    await rm(paths.facts, { force: true })
  }
  try {
    const facts = await readFacts(paths.facts)
    const stored = await stat(paths.bytes).catch(unlessMissing)
    if (!facts || !stored || facts.size !== stored.size) return undefined
    const result = await work(await readContent(paths.bytes, facts.metadata?.['filename'] ?? '', stored.size))
    await drop()
    return result
  } catch (error) {
    if (error instanceof ApiError && error.errors?.['media']) await drop()
    throw error
  } finally {
    opened.delete(id)
  }
}

/** Reads the file once, into one buffer, for its type and its checksum. */
async function readContent(path: string, filename: string, bytes: number): Promise<Upload> {
  const hash = createHash('sha256')
  const file = await open(path)
  let type: string | undefined
  try {
    const buffer = Buffer.alloc(READ_BYTES)
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await file.read(buffer, 0, READ_BYTES, at)
      if (bytesRead === 0) break
      const part = buffer.subarray(0, bytesRead)
      if (at === 0) type = contentTypeOf(part.subarray(0, HEAD_BYTES))
      hash.update(part)
      at += bytesRead
    }
  } finally {
    await file.close()
  }
  type ??= 'application/octet-stream'
  return { field: 'media', path, type, name: cleanName(filename), bytes, sha256: hash.digest('hex') }
}
