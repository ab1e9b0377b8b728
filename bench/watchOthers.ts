import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { USERS_PAGE } from './cases/usersPage.ts'
import type { Running } from './launch.ts'

/** The pause between two requests of others. */
export const EVERY_MS = 10

/** Asks for a page again and again, to see how long others wait meanwhile. */
export function watchOthers(elimu: Running, headers: Record<string, string>) {
  const times: number[] = []
  const over = new AbortController()
  const watch = async (): Promise<void> => {
    if (over.signal.aborted) return
    const began = performance.now()
    await ask(elimu, USERS_PAGE, headers)
    times.push(performance.now() - began)
    await pause(EVERY_MS)
    await watch()
  }
  const watching = watch()
  return {
    async slowestHundredth(): Promise<number> {
      over.abort()
      await watching
      return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
    },
  }
}

export async function ask({ url }: Running, call: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url + call, { headers })
  if (!answer.ok) throw new Error(`${call} was answered ${answer.status}`)
  await answer.arrayBuffer()
}

/** The longest event-loop delay since `begin` was sent to a server with `loopProbe.ts`. */
export async function longestWait({ process }: Running): Promise<number> {
  const told = once(process, 'message')
  process.send('end')
  const [longest] = (await told) as [number]
  return longest
}
