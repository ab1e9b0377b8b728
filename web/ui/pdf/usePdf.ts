import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useState } from 'react'

type Opened = { state: 'open'; document: PDFDocumentProxy } | { state: 'failed' }

/** What there is of a PDF so far. */
export type PdfState = { state: 'loading' } | Opened

/** Reads a PDF for as long as it is shown. `tries` counts up where somebody tries again. */
export function usePdf(url: string, tries: number): PdfState {
  const [opened, setOpened] = useState<{ url: string; tries: number; pdf: Opened }>()
  useEffect(() => {
    let isShown = true
    let close = () => {}
    const show = (pdf: Opened) => {
      if (isShown) setOpened({ url, tries, pdf })
    }
    const read = async () => {
      // The reader is the heaviest part of the page: it comes with the first PDF.
      const { openPdf } = await import('./openPdf.ts')
      if (!isShown) return
      const opening = openPdf(url)
      close = opening.close
      show({ state: 'open', document: await opening.document })
    }
    read().catch(() => show({ state: 'failed' }))
    return () => {
      isShown = false
      close()
      // What was closed can be drawn no more, should the same address come back.
      setOpened(undefined)
    }
  }, [url, tries])
  return opened?.url === url && opened.tries === tries ? opened.pdf : { state: 'loading' }
}
