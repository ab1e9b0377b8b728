import { createHash } from 'node:crypto'
import { open, readFile, rm, stat } from 'node:fs/promises'
import type { SessionUser } from '#contract/auth.ts'
import { galleryMessages } from '#contract/gallery.ts'
import { contentTypeOf, HEAD_BYTES } from '../../files/contentType.ts'
import { conflict } from '../../http/ApiError.ts'
import { cleanName } from '../../http/receiveFile.ts'
import type { Upload } from '../../http/Upload.ts'
import type { Services } from '../../Services.ts'
import { isOwnPieces, piecePaths } from '../../files/ownPieces.ts'

export type Arrived = {
  /** Lies where it arrived, and stays there until it is dropped: it is to be read only. */
  upload: Upload
  /** Removes it, once it is saved or can never be. */
  drop(): Promise<void>
  /** Lets the next call have it. Belongs in a `finally`. */
  close(): void
}

const READ_BYTES = 256 * 1024
const opened = new Set<string>()

/** Whether a call that saves it is at work. */
export const isBeingSaved = (id: string) => opened.has(id)

/** What has arrived whole in pieces that this user sent; nothing where there is no such thing. */
export async function openArrived(
  id: string,
  actor: SessionUser,
  { files }: Pick<Services, 'files'>,
): Promise<Arrived | undefined> {
  if (!isOwnPieces(id, actor.id)) return undefined
  if (opened.has(id)) throw conflict(galleryMessages.beingSaved, 'being_saved')
  opened.add(id)
  try {
    const paths = piecePaths(files.incoming, id)
    const [facts, bytes] = await Promise.all([readFacts(paths.facts), sizeOf(paths.bytes)])
    if (facts?.size === undefined || facts.size !== bytes) {
      opened.delete(id)
      return undefined
    }
    const upload = await look(paths.bytes, facts.metadata?.filename ?? '', bytes)
    return {
      upload,
      async drop() {
        // What was said of it last: without it the rest is only for the sweep.
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

/** Reads it once, always into the same bytes. */
async function look(path: string, filename: string, bytes: number): Promise<Upload> {
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

type Facts = { size?: number; metadata?: { filename?: string | null } }

/** As the tus library writes them; a crash may have cut them off. */
async function readFacts(path: string): Promise<Facts | undefined> {
  const text = await readFile(path, 'utf8').catch(unlessMissing)
  try {
    return text ? (JSON.parse(text) as Facts) : undefined
  } catch {
    return undefined
  }
}

const sizeOf = async (path: string) => (await stat(path).catch(unlessMissing))?.size

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
