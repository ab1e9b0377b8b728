import { fork } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileMessages, MEGABYTE } from '#contract/files.ts'
import { ApiError, invalid } from '../http/ApiError.ts'
import type { Upload } from '../http/Upload.ts'
import type { Made, Making } from './imageProcess.ts'
import { bytesHeld, type MadeImages, makeImages, type Size, TIME_LIMIT_S } from './makeImages.ts'

const inside = (pixels: number, quality: number): Size => ({
  resize: { width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true },
  quality,
})
const square = (pixels: number, quality: number): Size => ({
  resize: { width: pixels, height: pixels, fit: 'cover', position: 'attention' },
  quality,
})

/** In which sizes an image is kept, the largest first: all others are made of that one. */
export const sizes = {
  page: [inside(1600, 80), square(192, 75)],
  gallery: [inside(2048, 80), inside(960, 78), inside(480, 70)],
  /** What is seen of a film before it plays. */
  poster: [inside(960, 78), inside(480, 70)],
} as const satisfies Record<string, readonly Size[]>

type Images<Sizes extends readonly Size[]> = { [Each in keyof Sizes]: Buffer }

/** Ordinary photographs are made two at a time, however many are sent; a large image only while no other is. */
const PLACES = 2
/** From so many bytes in memory on an image is large. */
const LARGE_BYTES = 32 * MEGABYTE
/** With what else the work takes, no two images need more than 300 MB. */
const MAX_BYTES = 160 * MEGABYTE
export const IMAGE_PROCESS = join(import.meta.dirname, 'imageProcess.ts')

let free = PLACES
const waiting: { places: number; start: () => void }[] = []

/**
 * Makes an image anew, upright and in the sizes that the page shows. Whatever else was in the file is left behind:
 * where it was taken, the camera, and what somebody may have hidden in it.
 */
export async function encodeImage<const Sizes extends readonly [Size, ...Size[]]>(
  upload: Upload,
  all: Sizes,
): Promise<{ images: Images<Sizes>; width: number; height: number }> {
  try {
    const bytes = await bytesHeld(upload.path)
    if (bytes > MAX_BYTES) throw invalid({ [upload.field]: [fileMessages.tooLargeToOpen] })
    const [places, make] = bytes > LARGE_BYTES ? [PLACES, makeApart] : [1, makeImages]
    const { images, ...size } = await inTurn(places, () => make(upload.path, all))
    return { images: images as unknown as Images<Sizes>, ...size }
  } catch (error) {
    // Of a file that the system cannot open the library says no more than of a damaged one.
    await (await open(upload.path)).close()
    throw refusal(error, upload.field)
  }
}

/** In the order in which they came, so that a large one is not passed for ever. */
async function inTurn<Result>(places: number, work: () => Promise<Result>): Promise<Result> {
  if (waiting.length > 0 || places > free) await new Promise<void>((start) => waiting.push({ places, start }))
  else free -= places
  try {
    return await work()
  } finally {
    free += places
    for (let next = waiting[0]; next && next.places <= free; next = waiting[0]) {
      waiting.shift()
      free -= next.places
      next.start()
    }
  }
}

/**
 * In a process of its own: much of what decoding a large image takes would stay with this one. Neither the flags of this
 * one nor its secrets are for it.
 */
export async function makeApart(
  path: string,
  all: readonly Size[],
  timeout = TIME_LIMIT_S * 1000,
): Promise<MadeImages> {
  const child = fork(IMAGE_PROCESS, {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    timeout,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'exit')
  try {
    child.send({ path, sizes: all } satisfies Making)
    const made = await Promise.race([once(child, 'message') as Promise<[Made]>, ended.then(() => undefined)])
    if (!made && child.killed) throw new Error(`timeout: not made within ${timeout} ms`)
    if (!made) throw Object.assign(new Error('the process that makes images ended'), { code: 'ERR_IMAGES' })
    if ('message' in made[0]) throw Object.assign(new Error(made[0].message), made[0])
    return made[0]
  } finally {
    child.kill()
    // Only its end frees its memory, which the next image needs.
    await ended
  }
}

/** What the library says of an image is the image's fault; anything else is ours, and bears a code. */
function refusal(error: unknown, field: string): unknown {
  const { message, code } = error as Error & { code?: string }
  if (error instanceof ApiError || code) return error
  if (message.startsWith('timeout'))
    return invalid({ [field]: [fileMessages.tooLargeToOpen] }, { cause: error })
  const isTooLarge = /pixel limit|exceeds/i.test(message)
  return invalid({ [field]: [isTooLarge ? fileMessages.tooManyPixels : fileMessages.damagedImage] })
}
