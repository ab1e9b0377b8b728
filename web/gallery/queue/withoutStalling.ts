import { HttpError } from '../../ui/http.ts'

/** A line that carries nothing for so long is taken for dead, and another one is tried. */
const STALL_MS = 30_000

type Watched<T> = (signal: AbortSignal, moved: () => void, rest: () => void) => Promise<T>

/** Gives up what does not move. `moved` says that it does, `rest` that the wait is the server's from here on. */
export async function withoutStalling<T>(signal: AbortSignal, send: Watched<T>): Promise<T> {
  const line = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const rest = () => clearTimeout(timer)
  const moved = () => {
    rest()
    timer = setTimeout(() => line.abort(), STALL_MS)
  }
  // Not AbortSignal.any(), which telephones of some years ago have not got.
  const giveUp = () => line.abort(signal.reason)
  signal.addEventListener('abort', giveUp)
  moved()
  try {
    signal.throwIfAborted()
    return await send(line.signal, moved, rest)
  } catch (error) {
    if (line.signal.aborted && !signal.aborted) throw new HttpError(0, { message: 'Nothing moves any more.' })
    throw error
  } finally {
    rest()
    signal.removeEventListener('abort', giveUp)
  }
}
