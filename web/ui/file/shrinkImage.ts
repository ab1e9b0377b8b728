/** Long edge in pixels: more than any screen of Elimu shows, and the largest that the server stores. */
const MAX_EDGE = 2_000
/** Smaller files are uploaded fast enough as they are. */
const MIN_BYTES = 512 * 1024
const QUALITY = 0.85

/**
 * Shrinks a photograph before it is uploaded, because phones take them ten times larger than needed.
 * Other files, and those that the browser cannot decode, are uploaded unchanged; the server checks them.
 */
export async function shrinkImage(file: File): Promise<File> {
  const isPhotograph = file.type === 'image/jpeg' || file.type === 'image/png'
  if (!isPhotograph || file.size < MIN_BYTES) return file
  try {
    const bytes = await drawSmaller(file)
    if (bytes.size >= file.size) return file
    return new File([bytes], file.name.replace(/\.[^.]*$/, '.jpg'), { type: bytes.type })
  } catch {
    return file
  }
}

async function drawSmaller(file: File): Promise<Blob> {
  // Rotated upright, because the new JPEG does not record the camera's orientation.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, MAX_EDGE / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No 2D canvas context')
  // A JPEG has no transparency; without this, transparent pixels would be black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
