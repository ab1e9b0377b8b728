import { delMany, entries, get, keys, promisifyRequest, setMany, type UseStore } from 'idb-keyval'
import { parseJson } from '../http.ts'
import type { StoreName } from './deviceRules.ts'
import { withTimeout } from './withTimeout.ts'
import { type StoredKey, type StoredValue, toStored } from './storedValue.ts'

const PAPERS = 'elimu.papers'
const UPLOADS = 'elimu.gallery'

/**
 * Moves the values that earlier versions of Elimu stored elsewhere on the device. Those without room are moved at a later
 * start. Unfinished imports are removed.
 */
export async function moveOlderValues(name: StoreName, use: UseStore): Promise<void> {
  try {
    await movers[name](use)
  } catch {
    // Tried again at the next start.
  }
}

const movers: Record<StoreName, (use: UseStore) => Promise<void>> = {
  drafts: (use) => moveDrafts(use, /^elimu\.draft\.(\d+)\.(.+)(?<!\.cleared)$/),
  cleared: (use) => moveDrafts(use, /^elimu\.draft\.(\d+)\.(.+)\.cleared$/),
  papers: (use) => emptyOlder(PAPERS, (older) => movePapers(use, older('papers'))),
  uploads: (use) => emptyOlder(UPLOADS, (older) => moveUploads(use, older('items'), older('files'))),
  imports: async () => void indexedDB.deleteDatabase('elimu.imports'),
  sheets: async () => undefined,
  left_out: async () => undefined,
}

const put = (
  use: UseStore,
  owner: number,
  key: string,
  stored: StoredValue,
  parts: [string, unknown][] = [],
): Promise<void> => {
  const written = parts.map(([part, content]): [StoredKey, unknown] => [[owner, key, part], content])
  return setMany([...written, [[owner, key], stored]], use)
}

async function moveDrafts(use: UseStore, place: RegExp): Promise<void> {
  for (const older of Object.keys(localStorage)) {
    const [, owner, key] = place.exec(older) ?? []
    if (owner === undefined || key === undefined) continue
    const value = parseJson(localStorage.getItem(older)) as
      | { saved_at?: string; isSent?: boolean }
      | undefined
    if (value?.saved_at)
      await put(use, Number(owner), key, {
        at: Date.parse(value.saved_at),
        isSent: value.isSent === true,
        value,
      })
    localStorage.removeItem(older)
  }
}

type OlderPaper = { photographedAt: string; pages: { id: string }[] }

/** The keys were `7 report-add-12`, and of its parts `7 report-add-12 ID photo` and `… sheet`. */
async function movePapers(use: UseStore, older: UseStore): Promise<void> {
  const found = new Map(await entries<string, object>(older))
  for (const [key, value] of found) {
    if (!('pages' in value)) continue
    const names = (value as OlderPaper).pages.flatMap(({ id }) => [`${id} photo`, `${id} sheet`])
    const parts = names.flatMap((part) => {
      const content = found.get(`${key} ${part}`)
      return content ? [toStored(content).then((stored): [string, unknown] => [part, stored])] : []
    })
    const [owner, place] = [Number(key.slice(0, key.indexOf(' '))), key.slice(key.indexOf(' ') + 1)]
    const at = Date.parse((value as OlderPaper).photographedAt)
    await put(use, owner, place, { at, isSent: false, value }, await Promise.all(parts))
    await delMany([key, ...names.map((part) => `${key} ${part}`)], older)
  }
}

type OlderUpload = { key: string; userId: number; addedAt: number }

async function moveUploads(use: UseStore, items: UseStore, files: UseStore): Promise<void> {
  let failure: unknown
  for (const [key, value] of await entries<string, OlderUpload>(items)) {
    const file = await get<unknown>(key, files)
    const parts: [string, unknown][] = file === undefined ? [] : [['file', await toStored(file)]]
    try {
      await put(use, value.userId, key, { at: value.addedAt, isSent: false, value }, parts)
    } catch (error) {
      // There is no room for this file, but there may be for a smaller one.
      failure = error
      continue
    }
    await delMany([key], items)
    await delMany([key], files)
  }
  if (failure) throw failure
}

/** Removes values that could not be moved, at a logout: all drafts, and the papers and uploads of its user. */
export async function removeOlderValues(user: number | undefined): Promise<void> {
  for (const older of Object.keys(localStorage))
    if (older.startsWith('elimu.draft.')) localStorage.removeItem(older)
  await withOlder(PAPERS, async (older) => {
    const papers = older('papers')
    const own = (await keys<string>(papers)).filter((key) => key.startsWith(`${user} `))
    await delMany(own, papers)
  })
  await withOlder(UPLOADS, async (older) => {
    const uploads = await entries<string, OlderUpload>(older('items'))
    const own = uploads.flatMap(([key, { userId }]) => (userId === user ? [key] : []))
    await delMany(own, older('files'))
    await delMany(own, older('items'))
  })
}

type OlderStores = (store: string) => UseStore

/** Moves all values of an older database, and removes it. */
async function emptyOlder(name: string, move: (older: OlderStores) => Promise<void>): Promise<void> {
  if (await withOlder(name, move)) indexedDB.deleteDatabase(name)
}

/** Opens an older database for some work. Returns false if there is none. */
async function withOlder(name: string, work: (older: OlderStores) => Promise<void>): Promise<boolean> {
  const request = indexedDB.open(name)
  // It does not exist, and must not be created.
  request.addEventListener('upgradeneeded', () => request.transaction?.abort())
  const opening = promisifyRequest(request)
  const db = await withTimeout(opening).catch(() => undefined)
  if (!db) {
    // A connection that opens later is closed, because it would stop other tabs from deleting the database.
    opening.then((late) => late.close()).catch(() => undefined)
    return false
  }
  try {
    await work((store) => async (mode, callback) => callback(db.transaction(store, mode).objectStore(store)))
  } finally {
    db.close()
  }
  return true
}
