import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, asyncProperty, integer, uint8Array } from 'fast-check'
import { expect, it } from 'vitest'
import { fileMessages, mediaFile, MEGABYTE } from '#contract/base/files.ts'
import { box, fullBox, u32 } from '../../testing/files/box.ts'
import { ApiError } from '../../base/ApiError.ts'
import type { FilmPlan } from '../../testing/files/filmMovie.ts'
import { buildFilm, boxesWithPlace } from '../../testing/files/films.ts'
import { SMALL, smallFilm } from '../../testing/files/smallFilm.ts'
import { temporaryFolder } from '../../testing/files/temporaryFolder.ts'
import { readFilm } from './readFilm.ts'

const chunks = [[Buffer.from('first'), Buffer.from('second')], [Buffer.from('third')]]
const picture = { handler: 'vide', chunks }
const sound = { handler: 'soun', chunks }

async function openFolder() {
  const path = join(await temporaryFolder(), 'film')
  const read = async (bytes: Uint8Array) => {
    await writeFile(path, bytes)
    return readFilm(path)
  }
  /** The error of a refusal, if there was one. */
  const refusal = (bytes: Uint8Array) => read(bytes).then(() => undefined, refusalOf)
  return { read, refusal }
}

function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) throw error
  expect(error.status).toBe(422)
  return error.errors?.['media']?.[0]
}

it.for<[string, Partial<FilmPlan>]>([
  ['as it is', {}],
  ['lying on its side', { isTurned: true }],
  ['with its movie at the end', { isMovieLast: true }],
  ['with lengths in eight bytes', { isLong: true }],
  ['in fragments', { fragments: 'fragment' }],
  ['in fragments that say everything', { fragments: 'file', isDetailed: true }],
])('reads the size and length of a film %s', async ([, plan]) => {
  const { read } = await openFolder()
  const size = plan.isTurned ? { width: 48, height: 64 } : { width: 64, height: 48 }
  const found = await read(buildFilm({ tracks: [sound, picture], ...plan }).bytes)
  expect(found).toMatchObject({ ...size, duration_ms: 300 })
})

it('finds nothing private in a film that only plays', async () => {
  const { read } = await openFolder()
  const { width, height, seconds } = SMALL
  expect(await read(smallFilm)).toEqual({ width, height, duration_ms: seconds * 1000, privates: [] })
})

const whole = buildFilm({ tracks: [picture, sound], extra: { moov: boxesWithPlace() } }).bytes
const two = buildFilm({ tracks: [picture, sound] }).bytes
/** The bytes in which a track has its id. */
const numbered = (id: number) => Buffer.concat([Buffer.from('tkhd'), u32(3, 0, 0, id)]).toString('latin1')
const repeated = (type: string, count: number) =>
  Buffer.concat(Array.from({ length: count }, () => box(type)))
const [FTYP, rest] = [whole.subarray(0, 24), whole.subarray(24)]

it.for<[string, Buffer, string?]>([
  ['with sound alone', buildFilm({ tracks: [sound] }).bytes, mediaFile.refusal],
  ['without its end', whole.subarray(0, -1)],
  ['that ends in the middle of a length', Buffer.concat([whole, Buffer.alloc(3)])],
  ['with other data after it', Buffer.concat([whole, Buffer.from('something')])],
  ['without a file type', rest],
  ['without a movie', Buffer.concat([FTYP, box('mdat', Buffer.from('x'))])],
  ['with two movies', Buffer.concat([whole, buildFilm({ tracks: [picture] }).bytes])],
  ['without samples', buildFilm({ tracks: [{ handler: 'vide', chunks: [] }] }).bytes],
  ['whose sample offsets are wrong', Buffer.concat([FTYP, box('free', Buffer.alloc(1000)), rest])],
  [
    'with a box shorter than its header',
    Buffer.concat([FTYP, box('moov', fullBox('mvhd', 0, 0, u32(0, 0, 0, 0))), u32(1, 0, 0, 8)]),
  ],
  [
    'whose fragment offsets depend on a removed track',
    buildFilm({ tracks: [{ handler: 'meta', chunks }, picture], fragments: 'before' }).bytes,
  ],
  [
    'with two tracks of the same id',
    Buffer.from(two.toString('latin1').replace(numbered(2), numbered(1)), 'latin1'),
  ],
  [
    'with too many boxes in its description',
    buildFilm({ tracks: [picture], extra: { moov: repeated('free', 10_000) } }).bytes,
  ],
  [
    'with too many unknown boxes',
    Buffer.concat([whole, ...Array.from({ length: 30 }, () => box('moof', repeated('none', 9_000)))]),
  ],
  [
    'whose description is too large',
    Buffer.concat([whole, ...Array.from({ length: 5 }, () => box('moof', Buffer.alloc(8 * MEGABYTE)))]),
  ],
  ['that is empty', Buffer.alloc(0)],
])('refuses a film %s', async ([, bytes, message = fileMessages.damagedFilm]) => {
  const { refusal } = await openFolder()
  expect(await refusal(bytes)).toBe(message)
})

const asQuickTime = (film: Buffer) =>
  Buffer.concat([film.subarray(0, 8), Buffer.from('qt  '), film.subarray(12)])

it('reads a QuickTime film as mp4, if browsers play its codec', async () => {
  const { read, refusal } = await openFolder()
  expect(await read(asQuickTime(two))).toEqual(await read(two))
  const hevc = buildFilm({ tracks: [{ ...picture, codec: 'hvc1' }, sound] }).bytes
  expect(await refusal(hevc)).toBeUndefined()
  expect(await refusal(asQuickTime(hevc))).toBe(
    'Only Photos and Videos Allowed. On the iPhone, choose Settings › Camera › Formats › Most Compatible, and take it again',
  )
})

it('accepts zeros after the boxes that describe a film', async () => {
  const { read } = await openFolder()
  const film = buildFilm({ tracks: [picture, sound], extra: { moov: Buffer.alloc(MEGABYTE) } }).bytes
  expect(await read(film)).toMatchObject({ width: 64, height: 48 })
})

it('reads or refuses a randomly damaged film quickly', async () => {
  const { refusal } = await openFolder()
  const films = [{}, { fragments: 'fragment' as const }, { isLong: true, isMovieLast: true }].map(
    (plan) => buildFilm({ tracks: [picture, sound], extra: { moov: boxesWithPlace() }, ...plan }).bytes,
  )
  const damage = asyncProperty(
    integer({ min: 0, max: films.length - 1 }),
    integer({ min: 0, max: 2000 }),
    uint8Array({ maxLength: 12 }),
    async (which, at, garbage) => {
      const film = Buffer.from(films[which] ?? [])
      film.set(garbage, Math.min(at, film.length - garbage.length))
      const message = await refusal(film)
      expect([undefined, fileMessages.damagedFilm, mediaFile.refusal]).toContain(message)
    },
  )
  await assert(damage, { numRuns: 300, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: true })
})

it('refuses a film that is cut off anywhere', async () => {
  const { refusal } = await openFolder()
  for (let length = 0; length < whole.length; length += 1)
    expect(await refusal(whole.subarray(0, length)), `the first ${length} bytes`).toBe(
      fileMessages.damagedFilm,
    )
})
