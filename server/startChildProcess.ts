import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type Child = {
  file: string
  args?: string[]
  /** Flags of Node. */
  flags?: string[]
  /** The one message that it gets. */
  message: object
  /** Instead of the environment of this process. */
  env?: Record<string, string>
}

/** What the thread tells of its child. */
export type ChildReport = { pid: number | undefined } | { answer: unknown }

/**
 * Starts a child process, which gets none of the flags that this one has. A thread starts it: to start a process copies the
 * tables of the memory, which would block the event loop.
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
    /** Undefined if it could not be started. */
    pid: pid.promise,
    /** Its first message; undefined if it ends without one. */
    answer: answer.promise,
    /** Rejects if it could not be started. */
    ended: once(thread, 'exit').finally(() => {
      pid.resolve(undefined)
      answer.resolve(undefined)
    }),
    /** Ends it at once. */
    kill(): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      thread.postMessage('kill')
    },
  }
}
