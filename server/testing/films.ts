import { box, fullBox, u16, u32, u64 } from '../demo/film/box.ts'

/** Where a film was taken, as telephones write it. */
export const PLACE = '+01.2921+036.8219/'
/** The same as numbers, as cameras write it beside every second. */
export const PLACE_BYTES = Buffer.from('GPS5\0\u0001\u0003\u0017\u0009', 'latin1')

export type FilmTrack = {
  /** vide, soun, meta, text, … */
  handler: string
  /** Of bytes for samples, in chunks. */
  chunks: Buffer[][]
  /** How many bits tell the size of a sample, in the form that saves room. */
  sizeBits?: 4 | 8 | 16 | undefined
  /** All samples are of one size, which is said once. */
  isEven?: boolean
  /** Sound that is not compressed, told in samples of one byte as old programs do. */
  sound?: { channels: number; bits: number }
}

export type FilmPlan = {
  tracks: FilmTrack[]
  /** Between the chunks. */
  gap?: Buffer
  /** Beside what belongs there. */
  extra?: Partial<Record<'file' | 'moov' | 'trak' | 'mdia' | 'minf' | 'stbl' | 'traf', Buffer>>
  isTurned?: boolean
  /** Lengths and places in eight bytes. */
  isLong?: boolean
  isMovieLast?: boolean
  /** Each chunk is a fragment of its own, and its places count from one of these. */
  fragments?: 'fragment' | 'file' | 'before' | undefined
}

/** A film, and where the samples of each track lie in it. */
export type BuiltFilm = { bytes: Buffer; samples: { handler: string; start: number; bytes: Buffer }[] }

const WIDTH = 64
const HEIGHT = 48
const TIMESCALE = 1000
const SAMPLE_TICKS = 100
const FTYP = box('ftyp', Buffer.from('isom\0\0\u0002\0isommp42', 'latin1'))

/** A film with the structure of a real one. What it would show is for nobody to decode. */
export function buildFilm(plan: FilmPlan): BuiltFilm {
  return plan.fragments ? buildFragments(plan) : buildWhole(plan)
}

/** Everything at once that a telephone or camera may tell of where it was. */
export const tellingBoxes = (place = PLACE): Buffer =>
  Buffer.concat([
    box(
      'udta',
      box('\u00a9xyz', u16(place.length, 0x15c7), Buffer.from(place)),
      box('loci', Buffer.from(place)),
    ),
    box(
      'meta',
      u32(0),
      box('keys', u32(0, 1), box('mdta', Buffer.from('com.apple.quicktime.location.ISO6709'))),
      box('ilst', box('\0\0\0\u0001', box('data', u32(1, 0), Buffer.from(place)))),
    ),
    box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), Buffer.from(`<xmp>${place}</xmp>`)),
    box('free', Buffer.from(`GPS ${place}`)),
  ])

function buildWhole(plan: FilmPlan): BuiltFilm {
  const { parts, samples } = layOut(plan)
  return { bytes: Buffer.concat(parts), samples }
}

type Chunk = { start: number; bytes: Buffer }

/** A film in parts, for one that is too long to be in memory. A chunk of one sample is that sample itself. */
export function layOut(plan: FilmPlan): { parts: Buffer[]; samples: BuiltFilm['samples'] } {
  const { tracks, gap = zeros(0), extra } = plan
  const data = [gap]
  const places: Chunk[][] = tracks.map(() => [])
  let length = gap.length
  for (const [index, chunk] of chunksByTurns(tracks)) {
    const bytes = chunk.length === 1 && chunk[0] ? chunk[0] : Buffer.concat(chunk)
    places[index]?.push({ start: length, bytes })
    data.push(bytes, gap)
    length += bytes.length + gap.length
  }
  const head = plan.isLong
    ? Buffer.concat([u32(1), Buffer.from('mdat'), u64(length + 16)])
    : Buffer.concat([u32(length + 8), Buffer.from('mdat')])
  const before = [FTYP, extra?.file ?? zeros(0)]
  const first = plan.isMovieLast ? 0 : movie(plan, places, 0).length
  const start = Buffer.concat(before).length + first + head.length
  const told = movie(plan, places, start)
  const samples = places.flatMap((chunks, index) =>
    chunks.map((chunk) => ({ ...chunk, handler: tracks[index]?.handler ?? '', start: chunk.start + start })),
  )
  return {
    parts: [...before, ...(plan.isMovieLast ? [head, ...data, told] : [told, head, ...data])],
    samples,
  }
}

