import { drawPage } from '../../../ui/pdf/drawPage.ts'
import { paperOf } from '../../../ui/paper/Paper.ts'

type Picture = ImageBitmap | HTMLCanvasElement
type Detector = { detect: (picture: Picture) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

/** A form is one sheet with two sides. */
const SIDES = 2
/** Wide enough for a code of 18 mm on a page of A4. */
const PAGE_WIDTH = 1600

/**
 * The ref in the QR code of a form: a picture, photographed pages or a PDF. Only some browsers can read one, those of
 * Android and macOS among them; the others answer ''.
 */
export async function refOnPaper(file: File): Promise<string> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return ''
  try {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    for await (const side of sidesOf(file)) {
      const [code] = await detector.detect(side)
      if (code) return code.rawValue
    }
  } catch {
    // The browser cannot decode the file, or its reader is not installed.
  }
  return ''
}

async function* sidesOf(file: File): AsyncGenerator<Picture> {
  const pages = paperOf(file)?.pages.map(({ sheet, photo }) => sheet?.jpeg ?? photo)
  if (!pages && !file.type.startsWith('image/')) yield* sidesOfPdf(file)
  else
    for (const page of (pages ?? [file]).slice(0, SIDES)) {
      const picture = await createImageBitmap(page)
      yield picture
      picture.close()
    }
}

async function* sidesOfPdf(file: File): AsyncGenerator<Picture> {
  const { openPdf } = await import('../../../ui/pdf/openPdf.ts')
  const { document: opening, close } = openPdf({ data: await file.arrayBuffer() })
  try {
    const pdf = await opening
    for (let number = 1; number <= Math.min(SIDES, pdf.numPages); number += 1) {
      const { canvas, drawn } = drawPage(await pdf.getPage(number), PAGE_WIDTH, 1)
      await drawn
      yield canvas
    }
  } finally {
    close()
  }
}
