import type sharp from 'sharp'
import type { Metadata, ResizeOptions } from 'sharp'

/** One of the pictures that are made of an image. */
export type Size = { resize: ResizeOptions; quality: number }

export type MadeImages = { images: Buffer[]; width: number; height: number }

const MAX_PIXELS = 100_000_000
/** So long may one image take; what is left of it then is given up. */
export const TIME_LIMIT_S = 30

/** Makes of one image a picture in each of the sizes, the first of which is the largest. */
export async function makeImages(path: string, sizes: readonly Size[]): Promise<MadeImages> {
  const open = await loadSharp()
  const [largest, ...smaller] = sizes as [Size, ...Size[]]
  // What was sent is decoded once.
  const { data, info } = await open(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: TIME_LIMIT_S })
    .autoOrient()
    .resize(largest.resize)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const decoded = () => open(data, { raw: { width, height, channels } })
  const images = [await decoded().webp({ quality: largest.quality }).toBuffer()]
  for (const { resize, quality } of smaller)
    images.push(await decoded().resize(resize).webp({ quality }).toBuffer())
  return { images, width, height }
}

const sampleBytes: Record<Metadata['depth'], number> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  double: 8,
  // No picture has complex numbers: such an image is too large whatever its size.
  complex: Infinity,
  dpcomplex: Infinity,
}
/** More lines than the library keeps of an image that it reads from top to bottom. */
const LINES = 1_500

/** How many bytes of an image have to be in memory at the same moment. */
export async function bytesHeld(path: string): Promise<number> {
  const open = await loadSharp()
  const about = await open(path, { limitInputPixels: MAX_PIXELS }).metadata()
  const { format, width, height, channels, depth, isProgressive } = about
  const lineBytes = width * channels * sampleBytes[depth]
  // A JPEG is shrunk while it is read, unless it is put together from several scans, in coefficients of two bytes.
  if (format === 'jpeg') return isProgressive ? height * lineBytes * 2 : 0
  // The strips or tiles of a TIFF may be as large as it is.
  const isWhole = format === 'tiff' || isProgressive
  return (isWhole ? height : Math.min(height, LINES)) * lineBytes
}

/** Loaded with the first image: an idle server need not carry it in memory. */
let loaded: Promise<typeof sharp> | undefined

function loadSharp(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(
    ({ default: library }) => {
      library.concurrency(1)
      library.cache(false)
      return library
    },
    (error: Error) => {
      loaded = undefined
      // What the library says of an image bears no code; this is no image's fault.
      throw Object.assign(error, { code: 'ERR_IMAGES' })
    },
  )
  return loaded
}