function chunksByTurns(tracks: FilmTrack[]): [track: number, chunk: Buffer[]][] {
  const most = Math.max(...tracks.map(({ chunks }) => chunks.length))
  return Array.from({ length: Math.max(most, 0) }).flatMap((_turn, turn) =>
    tracks.flatMap(({ chunks }, index) => {
      const chunk = chunks[turn]
      return chunk ? [[index, chunk] as [number, Buffer[]]] : []
    }),
  )
}

function movie(plan: FilmPlan, places: Chunk[][], start: number, more = zeros(0)): Buffer {
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
  const runs = written.flatMap((chunk, index) => [index + 1, chunk.length, 1])
  const count = written.flat().length
  const offsets = places.map((place) => place.start + start)
  return box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), describe(track)),
    fullBox('stts', 0, 0, u32(1, count, SAMPLE_TICKS)),
    fullBox('stsc', 0, 0, u32(written.length, ...runs)),
    sizesOf(track, written.flat()),
    plan.isLong
      ? fullBox('co64', 0, 0, u32(offsets.length), ...offsets.map(u64))
      : fullBox('stco', 0, 0, u32(offsets.length, ...offsets)),
    extraOf(plan, 'stbl'),
  )
}

const describe = ({ sound }: FilmTrack) =>
  sound
    ? box('sowt', zeros(6), u16(1), zeros(8), u16(sound.channels, sound.bits), zeros(8))
    : box('avc1', zeros(6), u16(1), zeros(16), u16(WIDTH, HEIGHT), zeros(50))

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

function buildFragments(plan: FilmPlan): BuiltFilm {
  const { tracks, gap = zeros(0), extra } = plan
  const defaults = tracks.map(({ chunks, isEven }, index) =>
    fullBox('trex', 0, 0, u32(index + 1, 1, SAMPLE_TICKS, isEven ? (chunks[0]?.[0]?.length ?? 0) : 0, 0)),
  )
  const parts = [FTYP, extra?.file ?? zeros(0), movie(plan, [], 0, box('mvex', ...defaults))]
  const samples: BuiltFilm['samples'] = []
  const most = Math.max(...tracks.map(({ chunks }) => chunks.length))
  for (let turn = 0; turn < most; turn += 1) {
    const runs = tracks.flatMap((track, index) => {
      const chunk = track.chunks[turn]
      return chunk ? [{ id: index + 1, track, chunk, start: 0 }] : []
    })
    const at = Buffer.concat(parts).length
    let end = at + fragmentHead(plan, turn, at, runs).length + 8 + gap.length
    for (const run of runs) {
      const bytes = Buffer.concat(run.chunk)
      run.start = end
      samples.push({ handler: run.track.handler, start: end, bytes })
      end += bytes.length + gap.length
    }
    const data = runs.flatMap(({ chunk }) => [...chunk, gap])
    parts.push(fragmentHead(plan, turn, at, runs), box('mdat', gap, ...data))
  }
  return { bytes: Buffer.concat(parts), samples }
}

type Run = { id: number; track: FilmTrack; chunk: Buffer[]; start: number }

function fragmentHead(plan: FilmPlan, turn: number, at: number, runs: Run[]): Buffer {
  let before = at
  const parts = runs.map(({ id, track, chunk, start }) => {
    const base = plan.fragments === 'file' ? 0 : plan.fragments === 'before' ? before : at
    const sizes = chunk.map(({ length }) => length)
    const head = {
      fragment: () => fullBox('tfhd', 0, 0x2_0000, u32(id)),
      file: () => fullBox('tfhd', 0, 0x1, u32(id), u64(0)),
      before: () => fullBox('tfhd', 0, 0, u32(id)),
    }[plan.fragments ?? 'fragment']()
    before = start + Buffer.concat(chunk).length
    const offset = u32(sizes.length, Math.max(start - base, 0))
    const run = track.isEven
      ? fullBox('trun', 0, 0x1, offset)
      : fullBox('trun', 0, 0x201, offset, u32(...sizes))
    return box('traf', head, run, extraOf(plan, 'traf'))
  })
  return box('moof', fullBox('mfhd', 0, 0, u32(turn + 1)), ...parts)
}

const ticksOf = ({ chunks }: FilmTrack) => chunks.flat().length * SAMPLE_TICKS
const extraOf = ({ extra }: FilmPlan, place: keyof NonNullable<FilmPlan['extra']>) =>
  extra?.[place] ?? zeros(0)
const zeros = (count: number): Buffer => Buffer.alloc(count)

/** Upright, or a quarter to the right. */
const matrix = (isTurned: boolean) =>
  isTurned
    ? u32(0, 0x1_0000, 0, 0xffff_0000, 0, 0, HEIGHT * 0x1_0000, 0, 0x4000_0000)
    : u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000)
