import { isFilm, isSafe, type QueueEntry } from './QueueItem.ts'

/** The next item to send: photographs first, because ten of them take the time of one film; then the oldest. */
export function nextToSend(entries: readonly QueueEntry[], now: number): QueueEntry | undefined {
  const ready = entries.filter(
    ({ state, file }) => file && (state.is === 'waiting' || (state.is === 'pausing' && state.until <= now)),
  )
  return ready.find(({ item }) => !isFilm(item)) ?? ready[0]
}

/** The end of the earliest pause. */
export function nextAwake(entries: readonly QueueEntry[]): number | undefined {
  const times = entries.flatMap(({ state, file }) => (file && state.is === 'pausing' ? [state.until] : []))
  return times.length ? Math.min(...times) : undefined
}

/** Ends all pauses, for example because the network is back. */
export const withoutPauses = (entries: readonly QueueEntry[]): QueueEntry[] =>
  entries.map((entry) =>
    entry.state.is === 'pausing' ? { ...entry, state: { ...entry.state, until: 0 } } : entry,
  )

/** The sending tab has closed: its item waits to be sent again, or is missing if only that tab had the file. */
export const idle = (entries: readonly QueueEntry[], running: string | undefined): QueueEntry[] =>
  entries.map((entry) => {
    if (entry.item.key === running || isSafe(entry) || entry.state.is === 'refused') return entry
    if (!entry.file) return { ...entry, state: { is: 'missing' } }
    return isUnderWay(entry) ? { ...entry, state: { is: 'waiting' } } : entry
  })

const isUnderWay = ({ state }: QueueEntry) =>
  state.is === 'preparing' || state.is === 'sending' || state.is === 'checking'

export const countSafe = (entries: readonly QueueEntry[]) => entries.filter(isSafe).length

export const isAllSafe = (entries: readonly QueueEntry[]) => entries.every(isSafe)

/**
 * Merges the items that the browser stores into those of this page. An item that is no longer stored was finished or
 * cancelled in another tab. The page's own state counts for items that it is sending or still storing.
 */
export function mergeStored(
  entries: readonly QueueEntry[],
  kept: readonly QueueEntry[],
  running: string | undefined,
): QueueEntry[] {
  const known = new Set(entries.map(({ item }) => item.key))
  const found = new Map(kept.map((entry) => [entry.item.key, entry]))
  const isOurs = (entry: QueueEntry) => isSafe(entry) || !entry.isStored || entry.item.key === running
  const stays = entries.filter((entry) => isOurs(entry) || found.has(entry.item.key))
  const news = kept.filter(({ item }) => !known.has(item.key))
  return [
    ...stays.map((entry) => {
      const own = isSafe(entry) || entry.isStored === undefined || entry.item.key === running
      return own ? entry : joined(entry, found.get(entry.item.key))
    }),
    ...news,
  ]
}

function joined(entry: QueueEntry, kept: QueueEntry | undefined): QueueEntry {
  if (!kept) return entry
  const file = entry.file ?? kept.file
  const isBack = entry.state.is === 'missing' && file !== undefined
  return { ...kept, file, state: isBack ? { is: 'waiting' } : entry.state }
}
