import { newIdempotencyKey } from '../../shared/modal/idempotencyKey.ts'
import { afterFailure } from './afterFailure.ts'
import { openBrowserQueue } from './browserQueue.ts'
import type { ItemState, QueueEntry, QueueItem } from './QueueItem.ts'
import { isSafe } from './QueueItem.ts'
import { idle, isAllSafe, mergeKept, nextAwake, nextToSend, withoutPauses } from './queueOrder.ts'
import { joinQueueTabs, type TabMessage } from './queueTabs.ts'
import { foundAgain } from './foundAgain.ts'
import { sayOnce } from './sayOnce.ts'
import { sendMedia } from './sendMedia.ts'
import { dropPieces } from './sendPieces.ts'

/** What somebody asks to be added to a child's gallery. */
export type NewMedia = Pick<QueueItem, 'student_id' | 'student' | 'title' | 'description'> & { file: File }

export type GalleryQueue = ReturnType<typeof createGalleryQueue>

/** Brings pictures and films to the server, one at a time, for as long as one user is signed in, and longer. */
export function createGalleryQueue(userId: number, onSafe: (item: QueueItem) => void) {
  let entries: readonly QueueEntry[] = []
  let running: { key: string; abort: AbortController } | undefined
  let isOurTurn = false
  let isStopped = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let browser = openBrowserQueue(userId)
  let tabs: ReturnType<typeof joinQueueTabs> | undefined
  const listeners = new Set<() => void>()

  const find = (key: string) => entries.find(({ item }) => item.key === key)

  function set(next: readonly QueueEntry[]): void {
    entries = next
    for (const listener of listeners) listener()
  }
  function change(key: string, news: Partial<QueueEntry>): void {
    set(entries.map((entry) => (entry.item.key === key ? { ...entry, ...news } : entry)))
  }
  function show(key: string, state: ItemState): void {
    change(key, { state })
    tabs?.tell({ says: 'state', key, state })
  }

  function work(): void {
    clearTimeout(timer)
    if (running || isStopped) return
    // What only this page has, no other tab can send.
    const ours = isOurTurn ? entries : entries.filter(({ isKept }) => isKept === false)
    const next = nextToSend(ours, Date.now())
    const awake = nextAwake(ours)
    if (next) void send(next)
    else if (awake) timer = setTimeout(work, awake - Date.now())
  }

  async function send({ item, file, state }: QueueEntry): Promise<void> {
    const { key } = item
    if (!file) return show(key, { is: 'missing' })
    const abort = new AbortController()
    running = { key, abort }
    let tries = state.is === 'pausing' ? state.tries : 0
    const say = sayOnce((news, isMoving) => {
      if (abort.signal.aborted) return
      // A line that carries something is no bad line: the next pause is a short one.
      if (isMoving) tries = 0
      show(key, news)
    })
    const keep = (facts: Partial<QueueItem>) => {
      const now = find(key)
      if (!now || abort.signal.aborted) return
      const known = { ...now.item, ...facts }
      change(key, { item: known })
      void browser.keepItem(known)
    }
    try {
      const { isKnown } = await sendMedia(item, file, { signal: abort.signal, say, keep })
      if (abort.signal.aborted) return
      await browser.remove(key)
      show(key, { is: 'safe', isKnown })
      onSafe(item)
    } catch (error) {
      if (!abort.signal.aborted) show(key, afterFailure(error, tries, Date.now()))
    } finally {
      if (running?.key === key) running = undefined
      work()
    }
  }

  /** What is safe or cancelled before it is written needs no keeping any more. */
  async function write({ key }: QueueItem, file: File | undefined): Promise<void> {
    const item = find(key)?.item
    if (!item || !file) return
    const isKept = await browser.keepWhole(item, file)
    // Without the file the next visit at least knows what is missing.
    if (!isKept) await browser.keepItem(item)
    const now = find(key)
    if (!now || isSafe(now)) await browser.remove(key)
    else change(key, { isKept })
  }

  async function refresh(): Promise<void> {
    const kept = await browser.read()
    if (isStopped) return
    set(mergeKept(entries, kept))
    work()
  }

  function take(key: string): void {
    if (running?.key === key) {
      running.abort.abort()
      running = undefined
    }
    set(entries.filter(({ item }) => item.key !== key))
    work()
  }

  function again(key: string): void {
    change(key, { state: { is: 'waiting' } })
    work()
  }

  function tellRunning(): void {
    const entry = running && find(running.key)
    if (entry) tabs?.tell({ says: 'state', key: entry.item.key, state: entry.state })
  }

  function onMessage(message: TabMessage): void {
    if (message.says === 'changed') void refresh()
    else if (message.says === 'hello') tellRunning()
    else if (message.says === 'retry') again(message.key)
    else if (message.says === 'cancel') take(message.key)
    else if (running?.key !== message.key) {
      change(message.key, { state: message.state })
      const entry = find(message.key)
      if (entry && isSafe(entry)) onSafe(entry.item)
    }
  }

  /** The network may be back. */
  function wake(): void {
    set(withoutPauses(isOurTurn ? idle(entries, running?.key) : entries))
    work()
  }

  const onVisible = () => document.visibilityState === 'visible' && wake()

  return {
    entries: () => entries,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    start(): void {
      isStopped = false
      browser = openBrowserQueue(userId)
      tabs = joinQueueTabs(userId, onMessage, () => {
        isOurTurn = true
        set(idle(entries, running?.key))
        void refresh()
      })
      void refresh().then(() => tabs?.tell({ says: 'hello' }))
      window.addEventListener('online', wake)
      document.addEventListener('visibilitychange', onVisible)
    },
    /** Nothing is lost: the same user's next visit goes on. */
    stop(): void {
      isStopped = true
      isOurTurn = false
      clearTimeout(timer)
      running?.abort.abort()
      running = undefined
      tabs?.leave()
      browser.close()
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', onVisible)
    },

    async add(media: readonly NewMedia[]): Promise<void> {
      const added = media.map(({ file, ...facts }): QueueEntry => {
        const { name, size, type } = file
        const item = { ...facts, key: newIdempotencyKey(), userId, name, size, type, addedAt: Date.now() }
        return { item, file, state: { is: 'waiting' }, isKept: undefined }
      })
      set([...entries, ...added])
      for (const { item, file } of added) await write(item, file)
      tabs?.tell({ says: 'changed' })
      work()
    },

    cancel(key: string): void {
      const uploadUrl = find(key)?.item.uploadUrl
      take(key)
      tabs?.tell({ says: 'cancel', key })
      void browser.remove(key)
      if (uploadUrl) void dropPieces(uploadUrl)
    },

    retry(key: string): void {
      again(key)
      tabs?.tell({ says: 'retry', key })
    },

    /** Gives an item its file back. The answer tells whether it is the same one. */
    async choose(key: string, chosen: File): Promise<boolean> {
      const entry = find(key)
      if (!entry) return true
      const file = await foundAgain(entry.item, chosen)
      if (!file) return false
      const isKept = await browser.keepWhole(entry.item, file)
      change(key, { file, isKept, state: { is: 'waiting' } })
      tabs?.tell({ says: 'changed' })
      work()
      return true
    },

    /** Takes away what is done with. */
    clearSafe: (): void => set(entries.filter((entry) => !isSafe(entry))),

    hasUnsent: () => !isAllSafe(entries),
    hasUnkept: () => entries.some((entry) => !isSafe(entry) && !entry.isKept && entry.state.is !== 'missing'),
  }
}
