import type sharp from 'sharp'
import type { ResizeOptions } from 'sharp'
import { fileMessages } from '#contract/files.ts'
import type { FilePurpose } from '../database/tables.ts'
import { invalid } from '../http/ApiError.ts'
import type { Upload } from '../http/Upload.ts'

const WEB: ResizeOptions = { width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true }
const SQUARE: ResizeOptions = { width: 192, height: 192, fit: 'cover', position: 'attention' }
const THUMBS: Partial<Record<FilePurpose, ResizeOptions>> = { picture: SQUARE }

const MAX_PIXELS = 100_000_000
/** Decoded images are large: a few at a time, however many are sent. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/**
 * Makes an image anew, upright and in the sizes that the page shows. Whatever else was in the file is left behind:
 * where it was taken, the camera, and what somebody may have hidden in it.
 */
export async function encodeImage(
  upload: Upload,
  purpose: FilePurpose,
): Promise<{ web: Buffer; thumb: Buffer }> {
  if (running < AT_ONCE) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    const open = await loadSharp()
    const web = await open(upload.path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(WEB)
      .webp({ quality: 80 })
      .toBuffer()
    const thumb = await open(web)
      .resize(THUMBS[purpose] ?? SQUARE)
      .webp({ quality: 75 })
      .toBuffer()
    return { web, thumb }
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
