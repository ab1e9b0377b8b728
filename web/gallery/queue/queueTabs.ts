import type { ItemState } from './QueueItem.ts'

/** What the tabs of one user tell each other. */
export type TabMessage =
  /** A tab was opened, and has to hear how things stand. */
  | { says: 'hello' }
  /** Something was added to what the browser keeps, or taken out of it. */
  | { says: 'changed' }
  | { says: 'state'; key: string; state: ItemState }
  | { says: 'retry'; key: string }
  | { says: 'cancel'; key: string }

/**
 * One tab sends for all, and the others show what it says; when it closes the next one takes over. Plain http has no
 * locks: there each tab sends what it finds, and the server keeps one of each.
 */
export function joinQueueTabs(userId: number, onMessage: (message: TabMessage) => void, onTurn: () => void) {
  const name = `elimu.gallery.${userId}`
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  channel.addEventListener('message', ({ data }) => onMessage(data as TabMessage))

  const turn = () => {
    onTurn()
    return new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  }
  // Not there on plain http, whatever the types say.
  const locks = navigator.locks as LockManager | undefined
  if (locks) locks.request(name, { signal: leaving.signal }, turn).catch(() => undefined)
  else onTurn()

  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and a window many
    tell: (message: TabMessage) => channel.postMessage(message),
    leave(): void {
      leaving.abort()
      channel.close()
    },
  }
}
