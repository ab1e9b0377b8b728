import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileMessages, MEGABYTE } from '#contract/base/files.ts'
import { ApiError, invalid } from '../base/ApiError.ts'
import type { Upload } from './receiveFile.ts'
import { startChildProcess } from '../startChildProcess.ts'
import type { Made, MadeImages, Making, Size } from './makeImages.ts'

const inside = (pixels: number, quality: number): Size => ({
  resize: { width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true },
  quality,
})
const square = (pixels: number, quality: number): Size => ({
  resize: { width: pixels, height: pixels, fit: 'cover', position: 'attention' },
  quality,
})

/** The stored sizes of an image, the largest first: the others are made from it. */
export const sizes = {
  page: [inside(1600, 80), square(192, 75)],
  gallery: [inside(2048, 80), inside(960, 78), inside(480, 70)],
  /** The picture that a film shows before it plays. */
  poster: [inside(960, 78), inside(480, 70)],
} as const satisfies Record<string, readonly Size[]>

type Images<Sizes extends readonly Size[]> = { [Each in keyof Sizes]: Buffer }

/** Two ordinary photographs are processed at the same time; a large image is processed alone. */
const SLOTS = 2
/** An image that takes more bytes in memory than this is large. */
const LARGE_BYTES = 32 * MEGABYTE
/**
 * An image that takes more memory than this is refused, so that image processing never needs more than 300 MB in all.
 */
const MAX_BYTES = 160 * MEGABYTE
export const IMAGE_PROCESS = join(import.meta.dirname, 'makeImages.ts')

let free = SLOTS
const waiting: { slots: number; start: () => void }[] = []

/**
 * Encodes an image again, upright and in the sizes that the page shows. All other data of the file is dropped: the
 * location, the camera, and any hidden data.
 */
export async function encodeImage<const Sizes extends readonly [Size, ...Size[]]>(
  upload: Upload,
  all: Sizes,
): Promise<{ images: Images<Sizes>; width: number; height: number }> {
  // Loaded with the first image, because the library takes 8 MB.
  const { bytesInMemory, makeImages } = await import('./makeImages.ts')
  try {
    const bytes = await bytesInMemory(upload.path)
    if (bytes > MAX_BYTES) throw invalid({ [upload.field]: [fileMessages.tooLargeToOpen] })
    const [slots, make] = bytes > LARGE_BYTES ? [SLOTS, makeInChildProcess] : [1, makeImages]
    const { images, ...size } = await inQueue(slots, () => make(upload.path, all))
    return { images: images as unknown as Images<Sizes>, ...size }
  } catch (error) {
    // The library reports a file that cannot be opened like a damaged one. Opening it here throws the system's error
    // instead.
    await (await open(upload.path)).close()
    throw refusal(error, upload.field)
  }
}

/** Waits in a queue for free slots, in order, so that small images cannot delay a large one for ever. */
async function inQueue<Result>(slots: number, work: () => Promise<Result>): Promise<Result> {
  if (waiting.length > 0 || slots > free) await new Promise<void>((start) => waiting.push({ slots, start }))
  else free -= slots
  try {
    return await work()
  } finally {
    free += slots
    for (let next = waiting[0]; next && next.slots <= free; next = waiting[0]) {
      waiting.shift()
      free -= next.slots
      next.start()
    }
  }
}

/**
 * Makes the images in a child process, because this process would not give back much of the memory for decoding a large
 * image. The child gets no environment variables. The time limit is that of images which are made in this process.
 */
export async function makeInChildProcess(
  path: string,
  all: readonly Size[],
  timeout = 30_000,
): Promise<MadeImages> {
  const child = startChildProcess({
    file: IMAGE_PROCESS,
    message: { path, sizes: all } satisfies Making,
    env: {},
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill()
  }, timeout)
  try {
    const made = (await child.answer) as Made | undefined
    if (!made && isLate) throw new Error(`timeout: not made within ${timeout} ms`)
    if (!made) throw Object.assign(new Error('the process that makes images ended'), { code: 'ERR_IMAGES' })
    if ('message' in made) throw Object.assign(new Error(made.message), made)
    // A message between threads makes a Buffer a Uint8Array.
    return { ...made, images: made.images.map((image) => Buffer.from(image)) }
  } finally {
    clearTimeout(timer)
    child.kill()
    // The child's memory, which the next image needs, is free only once the child has ended.
    await child.ended
  }
}

/** An error of the library without a code is about the image; any other error has a code and is the server's fault. */
function refusal(error: unknown, field: string): unknown {
  const { message, code } = error as Error & { code?: string }
  if (error instanceof ApiError || code) return error
  if (message.startsWith('timeout'))
    return invalid({ [field]: [fileMessages.tooLargeToOpen] }, { cause: error })
  const isTooLarge = /pixel limit|exceeds/i.test(message)
  return invalid({ [field]: [isTooLarge ? fileMessages.tooManyPixels : fileMessages.damagedImage] })
}
