import type { ItemState } from './QueueItem.ts'

/** What the tabs of one user tell each other. */
export type TabMessage =
  /** A tab was opened or came into view, and has to hear how things stand. */
  | { says: 'hello' }
  /** The tab whose turn it is. */
  | { says: 'here' }
  /** Something was added to what the browser keeps, or taken out of it. */
  | { says: 'changed' }
  | { says: 'state'; key: string; state: ItemState }
  | { says: 'retry'; key: string }
  | { says: 'cancel'; key: string }

/** A telephone puts a tab to sleep with the turn in its hands: one that is silent for so long is passed over. */
const SLEEP_MS = 3_000

/**
 * One tab sends for all, and the others show what it says; when it closes the next one takes over. Plain http has no
 * locks: there each tab sends what it finds, and the server keeps one of each.
 */
export function joinQueueTabs(
  userId: number,
  onMessage: (message: TabMessage) => void,
  onTurn: (isOurs: boolean) => void,
) {
  const name = `elimu.gallery.${userId}`
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  // Not there on plain http, whatever the types say.
  const locks = navigator.locks as LockManager | undefined
  let isOurs = false
  let isSilent = false
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and a window many
  const tell = (message: TabMessage) => channel.postMessage(message)

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.says === 'hello' && isOurs) tell({ says: 'here' })
    if (data.says === 'here' || data.says === 'state') isSilent = false
    onMessage(data)
  })

  const turn = () => {
    isOurs = true
    tell({ says: 'here' })
    onTurn(true)
    return new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
  }
  const line = (options: LockOptions) =>
    locks?.request(name, options, turn).catch(() => {
      if (!isOurs || leaving.signal.aborted) return
      // Another tab took us for asleep.
      isOurs = false
      onTurn(false)
      void line({ signal: leaving.signal })
    })
  if (locks) void line({ signal: leaving.signal })
  else onTurn(true)

  return {
    tell,
    /** Asks how things stand, and takes the turn from a tab that sleeps. */
    ask(): void {
      isSilent = true
      tell({ says: 'hello' })
      setTimeout(() => {
        const mayTake = isSilent && !isOurs && !leaving.signal.aborted
        if (mayTake && document.visibilityState === 'visible') void line({ steal: true })
      }, SLEEP_MS)
    },
    leave(): void {
      leaving.abort()
      channel.close()
    },
  }
}
