import sharp, { type Metadata, type ResizeOptions } from 'sharp'

sharp.concurrency(1)
sharp.cache(false)

/** One of the pictures that are made of an image. */
export type Size = { resize: ResizeOptions; quality: number }

export type MadeImages = { images: Buffer[]; width: number; height: number }

/** The one message that the child process for a large image gets, and the one that it sends before it ends. */
export type Making = { path: string; sizes: readonly Size[] }
export type Made = MadeImages | { message: string; code: string | undefined }

export const MAX_PIXELS = 100_000_000

/** Makes a picture of each size from an image. The first size is the largest. */
export async function makeImages(path: string, sizes: readonly Size[]): Promise<MadeImages> {
  const [largest, ...smaller] = sizes as [Size, ...Size[]]
  // The upload is decoded only once.
  const { data, info } = await sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: 30 })
    .autoOrient()
    .resize(largest.resize)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const decoded = () => sharp(data, { raw: { width, height, channels } })
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
  // No photograph has complex samples: such an image always counts as too large.
  complex: Infinity,
  dpcomplex: Infinity,
}
/** The lines that the library reads ahead in an image that it reads from top to bottom. */
const LINES_AHEAD = 1_250
/** Lines in memory while an image is shrunk, however few it has. */
const LINES_SHRUNK = 350
/** Longer lines or more of them take far more memory than is counted here. */
export const SIDE_MAX = 30_000

/**
 * How many bytes of an image have to be in memory at the same moment, as measured with images of all shapes; infinite
 * if it has too long a side.
 */
export async function bytesInMemory(path: string): Promise<number> {
  const about = await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata()
  const { format, width, height, channels, depth, isProgressive } = about
  if (Math.max(width, height) > SIDE_MAX) return Infinity
  const lineBytes = width * channels * sampleBytes[depth]
  // A JPEG is shrunk while it is decoded, unless it is progressive: then all its coefficients are kept, two bytes each.
  if (format === 'jpeg') return isProgressive ? (height * 2 + LINES_SHRUNK) * lineBytes : 0
  // The strips or tiles of a TIFF may be as large as it is.
  const isWhole = format === 'tiff' || isProgressive
  return ((isWhole ? height : Math.min(height, LINES_AHEAD)) + LINES_SHRUNK) * lineBytes
}

if (import.meta.main)
  process.once('message', ({ path, sizes }: Making) => {
    void makeImages(path, sizes)
      .catch(({ message, code }: NodeJS.ErrnoException) => ({ message, code }))
      .then((made: Made) => process.send?.(made))
  })
