import type { PDFPageProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The largest canvas that phones allow. */
const MAX_PIXELS = 16_000_000

/** Draws a page as wide as `width` CSS pixels, as sharp as the screen. The canvas is complete once `drawn` resolves. */
export function drawPage(
  page: PDFPageProxy,
  width: number,
  pixelRatio = window.devicePixelRatio,
): { canvas: HTMLCanvasElement; drawn: Promise<void>; cancel: () => void } {
  const whole = page.getViewport({ scale: 1 })
  const height = (width * whole.height) / whole.width
  const sharpness = Math.min(pixelRatio, Math.sqrt(MAX_PIXELS / (width * height)))
  const viewport = page.getViewport({ scale: (width / whole.width) * sharpness })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const task: RenderTask = page.render({ canvas, viewport })
  return { canvas, drawn: task.promise, cancel: () => task.cancel() }
}
