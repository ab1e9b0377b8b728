import { PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Reader = { worker: PDFWorker; broken: Promise<never> }

let reader: Reader | undefined

/** The thread that reads PDFs: one for all of them, started anew after it broke. */
export function pdfReader(): Reader {
  if (reader) return reader
  const port = new Worker(new URL('./pdfThread.ts', import.meta.url), { type: 'module' })
  const broken = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', () => {
      reader = undefined
      reject(new Error('The PDF reader did not start'))
    })
  })
  // Only who is reading at that moment needs to hear of it.
  broken.catch(() => {})
  reader = { worker: PDFWorker.create({ port }), broken }
  return reader
}
