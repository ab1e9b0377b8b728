import { fileMessages } from '#contract/base/files.ts'
import { invalid } from '../../base/ApiError.ts'

/** A box of an mp4 file. Its offsets are counted from the start of the file. */
export type Box = { type: string; start: number; contentStart: number; end: number }

/** A box with its content. All boxes of a film share `readsLeft`, the number of boxes that may still be read. */
export type ReadBox = Box & { content: Buffer; readsLeft: { count: number } }

/** The length and the type, and a second length if it takes eight bytes. */
export const HEADER_BYTES = 16

export const damaged = () => invalid({ media: [fileMessages.damagedFilm] })

/** Reads the header of the box at `start`, which must end before `limit`. */
export function boxAt(header: Buffer, start: number, limit: number): Box {
  const type = header.toString('latin1', 4, 8)
  const length = header.readUInt32BE(0)
  const contentStart = start + (length === 1 ? 16 : 8)
  const end = length === 0 ? limit : start + (length === 1 ? u64(header, 8) : length)
  if (end < contentStart || end > limit) throw damaged()
  return { type, start, contentStart, end }
}

/** How many boxes may be read at once: more than any real film needs, and few enough not to block the event loop. */
export const MOST_READS = 10_000

/** The boxes in a box, in order. Some programs write zeros after the last one. */
export function* boxesIn({ content, contentStart, end, readsLeft }: ReadBox): Generator<ReadBox> {
  for (let at = 0; at < content.length;) {
    readsLeft.count -= 1
    if (readsLeft.count < 0) throw damaged()
    const rest = content.subarray(at)
    if (rest.length < 8 || rest.readUInt32BE(0) === 0) {
      // Only zeros are equal to themselves shifted by one byte; a loop over each byte would be slow.
      if (rest[0] !== 0 || !rest.subarray(1).equals(rest.subarray(0, -1))) throw damaged()
      return
    }
    const box = boxAt(rest, contentStart + at, end)
    const from = box.contentStart - contentStart
    yield { ...box, content: content.subarray(from, box.end - contentStart), readsLeft }
    at = box.end - contentStart
  }
}

/** The first child of a type; undefined if there is none. */
export function childOf(box: ReadBox, type: string): ReadBox | undefined {
  for (const child of boxesIn(box)) if (child.type === type) return child
  return undefined
}

/** Reads a 64-bit number. No real film has one that is too large for a JavaScript number. */
export function u64(bytes: Buffer, at: number): number {
  const value = Number(bytes.readBigUInt64BE(at))
  if (!Number.isSafeInteger(value)) throw damaged()
  return value
}
