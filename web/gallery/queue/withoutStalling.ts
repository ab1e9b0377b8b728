import { HttpError } from '../../shared/http.ts'

/** A line that carries nothing for so long is taken for dead, and another one is tried. */
const STALL_MS = 30_000

type Watched<T> = (signal: AbortSignal, moved: () => void, rest: () => void) => Promise<T>

/** Gives up what does not move. `moved` says that it does, `rest` that the wait is the server's from here on. */
export async function withoutStalling<T>(signal: AbortSignal, send: Watched<T>): Promise<T> {
  const stalled = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const rest = () => clearTimeout(timer)
  const moved = () => {
    rest()
    timer = setTimeout(() => stalled.abort(), STALL_MS)
  }
  moved()
  try {
    return await send(AbortSignal.any([signal, stalled.signal]), moved, rest)
  } catch (error) {
    if (stalled.signal.aborted && !signal.aborted)
      throw new HttpError(0, { message: 'Nothing moves any more.' })
    throw error
  } finally {
    rest()
  }
}
