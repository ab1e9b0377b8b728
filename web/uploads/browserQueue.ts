import { deviceStore } from '../ui/device/deviceStore.ts'
import type { QueueEntry, QueueItem } from './QueueItem.ts'

const FILE = 'file'

/**
 * Stores the items of one user on this device, where they survive a closed tab, a crash and the end of the session. If
 * the browser has no room or allows no storage, the result is `undefined` or false, and only the open page has the
 * items. `onLost` is called when the browser has deleted its storage.
 */
export function openBrowserQueue(userId: number, onLost: () => void) {
  const uploads = deviceStore<QueueItem>('uploads', { owner: userId })
  const stopListening = uploads.onLost(onLost)
  let isClosed = false

  const changed = async (change: () => Promise<void>): Promise<boolean> => {
    if (isClosed) return false
    return change().then(
      () => true,
      () => false,
    )
  }

  const readFile = async (key: string): Promise<File | undefined> => {
    const [file] = await uploads.readParts<File>(key, [FILE]).catch(() => [])
    return file
  }

  return {
    /** Undefined if the storage cannot be read; an empty list means that no item is stored. */
    async read(): Promise<QueueEntry[] | undefined> {
      const found = isClosed ? undefined : await uploads.all().catch(() => undefined)
      const entries = found?.map(async ([key, item]): Promise<QueueEntry> => {
        const file = await readFile(key)
        return { item, file, state: { is: file ? 'waiting' : 'missing' }, isStored: file !== undefined }
      })
      return (
        entries &&
        (await Promise.all(entries)).toSorted((one, other) => one.item.addedAt - other.item.addedAt)
      )
    },
    remove: (key: string) => changed(() => uploads.remove(key)),
    /** The items stay stored. */
    close(): void {
      isClosed = true
      stopListening()
    },
    /** Stores an item whose file could not be stored, so that the next visit can ask for the file. */
    storeItem: (item: QueueItem) => changed(() => uploads.write(item.key, item, { at: item.addedAt })),
    /** Writes only if the item is still stored, because a logout may have removed it. */
    storeFacts: (item: QueueItem) => changed(() => uploads.replace(item.key, item, { at: item.addedAt })),
    /** Stores the item and its file. Returns whether it succeeded, and the browser's own copy of the file. */
    async storeWithFile(item: QueueItem, file: File) {
      const parts = { [FILE]: file }
      const isStored = await changed(() => uploads.write(item.key, item, { at: item.addedAt, parts }))
      return { isStored, copy: isStored ? await readFile(item.key) : undefined }
    },
  }
}
