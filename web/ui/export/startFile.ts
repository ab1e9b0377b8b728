import type { Cell } from '#contract/base/csv.ts'
import type { FileEnd, FilePart } from './fileWorker.ts'
import { NOT_MADE } from './saveDownload.ts'

/** Makes a file in a worker, because the page would freeze for seconds. */
export function startFile() {
  const worker = new Worker(new URL('./fileWorker.ts', import.meta.url), { type: 'module' })
  const made = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data))
    for (const failure of ['error', 'messageerror'])
      worker.addEventListener(failure, () => reject(new Error(NOT_MADE)))
  })
  // Handled by `end`, once all rows are loaded.
  made.catch(() => {})
  const post = (message: FilePart | FileEnd) => worker.postMessage(message, [])
  return {
    add: (part: FilePart) => post(part),
    end(foot?: Cell[]): Promise<Blob> {
      post({ foot })
      return made
    },
    stop: () => worker.terminate(),
  }
}
