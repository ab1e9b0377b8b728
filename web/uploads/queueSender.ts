import { HttpError } from '../ui/http.ts'
import { afterFailure } from './afterFailure.ts'
import { nextAwake, nextToSend, type QueueEntries } from './queueEntries.ts'
import type { ItemState, QueueEntry, QueueItem } from './QueueItem.ts'
import { sendFile } from './sendFile.ts'
import { onVisibleChange } from './stateWords.ts'

type SenderOptions = {
  /** The items that this tab may send now. */
  ours: () => readonly QueueEntry[]
  /** Shows a state here and in the other tabs. */
  show: (key: string, state: ItemState) => void
  /** Stores the checksum and upload address of an item. */
  storeFacts: (item: QueueItem) => void
  /** The server has saved the item: removes it from the browser's storage. */
  forget: (key: string) => Promise<unknown>
  onSafe: (item: QueueItem) => void
  /** Whether this user is still signed in. Fails if the server does not answer. */
  isStillUser: () => Promise<boolean>
}

/** Sends this tab's items, one at a time, and retries after a pause. */
export function createQueueSender(entries: QueueEntries, options: SenderOptions) {
  const { show } = options
  let running: { key: string; abort: AbortController } | undefined
  let isStopped = true
  let timer: ReturnType<typeof setTimeout> | undefined

  function work(): void {
    clearTimeout(timer)
    if (running || isStopped) return
    const ours = options.ours()
    const next = nextToSend(ours, Date.now())
    const awake = nextAwake(ours)
    if (next) void begin(next)
    else if (awake) timer = setTimeout(work, awake - Date.now())
  }

  async function begin({ item, file, state }: QueueEntry): Promise<void> {
    const { key } = item
    if (!file) return
    const abort = new AbortController()
    const current = { key, abort }
    running = current
    // A try that was cancelled, lost the lock or was replaced by a later one must not change the entry.
    const isOver = () => running !== current
    let tries = state.is === 'pausing' ? state.tries : 0
    const showNews = onVisibleChange((news, isMoving) => {
      if (isOver()) return
      // The connection works again, so the next failure starts with a short pause.
      if (isMoving) tries = 0
      show(key, news)
    })
    const storeFacts = (facts: Partial<QueueItem>) => {
      const now = entries.find(key)
      if (!now || isOver()) return
      const known = { ...now.item, ...facts }
      entries.change(key, { item: known })
      options.storeFacts(known)
    }
    try {
      const result = await sendFile(item, file, {
        signal: abort.signal,
        show: showNews,
        storeFacts,
        confirmUser,
      })
      if (isOver()) return
      await options.forget(key)
      show(key, { is: 'safe', ...result })
      options.onSafe(item)
    } catch (error) {
      if (isOver()) return
      const next = afterFailure(error, tries, Date.now())
      if (next.is === 'missing') findCopy(key, file)
      else show(key, next)
    } finally {
      if (!isOver()) running = undefined
      work()
    }
  }

  /** The file was removed from the disk. If the browser has stored a copy since, the copy is sent. */
  function findCopy(key: string, gone: File): void {
    const hasCopy = entries.find(key)?.file !== gone
    if (!hasCopy) entries.change(key, { file: undefined, isStored: false })
    show(key, { is: hasCopy ? 'waiting' : 'missing' })
  }

  async function confirmUser(): Promise<void> {
    if (!(await options.isStillUser())) throw new HttpError(401, { message: 'Another user is signed in.' })
  }

  function abandon(): void {
    running?.abort.abort()
    running = undefined
  }

  return {
    work,
    /** The key of the item that is being sent. */
    running: () => running?.key,
    /** Aborts the current try, if there is one. */
    abandon,
    start: (): void => void (isStopped = false),
    isStopped: () => isStopped,
    stop(): void {
      isStopped = true
      clearTimeout(timer)
      abandon()
    },
  }
}
