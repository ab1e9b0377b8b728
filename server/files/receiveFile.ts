import { createHash, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type FileKind, maxMegabytes, MEGABYTE, refusalOfPhone, tooLarge } from '#contract/base/files.ts'
import { contentTypeOf, hasPdfEnd, HEAD_BYTES } from './contentType.ts'
import { ApiError, invalid } from '../base/ApiError.ts'

/** A file that came with a request. It is on the local disk until the answer is sent. */
export type Upload = {
  /** The form's field, where a refusal of the file is shown. */
  field: string
  path: string
  /** The media type by its content; the file name does not count. */
  type: string
  /** Its original name, without characters that no file name should contain. */
  name: string
  bytes: number
  sha256: string
}

/**
 * Writes a file to the disk as it arrives, up to the size limit of its type. Returns the message of the refusal if its
 * type is wrong, and undefined if no file was chosen for the field.
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
  // Not a write stream: if that is destroyed while it opens, it creates the file after the file was removed.
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
        type = acceptedType(kind, head)
      }
      const megabytes = maxMegabytesOf(kind, type)
      if (bytes > megabytes * MEGABYTE)
        throw type ? tooLargeError(field, megabytes) : invalid({ [field]: [refusalOf(kind, head)] })
      hash.update(chunk)
      await file.appendFile(chunk)
    }
  } finally {
    await file.close()
  }

  if (!filename && bytes === 0) return undefined
  if (!type || (type === 'application/pdf' && !(await hasPdfEnd(path, bytes)))) return refusalOf(kind, head)
  return { field, path, type, name: cleanName(filename), bytes, sha256: hash.digest('hex') }
}

function acceptedType(kind: FileKind, head: Buffer): string | undefined {
  const type = contentTypeOf(head)
  return type && Object.hasOwn(kind.types, type) ? type : undefined
}

/** Until the type is known, the largest limit of the kind applies. */
const maxMegabytesOf = (kind: FileKind, type = '') =>
  type ? maxMegabytes(type) : Math.max(...['', ...Object.keys(kind.types)].map(maxMegabytes))

function tooLargeError(field: string, megabytes: number): ApiError {
  const message = tooLarge(megabytes)
  return new ApiError(413, message, { errors: { [field]: [message] } })
}

const refusalOf = (kind: FileKind, head: Buffer): string =>
  contentTypeOf(head) === 'image/heic' && 'image/jpeg' in kind.types ? refusalOfPhone(kind) : kind.refusal

/**
 * Removes folders, invisible characters, and characters that change the direction of text or that some systems refuse.
 */
export const cleanName = (filename: string) =>
  (filename.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}"<>:|?*]/gu, '')
    .trim()
    .slice(0, 200)
