import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type Child = {
  file: string
  args?: string[]
  /** Flags of Node. */
  flags?: string[]
  /** The only message that the child receives. */
  message: object
  /** Replaces the environment of this process. */
  env?: Record<string, string>
}

/** The messages that the thread sends about its child. */
export type ChildReport = { pid: number | undefined } | { answer: unknown }

/**
 * Starts a child process without this process's flags. A thread starts it, because forking copies the memory tables,
 * which would block the event loop.
 */
export function startChildProcess(child: Child) {
  const thread = new Worker(new URL('./childProcessThread.ts', import.meta.url), {
    workerData: child,
    execArgv: [],
  })
  const pid = Promise.withResolvers<number | undefined>()
  const answer = Promise.withResolvers<unknown>()
  thread.on('message', (report: ChildReport) =>
    'pid' in report ? pid.resolve(report.pid) : answer.resolve(report.answer),
  )
  return {
    /** Undefined if the child could not be started. */
    pid: pid.promise,
    /** The child's first message; undefined if it ends without one. */
    answer: answer.promise,
    /** Rejects if the child could not be started. */
    ended: once(thread, 'exit').finally(() => {
      pid.resolve(undefined)
      answer.resolve(undefined)
    }),
    kill(): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      thread.postMessage('kill')
    },
  }
}
