import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** One file of a ZIP, of a size that is known before it is read. */
export type ZipEntry = {
  path: string
  size: number
  open: () => Promise<Readable> | Readable
  /** Set if `open` returns bytes that DEFLATE has compressed: the size and checksum of the uncompressed text. */
  deflated?: { size: number; crc: number }
}

const STORED = 0
const DEFLATED = 8
/** The checksum follows the content, and names are UTF-8. */
const FLAGS = 0x08_08
const BIG = 0xff_ff_ff_ff
/** 1 Jan 1980, so that the same content gives the same bytes. */
const DATE = 0x00_21

/** The size of a ZIP in bytes. The ZIP itself compresses nothing: pictures, films and PDFs are compressed already. */
export function zipSize(entries: ZipEntry[]): number {
  let offset = 0
  let directory = 0
  for (const { path, size } of entries) {
    const name = Buffer.byteLength(path)
    directory += 46 + name + (offset >= BIG ? 12 : 0)
    offset += 30 + name + size + 16
  }
  return offset + directory + (isLarge(entries.length, offset, directory) ? 76 : 0) + 22
}

const isLarge = (entries: number, offset: number, directory: number) =>
  entries >= 0xff_ff || offset >= BIG || directory >= BIG

/**
 * The ZIP as a stream, which reads one file at a time. The first `skip` bytes are computed but not sent, to continue an
 * interrupted download.
 */
export const zipStream = (entries: ZipEntry[], skip = 0): Readable =>
  Readable.from(skipping(zip(entries), skip), { objectMode: false })

async function* skipping(chunks: AsyncIterable<Buffer>, skip: number): AsyncGenerator<Buffer> {
  let left = skip
  for await (const chunk of chunks) {
    if (left < chunk.length) yield left > 0 ? chunk.subarray(left) : chunk
    left = Math.max(0, left - chunk.length)
  }
}

async function* zip(entries: ZipEntry[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.path)
    const { size, deflated } = entry
    const method = deflated ? DEFLATED : STORED
    const whole = deflated?.size ?? size
    // Sizes are stated before the content, so that a reader knows where it ends.
    yield Buffer.concat([
      u32(0x04_03_4b_50),
      u16(20),
      ...commonFields(method, 0, size, whole),
      u16(name.length),
      u16(0),
      name,
    ])
    let crc = 0
    let read = 0
    for await (const chunk of await entry.open()) {
      const bytes = chunk as Buffer
      crc = crc32(bytes, crc)
      read += bytes.length
      yield bytes
    }
    if (read !== size) throw new Error(`${entry.path} has ${read} bytes, not ${size}`)
    crc = deflated?.crc ?? crc
    yield Buffer.concat([u32(0x08_07_4b_50), u32(crc), u32(size), u32(whole)])
    const extra = offset >= BIG ? Buffer.concat([u16(1), u16(8), u64(offset)]) : Buffer.alloc(0)
    directory.push(
      Buffer.concat([
        u32(0x02_01_4b_50),
        u16(extra.length ? 45 : 20),
        u16(extra.length ? 45 : 20),
        ...commonFields(method, crc, size, whole),
        u16(name.length),
        u16(extra.length),
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(Math.min(offset, BIG)),
        name,
        extra,
      ]),
    )
    offset += 30 + name.length + size + 16
  }
  const listed = Buffer.concat(directory)
  yield listed
  yield endOf(entries.length, offset, listed.length)
}

/** The fields that both headers of an entry share. */
const commonFields = (method: number, crc: number, size: number, whole: number) => [
  u16(FLAGS),
  u16(method),
  u16(0),
  u16(DATE),
  u32(crc),
  u32(size),
  u32(whole),
]

function endOf(entries: number, offset: number, size: number): Buffer {
  const count = u16(Math.min(entries, 0xff_ff))
  const end = Buffer.concat([
    u32(0x06_05_4b_50),
    u16(0),
    u16(0),
    count,
    count,
    u32(Math.min(size, BIG)),
    u32(Math.min(offset, BIG)),
    u16(0),
  ])
  if (!isLarge(entries, offset, size)) return end
  const large = Buffer.concat([
    u32(0x06_06_4b_50),
    u64(44),
    u16(45),
    u16(45),
    u32(0),
    u32(0),
    u64(entries),
    u64(entries),
    u64(size),
    u64(offset),
  ])
  const locator = Buffer.concat([u32(0x07_06_4b_50), u32(0), u64(offset + size), u32(1)])
  return Buffer.concat([large, locator, end])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
