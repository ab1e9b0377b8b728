import type { QueueEntry, QueueItem } from './QueueItem.ts'
import { answerOf, openQueueDatabase, STORES } from './queueDatabase.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

export type BrowserQueue = ReturnType<typeof openBrowserQueue>

/**
 * The items of one user as this browser keeps them, through a closed tab, a crash and an ended session. A browser may
 * have no room, or keep nothing at all: then the answer is `false`, and the page has them as long as it stays open.
 */
export function openBrowserQueue(userId: number) {
  let opening: Promise<IDBDatabase> | undefined
  let isClosed = false

  const database = () =>
    (opening ??= openQueueDatabase().then((db) => {
      // Somebody logs out: all of it goes, and must not be written again.
      db.addEventListener('versionchange', close)
      return db
    }))

  function close(): void {
    isClosed = true
    void opening?.then((db) => db.close()).catch(() => undefined)
  }

  async function write(change: (items: IDBObjectStore, files: IDBObjectStore) => void): Promise<boolean> {
    if (isClosed) return false
    try {
      const transaction = (await database()).transaction(STORES, 'readwrite')
      const done = whenDone(transaction)
      change(transaction.objectStore('items'), transaction.objectStore('files'))
      await done
      return true
    } catch {
      return false
    }
  }

  async function read(): Promise<QueueEntry[]> {
    if (isClosed) return []
    try {
      const transaction = (await database()).transaction(STORES)
      const items = answerOf<QueueItem[]>(transaction.objectStore('items').getAll())
      const files = transaction.objectStore('files')
      const [found, keys] = await Promise.all([items, answerOf(files.getAllKeys())])
      const own = found.filter((item) => item.userId === userId && !isOld(item))
      const kept = new Set(keys)
      const entries = await Promise.all(
        own.map(async (item): Promise<QueueEntry> => {
          const file = kept.has(item.key) ? await readFile(item.key) : undefined
          return { item, file, state: { is: file ? 'waiting' : 'missing' }, isKept: file !== undefined }
        }),
      )
      for (const { key } of found.filter(isOld)) void remove(key)
      return entries.toSorted((one, other) => one.item.addedAt - other.item.addedAt)
    } catch {
      return []
    }
  }

  async function readFile(key: string): Promise<File | undefined> {
    const transaction = (await database()).transaction('files')
    return answerOf<File | undefined>(transaction.objectStore('files').get(key))
  }

  const remove = (key: string) =>
    write((items, files) => {
      items.delete(key)
      files.delete(key)
    })

  return {
    read,
    remove,
    close,
    /** Whether the facts are kept. */
    keepItem: (item: QueueItem) => write((items) => items.put(item, item.key)),
    /** Whether all is kept that the next visit needs. */
    keepWhole: (item: QueueItem, file: File) =>
      write((items, files) => {
        items.put(item, item.key)
        files.put(file, item.key)
      }),
  }
}

const isOld = ({ addedAt }: QueueItem) => Date.now() - addedAt > WEEK_MS

const whenDone = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    for (const end of ['abort', 'error'])
      transaction.addEventListener(end, () => reject(transaction.error ?? new Error('not written')))
  })
