// oxlint-disable-next-line import/default -- Vite returns the address of the built file
import script from './pdfThread.ts?worker&url'

export type PdfReader = { port: Worker; broken: Promise<never> }

let reader: PdfReader | undefined

/** Starts the worker thread that reads all PDFs. After an error the next PDF starts a new one. */
export function startPdfReader(): PdfReader {
  if (reader) return reader
  const port = new Worker(script, { type: 'module' })
  const broken = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', () => {
      reader = undefined
      reject(new Error('The PDF reader did not start'))
    })
  })
  // While no PDF is being read, nothing else handles this rejection.
  broken.catch(() => {})
  reader = { port, broken }
  return reader
}

/** Loads the thread's code, the largest file of the page, into the browser's cache. */
export async function cachePdfReader(): Promise<void> {
  await (await fetch(script, { priority: 'low' })).arrayBuffer()
}
