/**
 * Repeats work in the background: at the start, and again `everyMs` after each run has ended, so that runs never
 * overlap. If a run fails, `onError` gets its error, and the next run tries again.
 */
export function repeatEvery(
  everyMs: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
) {
  const stopping = new AbortController()
  let isStarted = false
  let isWoken = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  function begin(): void {
    clearTimeout(timer)
    isWoken = false
    running = run().finally(() => {
      running = undefined
      if (isWoken && !stopping.signal.aborted) begin()
      else wait(everyMs)
    })
  }

  async function run(): Promise<void> {
    try {
      await work(stopping.signal)
    } catch (error) {
      // A run that a stop has interrupted did not fail.
      if (!stopping.signal.aborted || (error as Error).name !== 'AbortError') onError(error)
    }
  }

  function wait(ms: number): void {
    if (!stopping.signal.aborted) timer = setTimeout(begin, ms).unref()
  }

  return {
    /** Begins the first run, now or later. */
    start(firstAfterMs = 0): void {
      isStarted = true
      if (firstAfterMs > 0) wait(firstAfterMs)
      else begin()
    },
    /** Begins a run now, or when the running one has ended. Has no effect before the start or after a stop. */
    wake(): void {
      isWoken = true
      if (isStarted && !running && !stopping.signal.aborted) begin()
    },
    /** Aborts the signal, and waits for the run in progress. No other run begins. */
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
