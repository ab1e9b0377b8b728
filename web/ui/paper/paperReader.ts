import type { JudgedSheet, PageCut, PaperAnswer, PaperJob, ReadPhoto } from './scan/paperWorker.ts'

export type PaperReader = ReturnType<typeof createPaperReader>

const startWorker = () => new Worker(new URL('./scan/paperWorker.ts', import.meta.url), { type: 'module' })

/** The worker of the next reader. */
let prepared: Worker | undefined

/** Starts the worker of the next reader, because its code takes a while to load on a slow connection. */
export function preparePaperReader(): void {
  if (prepared) return
  prepared = startWorker()
  prepared.addEventListener('error', () => (prepared = undefined))
}

/** Thrown if the worker cannot read a photograph or straighten a page. */
export class PaperFailure extends Error {}

/** Finds corners and straightens pages in a worker, which is closed with its owner, because it needs much memory. */
export function createPaperReader() {
  let worker: Worker | undefined
  let count = 0
  const waiting = new Map<number, (answer: PaperAnswer) => void>()

  function start(): Worker {
    const started = prepared ?? startWorker()
    prepared = undefined
    started.addEventListener('message', ({ data }: MessageEvent<PaperAnswer>) => {
      waiting.get(data.number)?.(data)
      waiting.delete(data.number)
    })
    for (const failure of ['error', 'messageerror']) started.addEventListener(failure, close)
    return started
  }

  /** The next job starts another worker. */
  function close(): void {
    worker?.terminate()
    worker = undefined
    for (const [number, end] of waiting) end({ number, hasFailed: true })
    waiting.clear()
  }

  function ask(job: Omit<PaperJob, 'number'>): Promise<PaperAnswer> {
    const asked = (worker ??= start())
    const number = ++count
    return new Promise((resolve) => {
      waiting.set(number, resolve)
      asked.postMessage({ number, ...job } satisfies PaperJob, [])
    })
  }

  return {
    /** Reads a photograph and finds the corners of its paper. */
    async read(key: string, file: Blob): Promise<ReadPhoto> {
      const { read } = await ask({ photo: { key, file } })
      if (!read) throw new PaperFailure('The picture cannot be read')
      return read
    },
    async straighten(key: string, file: Blob, cut: PageCut): Promise<JudgedSheet> {
      const { sheet } = await ask({ photo: { key, file }, cut })
      if (!sheet) throw new PaperFailure('The page cannot be straightened')
      return sheet
    },
    close,
  }
}
