import { createHash, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type FileKind, maxMegabytes, MEGABYTE, tooLarge } from '#contract/files.ts'
import { contentTypeOf, hasPdfEnd, HEAD_BYTES } from '../files/contentType.ts'
import { ApiError, invalid } from './ApiError.ts'
import type { Upload } from './Upload.ts'

/**
 * Writes a file to the disk as it arrives, never more than its kind may have. Answers what is wrong with its
 * kind as a text, and nothing for a field where no file was chosen.
 */
export async function receiveFile(
  field: string,
  stream: Readable,
  filename: string,
  kind: FileKind,
  folder: string,
  onPath: (path: string) => void,
): Promise<Upload | string | undefined> {
  const path = join(folder, randomUUID())
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let bytes = 0
  let type: string | undefined

  onPath(path)
  // Not as a stream: one that is given up while it opens would make its file after it has been removed.
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
        type = takenType(kind, head)
      }
      const megabytes = maxMegabytesOf(kind, type)
      if (bytes > megabytes * MEGABYTE) throw type ? tooMuch(field, megabytes) : wrongKind(field, kind)
      hash.update(chunk)
      await file.appendFile(chunk)
    }
  } finally {
    await file.close()
  }

  if (!filename && bytes === 0) return undefined
  if (!type || (type === 'application/pdf' && !(await hasPdfEnd(path, bytes)))) return kind.refusal
  return { field, path, type, name: cleanName(filename), bytes, sha256: hash.digest('hex') }
}

function takenType(kind: FileKind, head: Buffer): string | undefined {
  const type = contentTypeOf(head)
  return type && Object.hasOwn(kind.types, type) ? type : undefined
}

/** Until the content is known, it may be the largest that the kind allows. */
const maxMegabytesOf = (kind: FileKind, type: string | undefined) =>
  type ? maxMegabytes(type) : Math.max(...Object.keys(kind.types).map(maxMegabytes))

function tooMuch(field: string, megabytes: number): ApiError {
  const message = tooLarge(megabytes)
  return new ApiError(413, message, { errors: { [field]: [message] } })
}

const wrongKind = (field: string, kind: FileKind) => invalid({ [field]: [kind.refusal] })

/** Without folders, and without characters that are not to be seen or turn the direction of what is. */
export const cleanName = (filename: string) =>
  (filename.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}"<>:|?*]/gu, '')
    .trim()
    .slice(0, 200)
