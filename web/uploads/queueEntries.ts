import { isFilm, isSafe, type QueueEntry } from './QueueItem.ts'

export type QueueEntries = ReturnType<typeof createQueueEntries<QueueEntry>>

/** Files as the page shows them. Each change creates new entries and notifies the listeners. */
export function createQueueEntries<Entry extends { item: { key: string } }>() {
  let entries: readonly Entry[] = []
  const listeners = new Set<() => void>()

  function set(next: readonly Entry[]): void {
    entries = next
    for (const listener of listeners) listener()
  }

  return {
    all: () => entries,
    find: (key: string) => entries.find(({ item }) => item.key === key),
    set,
    change: (key: string, changes: Partial<Entry>): void =>
      set(entries.map((entry) => (entry.item.key === key ? Object.assign({}, entry, changes) : entry))),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The next item to send: photographs first, because ten of them take the time of one film; then the oldest. */
export function nextToSend(entries: readonly QueueEntry[], now: number): QueueEntry | undefined {
  const ready = entries.filter(
    ({ state, file }) => file && (state.is === 'waiting' || (state.is === 'pausing' && state.until <= now)),
  )
  return ready.find(({ item }) => !isFilm(item)) ?? ready[0]
}

/** When the earliest pause ends; undefined without pauses. */
export function nextAwake(entries: readonly QueueEntry[]): number | undefined {
  const times = entries.flatMap(({ state, file }) => (file && state.is === 'pausing' ? [state.until] : []))
  return times.length ? Math.min(...times) : undefined
}

/** Ends all pauses, for example because the network is back. */
export const withoutPauses = (entries: readonly QueueEntry[]): QueueEntry[] =>
  entries.map((entry) =>
    entry.state.is === 'pausing' ? { ...entry, state: { ...entry.state, until: 0 } } : entry,
  )

/** The entries after the sending tab has closed: its item waits to be sent again, or is missing if only that tab had the file. */
export const withoutSender = (entries: readonly QueueEntry[], running: string | undefined): QueueEntry[] =>
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
  stored: readonly QueueEntry[],
  running: string | undefined,
): QueueEntry[] {
  const known = new Set(entries.map(({ item }) => item.key))
  const found = new Map(stored.map((entry) => [entry.item.key, entry]))
  return [
    ...entries.flatMap((entry) => {
      const { key } = entry.item
      const now = found.get(key)
      if (isSafe(entry) || entry.isStored === undefined || key === running) return entry
      if (!now) return entry.isStored ? [] : entry
      return merged(entry, now)
    }),
    ...stored.filter(({ item }) => !known.has(item.key)),
  ]
}

function merged(entry: QueueEntry, stored: QueueEntry): QueueEntry {
  const file = entry.file ?? stored.file
  const isBack = entry.state.is === 'missing' && file !== undefined
  return { ...stored, file, state: isBack ? { is: 'waiting' } : entry.state }
}
