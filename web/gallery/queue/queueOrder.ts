import { isFilm, isSafe, type QueueEntry } from './QueueItem.ts'

/** What can be sent now: photographs first, because ten of them travel while a film does; then in the order they came. */
export function nextToSend(entries: readonly QueueEntry[], now: number): QueueEntry | undefined {
  const ready = entries.filter(
    ({ state }) => state.is === 'waiting' || (state.is === 'pausing' && state.until <= now),
  )
  return ready.find(({ item }) => !isFilm(item)) ?? ready[0]
}

/** When the first of those that pause may go on. */
export function nextAwake(entries: readonly QueueEntry[]): number | undefined {
  const times = entries.flatMap(({ state }) => (state.is === 'pausing' ? [state.until] : []))
  return times.length ? Math.min(...times) : undefined
}

/** What pauses goes on at once, as when the network is back. */
export const withoutPauses = (entries: readonly QueueEntry[]): QueueEntry[] =>
  entries.map((entry) =>
    entry.state.is === 'pausing' ? { ...entry, state: { ...entry.state, until: 0 } } : entry,
  )

/** What another tab was sending when it went away waits again. */
export const idle = (entries: readonly QueueEntry[], running: string | undefined): QueueEntry[] =>
  entries.map((entry) =>
    entry.item.key !== running && isUnderWay(entry) ? { ...entry, state: { is: 'waiting' } } : entry,
  )

const isUnderWay = ({ state }: QueueEntry) =>
  state.is === 'preparing' || state.is === 'sending' || state.is === 'checking'

export const countSafe = (entries: readonly QueueEntry[]) => entries.filter(isSafe).length

export const isAllSafe = (entries: readonly QueueEntry[]) => entries.every(isSafe)

/** What this browser keeps, beside what this page knows of it. What is gone from there was finished or cancelled elsewhere. */
export function mergeKept(entries: readonly QueueEntry[], kept: readonly QueueEntry[]): QueueEntry[] {
  const known = new Map(entries.map((entry) => [entry.item.key, entry]))
  const keptKeys = new Set(kept.map(({ item }) => item.key))
  const stays = entries.filter((entry) => isSafe(entry) || !entry.isKept || keptKeys.has(entry.item.key))
  const news = kept.filter(({ item }) => !known.has(item.key))
  const fresh = new Map(kept.map((entry) => [entry.item.key, entry]))
  return [...stays.map((entry) => joined(entry, fresh.get(entry.item.key))), ...news]
}

function joined(entry: QueueEntry, kept: QueueEntry | undefined): QueueEntry {
  if (!kept || isSafe(entry)) return entry
  const file = entry.file ?? kept.file
  const isBack = entry.state.is === 'missing' && file !== undefined
  return { ...kept, file, state: isBack ? { is: 'waiting' } : entry.state }
}
