import { once } from 'node:events'
import { USERS_PAGE } from './cases/usersPage.ts'
import type { Running } from './launch.ts'

/** From one request of others to the next. */
export const EVERY_MS = 10

/**
 * Requests a page repeatedly, to measure how long other users wait. It does not wait for an answer before the next
 * request: otherwise slow answers would be sampled less often.
 */
export function watchOthers(elimu: Running, headers: Record<string, string>) {
  const times: number[] = []
  const asked: Promise<void>[] = []
  const askOnce = async (): Promise<void> => {
    const began = performance.now()
    await ask(elimu, USERS_PAGE, headers)
    times.push(performance.now() - began)
  }
  const asking = setInterval(() => {
    const answered = askOnce()
    // Reported by `end`.
    answered.catch(() => {})
    asked.push(answered)
  }, EVERY_MS)
  const end = async (): Promise<number[]> => {
    clearInterval(asking)
    await Promise.all(asked)
    return times
  }
  return { end, slowestHundredth: async (): Promise<number> => share(await end(), 0.99) }
}

/** The time that so large a share of the requests did not exceed. */
export const share = (times: number[], of: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * of)] ?? Number.NaN

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
