import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import jbig2 from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url'

/** Scans are often compressed in ways that take a decoder of their own. Both lie in one folder, under their own names. */
const decoders = [jbig2, openjpeg].map((url) => new URL('.', new URL(url, location.href)).href)[0]

/** Begins to read a PDF. What it draws is a picture: no script of the PDF is ever run, and nothing in it can be filled in. */
export function openPdf(url: string): { document: Promise<PDFDocumentProxy>; close: () => void } {
  const { worker, broken } = pdfReader()
  // Our pages may not compile code, which is what the quicker decoders would have to do.
  const task = getDocument({ url, worker, useWasm: false, wasmUrl: decoders, enableXfa: false })
  return {
    document: Promise.race([task.promise, broken]),
    close: () => void task.destroy(),
  }
}

type Reader = { worker: PDFWorker; broken: Promise<never> }

let reader: Reader | undefined

/** The thread that reads PDFs: one for all of them, started anew after it broke. */
function pdfReader(): Reader {
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
