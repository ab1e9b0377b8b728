import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import jbig2 from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url'
import { startPdfReader } from './pdfReader.ts'

/** Scans are often compressed in formats that need a decoder. Both decoders are in one folder, under their own names. */
const decoders = [jbig2, openjpeg].map((url) => new URL('.', new URL(url, location.href)).href)[0]

/** Starts to load a PDF. It is drawn as a picture: its scripts do not run, and its forms cannot be filled in. */
export function openPdf(from: { url: string } | { data: ArrayBuffer }): {
  document: Promise<PDFDocumentProxy>
  close: () => void
} {
  const { port, broken } = startPdfReader()
  // The same worker each time, because pdf.js has one for each thread.
  const worker = PDFWorker.create({ port })
  // The security policy forbids WebAssembly, which the faster decoders use.
  const task = getDocument({ ...from, worker, useWasm: false, wasmUrl: decoders, enableXfa: false })
  return {
    document: Promise.race([task.promise, broken]),
    close: () => void task.destroy(),
  }
}
