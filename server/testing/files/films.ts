import { box, fullBox, u16, u32, u64 } from './box.ts'
import {
  type Chunk,
  extraOf,
  type FilmPlan,
  type FilmTrack,
  movie,
  SAMPLE_TICKS,
  zeros,
} from './filmMovie.ts'

/** Where a film was taken, as telephones write it. */
export const PLACE = '+01.2921+036.8219/'
/** The same as numbers, as cameras write it each second. */
export const PLACE_BYTES = Buffer.from('GPS5\0\u0001\u0003\u0017\u0009', 'latin1')

/** A film, and the offsets of each track's samples. */
export type BuiltFilm = { bytes: Buffer; samples: { handler: string; start: number; bytes: Buffer }[] }

const FTYP = box('ftyp', Buffer.from('isom\0\0\u0002\0isommp42', 'latin1'))

/** A film with the structure of a real one. Its samples cannot be decoded. */
export function buildFilm(plan: FilmPlan): BuiltFilm {
  return plan.fragments ? buildFragments(plan) : buildWhole(plan)
}

/** Every box in which a telephone or camera may write the place. */
export const boxesWithPlace = (place = PLACE): Buffer =>
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

/** A film in parts, for films that are too long for the memory. A chunk with one sample is not copied. */
export function layOut(plan: FilmPlan): { parts: Buffer[]; samples: BuiltFilm['samples'] } {
  const { tracks, gap = zeros(0), extra } = plan
  const data = [gap]
  const places: Chunk[][] = tracks.map(() => [])
  let length = gap.length
  for (const [index, chunk] of interleavedChunks(tracks)) {
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
  const described = movie(plan, places, start)
  const samples = places.flatMap((chunks, index) =>
    chunks.map((chunk) => ({ ...chunk, handler: tracks[index]?.handler ?? '', start: chunk.start + start })),
  )
  return {
    parts: [...before, ...(plan.isMovieLast ? [head, ...data, described] : [described, head, ...data])],
    samples,
  }
}

function interleavedChunks(tracks: FilmTrack[]): [track: number, chunk: Buffer[]][] {
  const most = Math.max(...tracks.map(({ chunks }) => chunks.length))
  return Array.from({ length: Math.max(most, 0) }).flatMap((_turn, turn) =>
    tracks.flatMap(({ chunks }, index) => {
      const chunk = chunks[turn]
      return chunk ? [[index, chunk] as [number, Buffer[]]] : []
    }),
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
    const size = track.isEven ? (sizes[0] ?? 0) : 1
    const [more, defaults] = plan.isDetailed ? [0x3a, u32(1, SAMPLE_TICKS, size, 0)] : [0, zeros(0)]
    const head = {
      fragment: () => fullBox('tfhd', 0, 0x2_0000 | more, u32(id), defaults),
      file: () => fullBox('tfhd', 0, 0x1 | more, u32(id), u64(0), defaults),
      before: () => fullBox('tfhd', 0, more, u32(id), defaults),
    }[plan.fragments ?? 'fragment']()
    before = start + Buffer.concat(chunk).length
    const offset = Math.max(start - base, 0)
    return box('traf', head, ...runsOf(plan, track, sizes, offset), extraOf(plan, 'traf'))
  })
  return box('moof', fullBox('mfhd', 0, 0, u32(turn + 1)), ...parts)
}

function runsOf({ isDetailed }: FilmPlan, { isEven }: FilmTrack, sizes: number[], offset: number): Buffer[] {
  if (isEven) return [fullBox('trun', 0, 0x1, u32(sizes.length, offset))]
  if (!isDetailed) return [fullBox('trun', 0, 0x201, u32(sizes.length, offset, ...sizes))]
  return sizes.map((size, index) =>
    fullBox('trun', 0, index ? 0xb04 : 0xb05, u32(...(index ? [1] : [1, offset]), 0, SAMPLE_TICKS, size, 0)),
  )
}
