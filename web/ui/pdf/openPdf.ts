import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import jbig2 from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url'

/** Scans are often compressed in formats that need a decoder. Both decoders are in one folder, under their own names. */
const decoders = [jbig2, openjpeg].map((url) => new URL('.', new URL(url, location.href)).href)[0]

/** Starts the thread that reads PDFs, before the first PDF is known. */
export const startPdfReader = (): void => void pdfReader()

/** Starts to load a PDF. It is drawn as a picture: its scripts do not run, and its forms cannot be filled in. */
export function openPdf(from: { url: string } | { data: ArrayBuffer }): {
  document: Promise<PDFDocumentProxy>
  close: () => void
} {
  const { worker, broken } = pdfReader()
  // The security policy forbids WebAssembly, which the faster decoders use.
  const task = getDocument({ ...from, worker, useWasm: false, wasmUrl: decoders, enableXfa: false })
  return {
    document: Promise.race([task.promise, broken]),
    close: () => void task.destroy(),
  }
}

type Reader = { worker: PDFWorker; broken: Promise<never> }

let reader: Reader | undefined

/** The worker thread that reads all PDFs. After an error the next PDF starts a new one. */
function pdfReader(): Reader {
  if (reader) return reader
  const port = new Worker(new URL('./pdfThread.ts', import.meta.url), { type: 'module' })
  const broken = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', () => {
      reader = undefined
      reject(new Error('The PDF reader did not start'))
    })
  })
  // While no PDF is being read, nothing else handles this rejection.
  broken.catch(() => {})
  reader = { worker: PDFWorker.create({ port }), broken }
  return reader
}
