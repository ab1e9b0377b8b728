import { type FileHandle, open } from 'node:fs/promises'
import { mediaFile, MEGABYTE, refusalOfPhone } from '#contract/base/files.ts'
import { invalid } from '../../base/ApiError.ts'
import { type Box, boxAt, damaged, HEADER_BYTES, MOST_READS, type ReadBox } from './boxes.ts'
import { addSampleRanges } from './addSampleRanges.ts'
import { emptyBox, isNeeded, type PrivateBytes } from './privates.ts'
import { addGaps, noRanges } from './ranges.ts'
import { readFragment } from './readFragment.ts'
import { type Movie, readMovie } from './readMovie.ts'

export type Film = {
  /** As displayed, after rotation. */
  width: number | null
  height: number | null
  duration_ms: number | null
  privates: PrivateBytes[]
}

/** The size limit of the boxes that describe a film. Several hours of film need a few megabytes. */
const MAX_DESCRIPTION_BYTES = 32 * MEGABYTE
const MAX_BOXES = 100_000
/** The largest number that the column can store. */
const MAX_DURATION_MS = 2 ** 31 - 1

/**
 * Reads the facts of an mp4 file, and finds all bytes that a player does not need: place, author and camera,
 * tracks of positions and movements, and bytes between picture and sound.
 */
export async function readFilm(path: string): Promise<Film> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await read(file, await boxesOf(file, size))
  } catch (error) {
    // A length or an offset points outside its box.
    throw error instanceof RangeError ? damaged() : error
  } finally {
    await file.close()
  }
}

async function boxesOf(file: FileHandle, size: number): Promise<Box[]> {
  const boxes: Box[] = []
  const header = Buffer.alloc(HEADER_BYTES)
  for (let at = 0; at < size; at = boxes.at(-1)?.end ?? size) {
    if (boxes.length === MAX_BOXES) throw damaged()
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, at)
    boxes.push(boxAt(header.subarray(0, bytesRead), at, size))
  }
  return boxes
}

async function read(file: FileHandle, boxes: Box[]): Promise<Film> {
  const ofType = (wanted: string) => boxes.filter(({ type }) => type === wanted)
  const [head, ...others] = ofType('moov')
  const fragments = ofType('moof')
  const [kind] = ofType('ftyp')
  if (!head || others.length > 0 || !kind) throw damaged()
  const bytes = [head, ...fragments].reduce((sum, { contentStart, end }) => sum + end - contentStart, 0)
  if (bytes > MAX_DESCRIPTION_BYTES) throw damaged()

  const [privates, kept, lengths] = [[] as PrivateBytes[], noRanges(), new Map<number, number>()]
  for (const box of boxes) if (!isNeeded('file', box.type)) emptyBox(privates, box)
  const movie = readMovie(privates, await contentOf(file, head))
  for (const track of movie.tracks.values()) await addSampleRanges(kept, track)
  for (const box of fragments) readFragment({ privates, kept, lengths }, await contentOf(file, box), movie)
  if (kept.starts.length === 0) throw damaged()
  await addGaps(privates, ofType('mdat'), kept)
  if (await isQuickTime(file, kind)) refuseUnplayable(movie)
  return { ...sizeOf(movie), duration_ms: durationOf(movie, lengths), privates }
}

async function contentOf(file: FileHandle, box: Box): Promise<ReadBox> {
  const length = box.end - box.contentStart
  const content = Buffer.alloc(length)
  const { bytesRead } = await file.read(content, 0, length, box.contentStart)
  if (bytesRead < length) throw damaged()
  return { ...box, content, readsLeft: { count: MOST_READS } }
}

async function isQuickTime(file: FileHandle, { contentStart }: Box): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, contentStart)
  return buffer.toString('latin1') === 'qt  '
}

/** Browsers play a QuickTime film as if it were an mp4, if its picture is H.264. iPhones also write HEVC. */
function refuseUnplayable({ tracks }: Movie): void {
  const isPlayable = [...tracks.values()].every(({ isPicture, codec }) => !isPicture || codec === 'avc1')
  if (!isPlayable) throw invalid({ media: [refusalOfPhone(mediaFile)] })
}

function sizeOf({ tracks }: Movie): Pick<Film, 'width' | 'height'> {
  const pictures = [...tracks.values()].filter(({ isPicture }) => isPicture)
  if (pictures.length === 0) throw invalid({ media: [mediaFile.refusal] })
  const { width, height } = pictures.find((each) => each.width > 0 && each.height > 0) ?? {}
  return { width: width ?? null, height: height ?? null }
}

function durationOf({ duration, tracks }: Movie, lengths: ReadonlyMap<number, number>): number | null {
  const ofFragments = [...lengths].map(([id, ticks]) => ticks / (tracks.get(id)?.timescale || Infinity))
  const milliseconds = Math.round((duration || Math.max(0, ...ofFragments)) * 1000)
  return milliseconds > 0 && milliseconds <= MAX_DURATION_MS ? milliseconds : null
}
