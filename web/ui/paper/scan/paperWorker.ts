import { evenLight } from './evenLight.ts'
import { findCorners, type FoundCorners } from './findCorners.ts'
import { type Corners, type Pixels, scaleCorners, type Size, turnCorners } from './geometry.ts'
import { judgePage, type PageProblem } from './judgePage.ts'
import { pageSize, straighten } from './straighten.ts'
import type { Sheet } from './writePdf.ts'

/** A photograph, with a key that shows the worker whether it is the last one. */
type Photo = { key: string; file: Blob }

/** How the page is cut from its photograph. The corners are fractions of the photograph's sides. */
export type PageCut = { corners: Corners; turns: number; isColour: boolean }

export type PaperJob = { number: number; photo: Photo; cut?: PageCut }

/** The corners that were found in the photograph, whose size is that of the upright picture. */
export type ReadPhoto = FoundCorners & { size: Size }
export type JudgedSheet = Sheet & { problem?: PageProblem }

/** `hasFailed`: this browser cannot read the file as a picture, or the device has too little memory. */
export type PaperAnswer = { number: number; read?: ReadPhoto; sheet?: JudgedSheet; hasFailed?: true }

/** The long side of a decoded photograph in pixels: one and a half times that of a page, or more. */
const PHOTO_SIDE = 3_200
/** The long side of the picture in which corners are found. */
const SEARCH_SIDE = 400
/** How many pixels are sampled in each direction for one pixel of the smaller picture. */
const SAMPLES = 4

const MOST_BYTES = 300 * 1024
/** From fine to coarse, until the page is small enough. */
const QUALITIES = [0.62, 0.5, 0.38, 0.26, 0.16]

/** Only one photograph is cached, because each takes some 30 MB. */
let last: { key: string; pixels: Pixels } | undefined

/** One job after the other, because each needs much memory. */
let queue = Promise.resolve()

addEventListener('message', ({ data: job }: MessageEvent<PaperJob>) => {
  queue = answerAfter(queue, job)
})

async function answerAfter(before: Promise<void>, job: PaperJob): Promise<void> {
  await before
  postMessage(await answer(job).catch((): PaperAnswer => ({ number: job.number, hasFailed: true })))
}

async function answer({ number, photo, cut }: PaperJob): Promise<PaperAnswer> {
  if (last?.key !== photo.key) {
    last = undefined
    last = { key: photo.key, pixels: await readPixels(photo.file) }
  }
  const { pixels } = last
  if (cut) return { number, sheet: await cutPage(pixels, cut) }
  const { width, height } = pixels
  return { number, read: { size: { width, height }, ...findCorners(shrink(pixels)) } }
}

/** Decodes a photograph, upright. */
async function readPixels(file: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(file, {
    imageOrientation: 'from-image',
    colorSpaceConversion: 'none',
  })
  const size = fitInto(bitmap, PHOTO_SIDE)
  const context = contextOf(size)
  // A page of a PNG may be transparent.
  context.fillStyle = 'white'
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(bitmap, 0, 0, size.width, size.height)
  bitmap.close()
  return pixelsOf(context)
}

/** Averages a few pixels for each one of the smaller picture. A canvas would need another copy of the photograph. */
function shrink({ width, height, data }: Pixels): Pixels {
  const size = fitInto({ width, height }, SEARCH_SIDE)
  const small = new Uint8ClampedArray(size.width * size.height * 4)
  const [stepX, stepY] = [width / size.width / SAMPLES, height / size.height / SAMPLES]
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      let [red, green, blue] = [0, 0, 0]
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const column = Math.floor((x * SAMPLES + (sample % SAMPLES) + 0.5) * stepX)
        const row = Math.floor((y * SAMPLES + Math.floor(sample / SAMPLES) + 0.5) * stepY)
        const at = (row * width + column) * 4
        red += data[at] ?? 0
        green += data[at + 1] ?? 0
        blue += data[at + 2] ?? 0
      }
      small.set(
        [red / SAMPLES ** 2, green / SAMPLES ** 2, blue / SAMPLES ** 2, 255],
        (y * size.width + x) * 4,
      )
    }
  return { ...size, data: small }
}

async function cutPage(photo: Pixels, { corners, turns, isColour }: PageCut): Promise<JudgedSheet> {
  const inPixels = turnCorners(scaleCorners(corners, photo), turns)
  const page = straighten(photo, inPixels, pageSize(inPixels, photo))
  const problem = judgePage(page, evenLight(page, isColour))
  const { width, height } = page
  return { jpeg: await compress(page), width, height, ...(problem && { problem }) }
}

async function compress(page: Pixels): Promise<Blob> {
  const context = contextOf(page)
  context.putImageData(new ImageData(page.data, page.width, page.height), 0, 0)
  let jpeg: Blob | undefined
  for (const quality of QUALITIES) {
    jpeg = await context.canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (jpeg.size <= MOST_BYTES) break
  }
  if (!jpeg) throw new Error('No JPEG')
  return jpeg
}

function fitInto({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function contextOf({ width, height }: Size): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', {
    alpha: false,
    willReadFrequently: true,
  })
  if (!context) throw new Error('No 2D canvas context')
  return context
}

const pixelsOf = (context: OffscreenCanvasRenderingContext2D): Pixels =>
  context.getImageData(0, 0, context.canvas.width, context.canvas.height)
