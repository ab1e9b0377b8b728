import { promisifyRequest, type UseStore } from 'idb-keyval'
import type { StoreName } from './deviceRules.ts'
import { withTimeout } from './withTimeout.ts'
import { moveOlderValues } from './olderValues.ts'

const VALUES = 'values'

type DeviceDatabase = { use: UseStore; onLost: Set<() => void> }

const databases = new Map<StoreName, DeviceDatabase>()

/** One database for each store, so that writing a film does not delay a draft. */
export function deviceDatabase(name: StoreName): DeviceDatabase {
  const database = databases.get(name) ?? createDatabase(name)
  databases.set(name, database)
  return database
}

/** Opened at first use, because a private window may refuse storage. */
function createDatabase(name: StoreName): DeviceDatabase {
  const onLost = new Set<() => void>()
  let opening: Promise<IDBDatabase> | undefined
  const forget = () => {
    opening = undefined
  }

  async function connect(): Promise<IDBDatabase> {
    const request = indexedDB.open(`elimu.device.${name}`)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(VALUES))
    const db = await promisifyRequest(request)
    // A newer version of the page in another tab may wait for this connection to close.
    db.addEventListener('versionchange', () => {
      db.close()
      forget()
    })
    // The browser has deleted its storage, or only closed the connection, as Safari does.
    db.addEventListener('close', () => {
      forget()
      for (const listener of onLost) listener()
    })
    return db
  }

  async function open(): Promise<IDBDatabase> {
    const connecting = connect()
    try {
      await withTimeout(connecting)
    } catch (error) {
      // Until the browser answers, every further call fails at once instead of waiting as long.
      void connecting.then(forget, forget)
      throw error
    }
    const db = await connecting
    await moveOlderValues(name, usingOf(db))
    return db
  }

  return {
    onLost,
    use: async (mode, callback) => {
      opening ??= open()
      return usingOf(await opening)(mode, callback)
    },
  }
}

const usingOf =
  (db: IDBDatabase): UseStore =>
  async (mode, callback) =>
    callback(db.transaction(VALUES, mode).objectStore(VALUES))
