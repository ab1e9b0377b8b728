import { ApiError } from './ApiError.ts'

const MINUTE_MS = 60_000

/**
 * Counts the calls of each session, and refuses those above the limit until the minute is over; 0 is no limit. Each process
 * counts in its own memory.
 */
export function limitCalls(most: number): (session: string, now: Date) => void {
  const counts = new Map<string, number>()
  let minute = 0
  return (session, now) => {
    if (most === 0) return
    const current = Math.floor(now.getTime() / MINUTE_MS)
    if (current !== minute) counts.clear()
    minute = current
    const count = (counts.get(session) ?? 0) + 1
    counts.set(session, count)
    if (count <= most) return
    const retryAfter = Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1_000)
    throw new ApiError(429, 'Too many requests. Please wait a minute and try again.', { retryAfter })
  }
}
