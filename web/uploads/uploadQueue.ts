import { createContext, useContext } from 'react'
import { mediaFile } from '#contract/base/files.ts'
import { typeOf } from '../ui/file/fileKind.ts'
import { newIdempotencyKey } from '../ui/modal/idempotencyKey.ts'
import { checksumOf } from './checksumOf.ts'
import { shrinkImage } from '../ui/file/shrinkImage.ts'
import { openBrowserQueue } from './browserQueue.ts'
import { isSafe, type QueueEntry, type QueueItem } from './QueueItem.ts'
import { createQueueEntries, withoutSender, isAllSafe, mergeStored, withoutPauses } from './queueEntries.ts'
import { createQueueSender } from './queueSender.ts'
import { joinQueueTabs, type TabMessage } from './queueTabs.ts'
import { dropUpload } from './sendResumable.ts'

/** A file to send to a student. */
type NewFile = Pick<QueueItem, 'student_id' | 'student' | 'title' | 'description' | 'others' | 'imported'> & {
  file: File
}

type QueueOptions = {
  onSafe: (item: QueueItem) => void
  /** Whether this user is still signed in. Fails if the server does not answer. */
  isStillUser: () => Promise<boolean>
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

/** Uploads files of students, one at a time, while one user is signed in. Unsent files wait for the next visit. */
export function createUploadQueue(userId: number, { onSafe, isStillUser }: QueueOptions) {
  const entries = createQueueEntries<QueueEntry>()
  const { find, set, change } = entries
  let hasLock = false
  let listed: number | undefined
  let browser = openBrowserQueue(userId, onStorageLost)
  let tabs: ReturnType<typeof joinQueueTabs> | undefined
  const sender = createQueueSender(entries, {
    // No other tab can send the files that only this page has, so this tab sends them even without the lock.
    ours: () => (hasLock ? entries.all() : entries.all().filter(({ isStored }) => isStored === false)),
    show(key, state) {
      change(key, { state })
      tabs?.broadcast({ type: 'state', key, state })
    },
    storeFacts: (item) => void browser.storeFacts(item),
    forget: (key) => browser.remove(key),
    onSafe,
    isStillUser,
  })
  const { work } = sender

  /** The browser's storage was deleted, for example by the user, so only this page has the files now. */
  function onStorageLost(): void {
    set(entries.all().map((entry) => Object.assign({}, entry, { isStored: false })))
    work()
  }

  /** Stores the item and its file, and removes both if the item has been sent or cancelled since. */
  async function store({ key }: QueueItem, file: File | undefined): Promise<void> {
    const item = find(key)?.item
    if (!item || !file) return
    const { isStored, copy } = await browser.storeWithFile(item, file)
    // Not if only the copy is missing, because a logout may have removed both.
    if (!isStored) await browser.storeItem(item)
    const now = find(key)
    if (!now || isSafe(now)) await browser.remove(key)
    // Uses the copy from now on, because the file on the disk may be moved or changed.
    else change(key, { isStored: copy !== undefined, file: copy ?? file })
  }

  async function refresh(): Promise<void> {
    const stored = await browser.read()
    if (sender.isStopped() || !stored) return
    set(mergeStored(entries.all(), stored, sender.running()))
    work()
  }

  function drop(key: string): void {
    const uploadUrl = find(key)?.item.uploadUrl
    if (sender.running() === key) sender.abandon()
    set(entries.all().filter(({ item }) => item.key !== key))
    // Here and not in `cancel`, because the sending tab knows the upload's address before the other tabs.
    if (uploadUrl) void dropUpload(uploadUrl)
    work()
  }

  function waitAgain(key: string): void {
    change(key, { state: { is: 'waiting' } })
    work()
  }

  function broadcastRunning(): void {
    const entry = find(sender.running() ?? '')
    if (entry) tabs?.broadcast({ type: 'state', key: entry.item.key, state: entry.state })
  }

  function onMessage(message: TabMessage): void {
    if (message.type === 'changed') void refresh()
    else if (message.type === 'hello') broadcastRunning()
    else if (message.type === 'retry') waitAgain(message.key)
    else if (message.type === 'cancel') drop(message.key)
    else if (message.type === 'state' && sender.running() !== message.key) {
      change(message.key, { state: message.state })
      const entry = find(message.key)
      if (entry && isSafe(entry)) onSafe(entry.item)
    }
  }

  /** Called when the network may be back. */
  function wake(): void {
    set(withoutPauses(hasLock ? withoutSender(entries.all(), sender.running()) : entries.all()))
    work()
  }

  function onVisible(): void {
    if (document.visibilityState !== 'visible') return
    tabs?.ask()
    wake()
  }

  function onLockChange(isOurs: boolean): void {
    hasLock = isOurs
    if (isOurs) set(withoutSender(entries.all(), sender.running()))
    else yieldToOtherTab()
    void refresh()
  }

  /** Another tab has the lock. The upload of a file that only this page has continues, as no other tab can send it. */
  function yieldToOtherTab(): void {
    if (find(sender.running() ?? '')?.isStored !== false) sender.abandon()
  }

  return {
    entries: entries.all,
    subscribe: entries.subscribe,

    start(): void {
      sender.start()
      browser = openBrowserQueue(userId, onStorageLost)
      tabs = joinQueueTabs(userId, onMessage, onLockChange)
      void refresh().then(() => tabs?.ask())
      window.addEventListener('online', wake)
      document.addEventListener('visibilitychange', onVisible)
    },
    /** The items stay stored, and the same user's next visit continues with them. */
    stop(): void {
      sender.stop()
      hasLock = false
      tabs?.leave()
      tabs = undefined
      browser.close()
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', onVisible)
    },

    /** Before `start` and after `stop`, added items are neither sent nor stored. */
    isStopped: sender.isStopped,

    /** Returns the key of each file in the queue, once the browser has stored it. */
    async add(files: readonly NewFile[]): Promise<string[]> {
      const added = files.map(({ file, ...facts }): QueueEntry => {
        const { name, size } = file
        const type = typeOf(file, mediaFile) ?? file.type
        const item = { ...facts, key: newIdempotencyKey(), userId, name, size, type, addedAt: Date.now() }
        return { item, file, state: { is: 'waiting' }, isStored: undefined }
      })
      set([...entries.all(), ...added])
      for (const { item, file } of added) await store(item, file)
      tabs?.broadcast({ type: 'changed' })
      work()
      return added.map(({ item }) => item.key)
    },

    cancel(key: string): void {
      drop(key)
      tabs?.broadcast({ type: 'cancel', key })
      void browser.remove(key)
    },

    retry(key: string): void {
      waitAgain(key)
      tabs?.broadcast({ type: 'retry', key })
    },

    /** Sets the file of an item that lost it. Returns whether it is the same file. */
    async choose(key: string, chosen: File): Promise<boolean> {
      const entry = find(key)
      if (!entry) return true
      const file = await sameFile(entry.item, chosen)
      if (!file) return false
      change(key, { file, isStored: undefined, state: { is: 'waiting' } })
      await store(entry.item, file)
      tabs?.broadcast({ type: 'changed' })
      work()
      return true
    },

    /** Hides an import's files from the tray while a screen lists them. Returns a function that ends this. */
    list(import_id: number): () => void {
      listed = import_id
      set([...entries.all()])
      return () => {
        listed = undefined
        set([...entries.all()])
      }
    },
    isListed: ({ imported }: QueueItem) => imported !== undefined && imported.id === listed,

    /** Removes the items that the server has saved. */
    clearSafe: (): void => set(entries.all().filter((entry) => !isSafe(entry))),

    hasUnsent: () => !isAllSafe(entries.all()),
    hasUnstored: () => entries.all().some((entry) => entry.file && !isSafe(entry) && !entry.isStored),
  }
}

/** The prepared file, if it is the one that the item lost. Phones may rename a file each time it is chosen. */
async function sameFile({ name, size, sha256 }: QueueItem, chosen: File): Promise<File | undefined> {
  const file = await shrinkImage(chosen)
  if (file.size !== size) return undefined
  const isSame = sha256 ? (await checksumOf(file)) === sha256 : file.name === name
  return isSame ? file : undefined
}

/** Provided by the app behind sign-in, for users who may add to galleries. */
export const UploadQueueContext = createContext<UploadQueue | undefined>(undefined)

export function useUploadQueue(): UploadQueue {
  const queue = useContext(UploadQueueContext)
  if (!queue) throw new Error('useUploadQueue() needs a user who may add to galleries')
  return queue
}
