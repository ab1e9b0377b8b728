import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export type PdfPage = { width: number; height: number; text: string }

/** Size and text of each page of a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<PdfPage[]> {
  const loading = getDocument({ data: new Uint8Array(bytes) })
  const pdf = await loading.promise
  const pages: PdfPage[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    pages.push({ width, height, text: text.replaceAll(/\s+/g, ' ') })
  }
  await loading.destroy()
  return pages
}
