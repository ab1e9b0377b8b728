import type { ItemState } from './QueueItem.ts'

/** The messages between the tabs of one user. */
export type TabMessage =
  /** A tab was opened or came into view, and asks for the current state. */
  | { type: 'hello' }
  /** The sender has the lock. */
  | { type: 'here' }
  /** An item was added to the browser's storage or removed from it. */
  | { type: 'changed' }
  | { type: 'state'; key: string; state: ItemState }
  | { type: 'retry'; key: string }
  | { type: 'cancel'; key: string }

/** A phone may suspend the tab that has the lock. After this silence another tab steals the lock. */
const SLEEP_MS = 3_000

/**
 * The tab with the lock sends for all, and the others show what it reports. When it closes, the next tab gets the
 * lock. Plain http has no locks: each tab sends the items that it finds, and the server saves each file once.
 */
export function joinQueueTabs(
  userId: number,
  onMessage: (message: TabMessage) => void,
  onLockChange: (isOurs: boolean) => void,
) {
  const name = `elimu.gallery.${userId}`
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  // Undefined on plain http, although the type says otherwise.
  const locks = navigator.locks as LockManager | undefined
  let isOurs = false
  let isSilent = false
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and a window many
  const broadcast = (message: TabMessage) => channel.postMessage(message)

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'hello' && isOurs) broadcast({ type: 'here' })
    if (data.type === 'here' || data.type === 'state') isSilent = false
    onMessage(data)
  })

  const onLock = () => {
    isOurs = true
    broadcast({ type: 'here' })
    onLockChange(true)
    return new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  }
  const requestLock = (options: LockOptions) =>
    locks?.request(name, options, onLock).catch(() => {
      if (!isOurs || leaving.signal.aborted) return
      // Another tab assumed that this one is suspended, and stole the lock.
      isOurs = false
      onLockChange(false)
      void requestLock({ signal: leaving.signal })
    })
  if (locks) void requestLock({ signal: leaving.signal })
  else onLockChange(true)

  return {
    broadcast,
    /** Asks for the current state, and steals the lock from a tab that does not answer. */
    ask(): void {
      isSilent = true
      broadcast({ type: 'hello' })
      setTimeout(() => {
        const mayTake = isSilent && !isOurs && !leaving.signal.aborted
        if (mayTake && document.visibilityState === 'visible') void requestLock({ steal: true })
      }, SLEEP_MS)
    },
    leave(): void {
      leaving.abort()
      channel.close()
    },
  }
}
