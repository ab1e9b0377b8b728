import { createHash } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import type { SessionUser } from '#contract/auth.ts'
import { galleryMessages } from '#contract/gallery.ts'
import { contentTypeOf, HEAD_BYTES } from '../../files/contentType.ts'
import { conflict } from '../../http/ApiError.ts'
import { cleanName, type Upload } from '../../http/receiveFile.ts'
import type { Services } from '../../Services.ts'
import { isOwnResumable, resumablePaths } from '../../files/resumableNames.ts'
import { readFacts, unlessMissing } from './ResumableStore.ts'

export type CompleteUpload = {
  /** The file stays where it arrived until `drop`, and must not be changed. */
  upload: Upload
  /** Removes the upload, once it is saved or has been refused for good. */
  drop(): Promise<void>
  /** Releases the upload for the next request. Belongs in a `finally`. */
  close(): void
}

const READ_BYTES = 256 * 1024
const opened = new Set<string>()

/** Whether a request is saving this upload now. */
export const isBeingSaved = (id: string) => opened.has(id)

/** A complete resumable upload of this user; undefined where there is none. */
export async function openCompleteUpload(
  id: string,
  actor: SessionUser,
  { files }: Pick<Services, 'files'>,
): Promise<CompleteUpload | undefined> {
  if (!isOwnResumable(id, actor.id)) return undefined
  if (opened.has(id)) throw conflict(galleryMessages.beingSaved, 'being_saved')
  opened.add(id)
  try {
    const paths = resumablePaths(files.incoming, id)
    const facts = await readFacts(paths.facts)
    const stored = await stat(paths.bytes).catch(unlessMissing)
    if (!facts || !stored || facts.size !== stored.size) {
      opened.delete(id)
      return undefined
    }
    const upload = await readContent(paths.bytes, facts.metadata?.['filename'] ?? '', stored.size)
    return {
      upload,
      async drop() {
        // The facts go last: bytes without facts could only be removed by the sweep.
        await rm(paths.bytes, { force: true })
        await rm(paths.facts, { force: true })
      },
      close: () => void opened.delete(id),
    }
  } catch (error) {
    opened.delete(id)
    throw error
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
  const name = cleanName(filename)
  return {
    field: 'media',
    path,
    type: type ?? 'application/octet-stream',
    name,
    bytes,
    sha256: hash.digest('hex'),
  }
}
