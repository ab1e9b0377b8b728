import { fileFromStored, type StoredFile, toStored } from '../ui/storedFile.ts'
import type { QueueEntry, QueueItem } from './QueueItem.ts'

/** Larger files are stored as they are. */
const STORED_AS_BYTES = 50 * 1024 * 1024
const WEEK_MS = 7 * 24 * 60 * 60_000

/**
 * Stores the items of one user in IndexedDB, where they survive a closed tab, a crash and the end of the session. If
 * the browser has no room or allows no storage, the result is `undefined`, and only the open page has the items.
 * `onLost` is called when the browser has deleted its storage.
 */
export function openBrowserQueue(userId: number, onLost = () => {}) {
  let opening: Promise<IDBDatabase> | undefined
  let isClosed = false

  const database = () =>
    (opening ??= openQueueDatabase().then((db) => {
      // A newer version of the page in another tab needs to upgrade the database and waits for this connection to
      // close.
      db.addEventListener('versionchange', close)
      db.addEventListener('close', () => {
        opening = undefined
        onLost()
      })
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

  /** Undefined if the database cannot be read; an empty list means that no item is stored. */
  async function read(): Promise<QueueEntry[] | undefined> {
    if (isClosed) return undefined
    try {
      const transaction = (await database()).transaction(STORES)
      const items = answerOf<QueueItem[]>(transaction.objectStore('items').getAll())
      const keys = answerOf(transaction.objectStore('files').getAllKeys())
      const found = await items
      const stored = new Set(await keys)
      const own = found.filter((item) => item.userId === userId && !isOld(item))
      const entries = await Promise.all(
        own.map(async (item): Promise<QueueEntry> => {
          const file = stored.has(item.key) ? await readFile(item.key) : undefined
          return { item, file, state: { is: file ? 'waiting' : 'missing' }, isStored: file !== undefined }
        }),
      )
      for (const { key } of found.filter(isOld)) void remove(key)
      return entries.toSorted((one, other) => one.item.addedAt - other.item.addedAt)
    } catch {
      return undefined
    }
  }

  async function readFile(key: string): Promise<File | undefined> {
    try {
      const transaction = (await database()).transaction('files')
      const stored = await answerOf<StoredFile | File | undefined>(transaction.objectStore('files').get(key))
      return stored && fileFromStored(stored)
    } catch {
      return undefined
    }
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
    /** Stores an item whose file could not be stored, so that the next visit can ask for the file. */
    storeItem: (item: QueueItem) => write((items) => items.put(item, item.key)),
    /** Writes only if the item is still stored, because a logout may have removed it. */
    storeFacts: (item: QueueItem) =>
      write((items) => {
        const found = items.getKey(item.key)
        found.addEventListener('success', () => found.result && items.put(item, item.key))
      }),
    /** Stores the item and its file. Returns whether it succeeded, and the browser's own copy of the file. */
    storeWithFile: async (item: QueueItem, file: File) => {
      // A film is too large for the memory. WebKit stores none in a private window.
      const stored = file.size > STORED_AS_BYTES ? file : await toStored(file).catch(() => undefined)
      if (!stored) return { isStored: false, copy: undefined }
      const isStored = await write((items, files) => {
        // The file first: WebKit never ends a transaction that fails later.
        files.put(stored, item.key)
        items.put(item, item.key)
      })
      return { isStored, copy: isStored ? await readFile(item.key) : undefined }
    },
    removeAll: () =>
      write((items, files) => {
        const found: IDBRequest<QueueItem[]> = items.getAll()
        found.addEventListener('success', () => {
          for (const { key } of found.result.filter((item) => item.userId === userId)) {
            items.delete(key)
            files.delete(key)
          }
        })
      }),
  }
}

/** A logout removes the unsent items of its user; those of other users stay. */
export async function deleteQueue(userId: number): Promise<void> {
  const browser = openBrowserQueue(userId)
  await browser.removeAll()
  browser.close()
}

const isOld = ({ addedAt }: QueueItem) => Date.now() - addedAt > WEEK_MS

const whenDone = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    for (const end of ['abort', 'error'])
      transaction.addEventListener(end, () => reject(transaction.error ?? new Error('write failed')))
  })

/** The database that stores pictures and films until the server has saved them. */
const NAME = 'elimu.gallery'

/** Items and their files are in separate stores, so that a change of an item does not write its file again. */
const STORES = ['items', 'files'] as const

function openQueueDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const store of STORES) request.result.createObjectStore(store)
  })
  return answerOf(request)
}

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database request failed')))
  })
