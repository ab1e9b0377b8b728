import type sharp from 'sharp'
import type { ResizeOptions } from 'sharp'
import { fileMessages } from '#contract/files.ts'
import { invalid } from '../http/ApiError.ts'
import type { Upload } from '../http/Upload.ts'

/** One of the pictures that are made of an image. */
type Size = { resize: ResizeOptions; quality: number }

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

const MAX_PIXELS = 100_000_000
/** Decoded images are large: a few at a time, however many are sent. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/**
 * Makes an image anew, upright and in the sizes that the page shows. Whatever else was in the file is left behind:
 * where it was taken, the camera, and what somebody may have hidden in it.
 */
export async function encodeImage<const Sizes extends readonly [Size, ...Size[]]>(
  upload: Upload,
  [largest, ...smaller]: Sizes,
): Promise<{ images: Images<Sizes>; width: number; height: number }> {
  if (running < AT_ONCE) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    const open = await loadSharp()
    // What was sent is decoded once.
    const { data, info } = await open(upload.path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(largest.resize)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const decoded = () => open(data, { raw: { width, height, channels } })
    const images = [await decoded().webp({ quality: largest.quality }).toBuffer()]
    for (const { resize, quality } of smaller)
      images.push(await decoded().resize(resize).webp({ quality }).toBuffer())
    return { images: images as unknown as Images<Sizes>, width, height }
  } catch (error) {
    throw refusal(error, upload.field)
  } finally {
    // The next in the queue takes this turn over.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Loaded with the first image: an idle server need not carry it in memory. */
let loaded: Promise<typeof sharp> | undefined

function loadSharp(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: library }) => {
    library.concurrency(1)
    library.cache(false)
    return library
  })
  return loaded
}

/** What the library says of an image is the image's fault; anything else is ours. */
function refusal(error: unknown, field: string): unknown {
  const { message, code } = error as Error & { code?: string }
  if (code || message.startsWith('Input file is missing')) return error
  const isTooLarge = /pixel limit|exceeds/i.test(message)
  return invalid({ [field]: [isTooLarge ? fileMessages.tooManyPixels : fileMessages.damagedImage] })
}
