import { box, fullBox, u16, u32, u64 } from './box.ts'

export type FilmTrack = {
  /** vide, soun, meta, text, … */
  handler: string
  /** Chunks of samples. */
  chunks: Buffer[][]
  /** The bits of a sample's size in the compact table (`stz2`). */
  sizeBits?: 4 | 8 | 16 | undefined
  /** All samples have the same size, stored once in the table. */
  isEven?: boolean
  /** Uncompressed sound, counted in samples of one byte as old programs do. */
  sound?: { channels: number; bits: number }
  /** How the picture is encoded, if not in H.264. */
  codec?: string
}

export type FilmPlan = {
  tracks: FilmTrack[]
  /** Bytes between the chunks. */
  gap?: Buffer
  /** Extra boxes by parent. */
  extra?: Partial<Record<'file' | 'moov' | 'trak' | 'mdia' | 'minf' | 'stbl' | 'traf', Buffer>>
  isTurned?: boolean
  /** Lengths and offsets have eight bytes. */
  isLong?: boolean
  isMovieLast?: boolean
  /** Each chunk is a separate fragment, and its offset counts from one of these. */
  fragments?: 'fragment' | 'file' | 'before' | undefined
  /** A fragment lists every field of each sample, and the offset of the first. */
  isDetailed?: boolean
}

const WIDTH = 64
const HEIGHT = 48
const TIMESCALE = 1000
export const SAMPLE_TICKS = 100
/** The edit list: when picture and sound begin, after samples that only prepare the decoder. */
export const EDIT = box('edts', fullBox('elst', 0, 0, u32(1, 200, 100, 0x1_0000)))

export type Chunk = { start: number; bytes: Buffer }

/** The `moov` box, before or after the samples. */
export function movie(plan: FilmPlan, places: Chunk[][], start: number, more = zeros(0)): Buffer {
  const ticks = plan.fragments ? 0 : Math.max(...plan.tracks.map(ticksOf))
  const head = fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, TIMESCALE, ticks, 0x1_0000),
    zeros(12),
    matrix(false),
    zeros(28),
  )
  const tracks = plan.tracks.map((track, index) => {
    const id = index + 1
    const size = u32(WIDTH * 0x1_0000, HEIGHT * 0x1_0000)
    return box(
      'trak',
      fullBox('tkhd', 0, 3, u32(0, 0, id, 0, ticks), zeros(16), matrix(plan.isTurned ?? false), size),
      box('tref', box('cdsc', u32(1))),
      EDIT,
      box(
        'mdia',
        fullBox('mdhd', 0, 0, u32(0, 0, TIMESCALE, ticks), u16(0x55c4, 0)),
        fullBox('hdlr', 0, 0, u32(0), Buffer.from(track.handler), zeros(13)),
        box(
          'minf',
          box('vmhd', zeros(12)),
          tables(plan, track, places[index] ?? [], start),
          extraOf(plan, 'minf'),
        ),
        extraOf(plan, 'mdia'),
      ),
      extraOf(plan, 'trak'),
    )
  })
  return box('moov', head, ...tracks, more, extraOf(plan, 'moov'))
}

function tables(plan: FilmPlan, track: FilmTrack, places: Chunk[], start: number): Buffer {
  const written = plan.fragments ? [] : track.chunks
  const runs = written.flatMap(({ length }, index) =>
    written[index - 1]?.length === length ? [] : [[index + 1, length, 1]],
  )
  const count = written.flat().length
  const offsets = places.map((place) => place.start + start)
  return box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), describe(track)),
    fullBox('stts', 0, 0, u32(1, count, SAMPLE_TICKS)),
    fullBox('stsc', 0, 0, u32(runs.length, ...runs.flat())),
    sizesOf(track, written.flat()),
    plan.isLong
      ? fullBox('co64', 0, 0, u32(offsets.length), ...offsets.map(u64))
      : fullBox('stco', 0, 0, u32(offsets.length, ...offsets)),
    extraOf(plan, 'stbl'),
  )
}

const describe = ({ sound, codec = 'avc1' }: FilmTrack) =>
  sound
    ? box('sowt', zeros(6), u16(1), zeros(8), u16(sound.channels, sound.bits), zeros(8))
    : box(codec, zeros(6), u16(1), zeros(16), u16(WIDTH, HEIGHT), zeros(50))

function sizesOf({ sizeBits, isEven, sound }: FilmTrack, samples: Buffer[]): Buffer {
  const sizes = samples.map(({ length }) => length)
  if (sound) return fullBox('stsz', 0, 0, u32(1, sizes.length))
  if (isEven) return fullBox('stsz', 0, 0, u32(sizes[0] ?? 0, sizes.length))
  if (sizeBits) return fullBox('stz2', 0, 0, u32(sizeBits, sizes.length), compact(sizes, sizeBits))
  return fullBox('stsz', 0, 0, u32(0, sizes.length, ...sizes))
}

function compact(sizes: number[], bits: 4 | 8 | 16): Buffer {
  if (bits === 16) return u16(...sizes)
  if (bits === 8) return Buffer.from(sizes)
  return Buffer.from(
    sizes.flatMap((size, index) => (index % 2 ? [] : [(size << 4) | (sizes[index + 1] ?? 0)])),
  )
}

const ticksOf = ({ chunks }: FilmTrack) => chunks.flat().length * SAMPLE_TICKS
export const extraOf = ({ extra }: FilmPlan, place: keyof NonNullable<FilmPlan['extra']>) =>
  extra?.[place] ?? zeros(0)
export const zeros = (count: number): Buffer => Buffer.alloc(count)

/** The matrix of an upright film, or of one that is turned to the right. */
const matrix = (isTurned: boolean) =>
  isTurned
    ? u32(0, 0x1_0000, 0, 0xffff_0000, 0, 0, HEIGHT * 0x1_0000, 0, 0x4000_0000)
    : u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000)
