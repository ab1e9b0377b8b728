import { Inflate } from 'fflate'
import { sheetLimits, sheetMessages, SheetRefusal } from '../Spreadsheet.ts'
import { xmlTags } from './xmlTags.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** The end record is the last one; only a comment may follow. */
const COMMENT_MAX = 65_535
const DEFLATED = 8
/** Bytes to inflate at a time: small enough that even a zip bomb's output fits into memory. */
const PIECE = 16 * 1024

export const isZip = (bytes: Uint8Array) => bytes.length > 22 && viewOf(bytes).getUint32(0, true) === LOCAL

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Counts the unpacked bytes of a file, and refuses it above the limit. */
export function unpackedRoom(): (size: number) => void {
  let left: number = sheetLimits.unpackedBytes
  return (size) => {
    left -= size
    if (left < 0) throw new SheetRefusal(sheetMessages.unpackedTooLarge)
  }
}

/** One tag takes as long to read as this many bytes take to unpack. */
const TAG_BYTES = 24

/**
 * The XML parts of a zip. Each is unpacked when its tags are asked for, while the total stays within the limits
 * of bytes and of tags.
 */
export function zipParts(bytes: Uint8Array) {
  const view = viewOf(bytes)
  const entries = readEntries(bytes, view)
  const count = unpackedRoom()
  const countTags = unpackedRoom()

  function textOf(name: string): string {
    const entry = entries.get(name)
    if (!entry || view.getUint32(entry.at, true) !== LOCAL) throw new SheetRefusal(sheetMessages.damaged)
    const { at, packedSize, isDeflated } = entry
    const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    const packed = bytes.subarray(start, start + packedSize)
    const decoder = new TextDecoder()
    let unpacked = ''
    const take = (piece: Uint8Array) => {
      count(piece.length)
      unpacked += decoder.decode(piece, { stream: true })
    }
    if (!isDeflated) take(packed)
    else {
      const inflate = new Inflate(take)
      for (let from = 0; from < packed.length; from += PIECE)
        inflate.push(packed.subarray(from, from + PIECE), from + PIECE >= packed.length)
    }
    return unpacked + decoder.decode()
  }
  return {
    has: (name: string) => entries.has(name),
    tags: (name: string) => xmlTags(textOf(name), () => countTags(TAG_BYTES)),
  }
}

type Entry = { at: number; packedSize: number; isDeflated: boolean }

/** Reads the central directory at the end of the file. In a truncated file, reading past the end throws. */
function readEntries(bytes: Uint8Array, view: DataView): Map<string, Entry> {
  let end = bytes.length - 22
  while (view.getUint32(end, true) !== END) {
    end -= 1
    if (end < bytes.length - 22 - COMMENT_MAX) throw new SheetRefusal(sheetMessages.damaged)
  }
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new SheetRefusal(sheetMessages.damaged)
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    entries.set(new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)), {
      at: view.getUint32(at + 42, true),
      packedSize: view.getUint32(at + 20, true),
      isDeflated: view.getUint16(at + 10, true) === DEFLATED,
    })
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}
