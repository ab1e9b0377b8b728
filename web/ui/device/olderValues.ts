import { clear, delMany, entries, get, promisifyRequest, setMany, type UseStore } from 'idb-keyval'
import { parseJson } from '../http.ts'
import type { StoreName } from './deviceRules.ts'
import { type StoredKey, type StoredValue, toStored } from './storedValue.ts'

/**
 * Moves what versions of Elimu before this store have left on the device. What has no room stays where it is until the
 * next start. Unfinished imports are removed.
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
  papers: movePapers,
  uploads: moveUploads,
  imports: async () => {
    const older = await openOlder('elimu.imports')
    if (older) await clear(older('jobs'))
  },
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

/** Removes the drafts that could not be moved. */
export function removeOlderDrafts(): void {
  for (const older of Object.keys(localStorage))
    if (older.startsWith('elimu.draft.')) localStorage.removeItem(older)
}

type OlderPaper = { photographedAt: string; pages: { id: string }[] }

/** The keys were `7 report-add-12`, and of its parts `7 report-add-12 ID photo` and `… sheet`. */
async function movePapers(use: UseStore): Promise<void> {
  const older = (await openOlder('elimu.papers'))?.('papers')
  if (!older) return
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

async function moveUploads(use: UseStore): Promise<void> {
  const older = await openOlder('elimu.gallery')
  if (!older) return
  const [items, files] = [older('items'), older('files')]
  for (const [key, value] of await entries<string, OlderUpload>(items)) {
    const file = await get<unknown>(key, files)
    const parts: [string, unknown][] = file === undefined ? [] : [['file', await toStored(file)]]
    try {
      await put(use, value.userId, key, { at: value.addedAt, isSent: false, value }, parts)
    } catch {
      // No room for this one. A smaller one may have room.
      continue
    }
    await delMany([key], items)
    await delMany([key], files)
  }
}

/** The stores of an older database; undefined if there is none. */
async function openOlder(name: string): Promise<((store: string) => UseStore) | undefined> {
  const request = indexedDB.open(name)
  // It does not exist, and must not be created.
  request.addEventListener('upgradeneeded', () => request.transaction?.abort())
  const db = await promisifyRequest(request).catch(() => undefined)
  return db && ((store) => async (mode, callback) => callback(db.transaction(store, mode).objectStore(store)))
}
