import type { QueueEntry } from './QueueItem.ts'

export type QueueEntries = ReturnType<typeof createQueueEntries>

/** The items of a queue as the page shows them. Each change creates new entries and notifies the listeners. */
export function createQueueEntries() {
  let entries: readonly QueueEntry[] = []
  const listeners = new Set<() => void>()

  function set(next: readonly QueueEntry[]): void {
    entries = next
    for (const listener of listeners) listener()
  }

  return {
    all: () => entries,
    find: (key: string) => entries.find(({ item }) => item.key === key),
    set,
    change: (key: string, news: Partial<QueueEntry>): void =>
      set(entries.map((entry) => (entry.item.key === key ? Object.assign({}, entry, news) : entry))),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
