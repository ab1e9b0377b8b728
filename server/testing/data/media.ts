import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { hashOf } from '../../base/hashing.ts'
import { newKey } from '../../files/fileKey.ts'
import { addHashes, type KeyHash } from '../../files/storeUpload.ts'
import type { Services } from '../../Services.ts'
import { cast } from './users.ts'

type NewMedia = {
  student_id: number
  title?: string
  description?: string
  /** In pixels: of the picture, or of the film and its poster. */
  width?: number
  height?: number
  /** The bytes of a film; its poster is drawn, unless it has none. */
  film?: Buffer
  duration_ms?: number
  hasPoster?: boolean
  created_at?: string
  created_by?: number
}

type Size = { width: number; height: number }
type Sizes = { large: Buffer; medium: Buffer; thumb: Buffer }

const HOUR = 3_600_000
const FIRST = Date.parse('2026-01-05T06:00:00.000Z')
/** The longer side of the smaller sizes; a smaller picture keeps its own size. */
const MEDIUM = 960
const THUMB = 480
/** Pictures in a row have different colours; later ones repeat them. */
const COLOURS = ['#b0553f', '#e5ab3a', '#557d6a', '#2f7f7f', '#5b4030']
/** The number of files written in parallel. */
const AT_ONCE = 16

/** Caches the drawn pictures of this process: drawing takes longer than most tests. */
const drawn = new Map<string, Promise<Sizes>>()

/** Adds pictures and films with their bytes before the test begins, each an hour later than the one before. */
export async function addMedia(
  { db, files }: Pick<Services, 'db' | 'files'>,
  media: NewMedia[],
): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < media.length; from += AT_ONCE) {
    const batch = media.slice(from, from + AT_ONCE).map((each, index) => complete(each, from + index))
    const storing = batch.map(async (each) => ({ each, stored: await storeFiles(each) }))
    for (const { each, stored } of await Promise.all(storing)) ids.push(await addRow(each, stored))
  }
  return ids

  async function storeFiles({ film, hasPoster, width, height, colour }: Complete) {
    const name = `${width} × ${height} ${colour}`
    let drawing = drawn.get(name)
    if (!drawing) drawn.set(name, (drawing = drawSizes({ width, height }, colour)))
    const { large, medium, thumb } = await drawing
    const hashes: KeyHash[] = []
    const put = async (bytes: Buffer, type: string) => {
      const key = newKey()
      await files.put(key, bytes, type)
      hashes.push({ key, sha256: hashOf(bytes), bytes: bytes.length })
      return key
    }
    const [type, whole] = film ? ['video/mp4', film] : ['image/webp', large]
    return {
      type,
      bytes: whole.length,
      key: await put(whole, type),
      medium_key: hasPoster ? await put(medium, 'image/webp') : null,
      thumb_key: hasPoster ? await put(thumb, 'image/webp') : null,
      hashes,
    }
  }

  async function addRow(
    each: Complete,
    { hashes, ...stored }: Awaited<ReturnType<typeof storeFiles>>,
  ): Promise<number> {
    const { film, hasPoster: _hasPoster, colour: _colour, ...row } = each
    const { student_id, created_at, created_by } = row
    const sha256 = randomBytes(32).toString('hex')
    const name = film ? 'film.mp4' : 'photo.webp'
    const { id: file_id } = await db
      .insertInto('files')
      .values({ purpose: 'media', student_id, name, sha256, ...stored, created_at, created_by })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addHashes(db, file_id, hashes, created_at)
    const { id } = await db
      .insertInto('media')
      .values({ ...row, file_id, sha256, updated_at: created_at, updated_by: created_by })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
}

type Complete = ReturnType<typeof complete>

const complete = ({ film, duration_ms = 1000, ...media }: NewMedia, index: number) => ({
  title: `Sports day ${index + 1}`,
  description: 'Third place in the 800 metres.',
  width: 1200,
  height: 800,
  hasPoster: true,
  colour: COLOURS[index % COLOURS.length] ?? '',
  created_at: new Date(FIRST + index * HOUR).toISOString(),
  created_by: cast.liaison.id,
  ...media,
  film,
  duration_ms: film ? duration_ms : null,
})

/** A plain colour with noise, about as large as a photograph. */
async function drawSizes({ width, height }: Size, background: string): Promise<Sizes> {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
  const small = { width: Math.ceil(width / 10), height: Math.ceil(height / 10), channels: 3 } as const
  const raw = { width, height, channels: 3 } as const
  const grain = sharp({ create: { ...small, background, noise } }).resize(width, height)
  const pixels = await sharp({ create: { ...raw, background } })
    .composite([{ input: await grain.raw().toBuffer(), raw, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer()
  const webp = (longer: number) =>
    sharp(pixels, { raw })
      .resize({ width: longer, height: longer, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75, effort: 0 })
      .toBuffer()
  const [large, medium, thumb] = await Promise.all([webp(Math.max(width, height)), webp(MEDIUM), webp(THUMB)])
  return { large, medium, thumb }
}
