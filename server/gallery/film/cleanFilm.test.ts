import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  dictionary,
  oneof,
  record,
  uint8Array,
} from 'fast-check'
import { expect, it } from 'vitest'
import { box } from '../../testing/files/box.ts'
import { EDIT, type FilmPlan, type FilmTrack } from '../../testing/files/filmMovie.ts'
import { buildFilm, type BuiltFilm, PLACE, PLACE_BYTES, boxesWithPlace } from '../../testing/files/films.ts'
import { smallFilm } from '../../testing/files/smallFilm.ts'
import { temporaryFolder } from '../../testing/files/temporaryFolder.ts'
import { cleanFilm } from './cleanFilm.ts'
import { readFilm } from './readFilm.ts'

const chunks = [[Buffer.from('first'), Buffer.from('second')], [Buffer.from('third')]]
const tracks = [
  { handler: 'vide', chunks },
  { handler: 'soun', chunks },
]
const places = [[Buffer.concat([PLACE_BYTES, Buffer.from(PLACE)])], [Buffer.from(PLACE)]]

async function clean(bytes: Buffer) {
  const path = join(await temporaryFolder(), 'film')
  return cleanAt(path, bytes)
}

async function cleanAt(path: string, bytes: Buffer) {
  await writeFile(path, bytes)
  const film = await readFilm(path)
  await cleanFilm(path, film)
  return { film, cleaned: await readFile(path), again: await readFilm(path) }
}

const isShown = (handler: string) => handler === 'vide' || handler === 'soun'

/** Checks that the place is removed, that picture and sound are unchanged, and that no byte has moved. */
function expectClean(
  { bytes, samples }: BuiltFilm,
  { film, cleaned, again }: Awaited<ReturnType<typeof clean>>,
) {
  expect(cleaned.includes(PLACE)).toBe(false)
  expect(cleaned.includes(PLACE_BYTES)).toBe(false)
  expect(cleaned.includes(EDIT)).toBe(true)
  for (const { handler, start, bytes: sample } of samples)
    expect(!isShown(handler) || cleaned.subarray(start, start + sample.length).equals(sample)).toBe(true)

  const restored = Buffer.from(cleaned)
  for (const { start, end } of film.privates) bytes.copy(restored, start, start, end + 1)
  expect(restored.equals(bytes)).toBe(true)

  expect({ ...again, privates: [] }).toEqual({ ...film, privates: [] })
  for (const { start, end, becomes } of again.privates) {
    expect(becomes).toBe('zeros')
    expect(cleaned.subarray(start, end + 1).every((byte) => byte === 0)).toBe(true)
  }
}

it.for<[string, FilmPlan]>([
  ['in the movie', { tracks, extra: { moov: boxesWithPlace() } }],
  ['beside it', { tracks, extra: { file: boxesWithPlace() } }],
  ['in a track', { tracks, extra: { trak: boxesWithPlace() } }],
  [
    'in the description of a track',
    { tracks, extra: { mdia: boxesWithPlace(), minf: boxesWithPlace(), stbl: boxesWithPlace() } },
  ],
  ['in a track of their own', { tracks: [...tracks, { handler: 'meta', chunks: places }] }],
  ['as subtitles', { tracks: [{ handler: 'text', chunks: places }, ...tracks] }],
  [
    'between picture and sound, where nothing leads to them',
    { tracks, gap: box('free', Buffer.from(`GPS ${PLACE}`)) },
  ],
  [
    'in fragments',
    {
      tracks: [...tracks, { handler: 'camm', chunks: places }],
      fragments: 'fragment',
      extra: { traf: boxesWithPlace() },
    },
  ],
  [
    'in a film of great length',
    { tracks: [...tracks, { handler: 'meta', chunks: places }], isLong: true, isMovieLast: true },
  ],
])('removes places %s', async ([, plan]) => {
  const built = buildFilm(plan)
  expect(built.bytes.includes(PLACE)).toBe(true)
  expectClean(built, await clean(built.bytes))
})

it('does not change a film without private data', async () => {
  const { cleaned } = await clean(smallFilm)
  expect(cleaned.equals(smallFilm)).toBe(true)
})

it('removes places from films of any structure, and nothing else', async () => {
  const revealing = constantFrom(
    boxesWithPlace(),
    box('skip', Buffer.from(PLACE)),
    box('gps ', PLACE_BYTES),
    Buffer.alloc(4),
  )
  const plan = record({
    shown: array(shownTrack, { minLength: 1, maxLength: 3 }),
    others: array(otherTrack, { maxLength: 2 }),
    gap: constantFrom(Buffer.alloc(0), Buffer.from(PLACE)),
    extra: dictionary(constantFrom('moov', 'trak', 'traf'), revealing),
    file: constantFrom(Buffer.alloc(0), boxesWithPlace(), box('emsg', Buffer.from(PLACE))),
    layout: record({ isTurned: boolean(), isLong: boolean(), isMovieLast: boolean(), isDetailed: boolean() }),
    fragments: constantFrom<FilmPlan['fragments'][]>(undefined, 'fragment', 'file', 'before'),
  })
  const path = join(await temporaryFolder(), 'film')
  const cleans = asyncProperty(plan, async ({ shown, others, gap, extra, file, layout, fragments }) => {
    const first = { handler: 'vide', chunks: [[Buffer.from('first')]] }
    // Offsets that count from a dropped fragment before them would be refused, so the dropped tracks come last.
    const all = fragments === 'before' ? [first, ...shown, ...others] : [...others, first, ...shown]
    const built = buildFilm({ tracks: all, gap, extra: { ...extra, file }, ...layout, fragments })
    expectClean(built, await cleanAt(path, built.bytes))
  })
  await assert(cleans, { numRuns: 150, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true })
})

const chunksOf = (sample: Arbitrary<Uint8Array>) => {
  const bytes = sample.map((each) => Buffer.from(each))
  return array(array(bytes, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
}
const ofLength = (length: number) => chunksOf(uint8Array({ minLength: length, maxLength: length }))

const shownTrack: Arbitrary<FilmTrack> = oneof(
  record({
    handler: constantFrom('vide', 'soun'),
    chunks: chunksOf(uint8Array({ minLength: 1, maxLength: 15 })),
    sizeBits: constantFrom<FilmTrack['sizeBits'][]>(undefined, 4, 8, 16),
  }),
  record({ handler: constantFrom('vide', 'soun'), chunks: ofLength(7), isEven: constant(true) }),
  record({ handler: constant('soun'), chunks: ofLength(4), sound: constant({ channels: 2, bits: 16 }) }),
)

const otherTrack: Arbitrary<FilmTrack> = record({
  handler: constantFrom('meta', 'text', 'sbtl', 'camm'),
  chunks: chunksOf(constant(PLACE_BYTES)),
})
