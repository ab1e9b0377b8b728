/** Long edge in pixels. */
const MAX_EDGE = 960
const QUALITY = 0.82
/** Seconds into the film: the first frame is often black. */
const AT = 1
const TIMEOUT_MS = 6_000

/** Draws a still of a film, because the server cannot decode films. Undefined if this browser cannot either. */
export async function drawPoster(film: File): Promise<File | undefined> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(film)
  try {
    return await Promise.race([
      draw(video, url),
      new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS)),
    ])
  } catch {
    return undefined
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

async function draw(video: HTMLVideoElement, url: string): Promise<File | undefined> {
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  const loaded = eventOnce(video, 'loadeddata')
  video.src = url
  await loaded
  const sought = eventOnce(video, 'seeked')
  video.currentTime = Math.min(AT, video.duration / 3)
  await sought
  const scale = Math.min(1, MAX_EDGE / Math.max(video.videoWidth, video.videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return bytes ? new File([bytes], 'poster.jpg', { type: 'image/jpeg' }) : undefined
}

const eventOnce = (video: HTMLVideoElement, event: string) =>
  new Promise<void>((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('cannot be played here')), { once: true })
  })
