import { delMany, get, getMany, keys, promisifyRequest, setMany } from 'idb-keyval'
import { deviceDatabase } from './deviceDatabase.ts'
import { removeOlderValues } from './olderValues.ts'
import { type Facts, isOld, isRemovedAt, type SessionEnd, type StoreName, storeNames } from './deviceRules.ts'
import { fromStored, type StoredKey, type StoredValue, toStored } from './storedValue.ts'
import { OPENED_STUDENTS, userMemory } from './userMemory.ts'

type Owner = {
  /** The user to whom the values belong. No other user reads them. */
  owner: number
}

type Write = Partial<Facts> & {
  /** Large data that does not change with the value, such as files: written once, and removed with the value. */
  parts?: Record<string, unknown>
  /** Parts that are removed. */
  gone?: string[]
}

let endings = 0
let logouts = 0

/**
 * What one user stores on this device under a name, by the rules of `deviceRules`. Calls of one store run one after the
 * other, so that none overtakes one that still reads a file. They fail if the browser refuses storage.
 */
export function deviceStore<Value>(name: StoreName, { owner }: Owner) {
  const { use, onLost } = deviceDatabase(name)
  const [endingsBefore, logoutsBefore] = [endings, logouts]
  const isLoggedOut = () => logouts > logoutsBefore

  const entryOf = async (value: Value, { at = Date.now(), isSent = false }: Partial<Facts>) => {
    const stored: StoredValue = { at, isSent, value: await toStored(value) }
    // A write that began before a logout would otherwise store its value after it.
    if (isLoggedOut()) throw new Error('The session has ended')
    return stored
  }

  return {
    /** The user's values by their keys. */
    all: () =>
      inQueue(name, async () => {
        const found = await valuesIn(name)
        const own = found.filter(([[user], stored]) => user === owner && !isOld(name, stored))
        return own.map(([[, key], { value }]) => [key, fromStored(value) as Value] as const)
      }),
    read: (key: string) =>
      inQueue(name, async () => {
        const stored = await get<StoredValue>([owner, key], use)
        return stored && !isOld(name, stored) ? (fromStored(stored.value) as Value) : undefined
      }),
    readParts: <Part>(key: string, parts: string[]) =>
      inQueue(name, async () => {
        const stored = await getMany<unknown>(
          parts.map((part) => [owner, key, part]),
          use,
        )
        return stored.map((part) => fromStored(part) as Part | undefined)
      }),
    write: (key: string, value: Value, { parts = {}, gone = [], ...facts }: Write = {}) =>
      inQueue(name, async () => {
        const written = Object.entries(parts).map(async ([part, content]): Promise<[StoredKey, unknown]> => [
          [owner, key, part],
          await toStored(content),
        ])
        const files = await Promise.all(written)
        // Files first: WebKit never ends a transaction that fails later.
        await setMany([...files, [[owner, key], await entryOf(value, facts)]], use)
        if (gone.length > 0)
          await delMany(
            gone.map((part) => [owner, key, part]),
            use,
          )
      }),
    /** Writes only if the value is still stored, because a logout or another tab may have removed it. */
    replace: (key: string, value: Value, facts: Partial<Facts> = {}) =>
      inQueue(name, async () => {
        const entry = await entryOf(value, facts)
        await use('readwrite', (store) => {
          const found = store.getKey([owner, key])
          found.addEventListener('success', () => found.result && store.put(entry, [owner, key]))
          return promisifyRequest(store.transaction)
        })
      }),
    /** Removes a value and its parts. */
    remove: (key: string) =>
      inQueue(name, () => removeValues(name, ([user, stored]) => user === owner && stored === key)),
    /** Calls `listener` when the browser has deleted its storage. */
    onLost: (listener: () => void): (() => void) => {
      onLost.add(listener)
      return () => onLost.delete(listener)
    },
    /** Whether the session that opened this store has ended, and whether by a logout. */
    isEnded: () => endings > endingsBefore,
    isLoggedOut,
  }
}

/** Ends a session on this device, by the rules of `deviceRules`. */
export async function endDeviceSession(end: SessionEnd, user: number | undefined): Promise<void> {
  endings += 1
  if (end !== 'expiry') logouts += 1
  // A logout forgets all preferences; another end forgets only the names of children.
  userMemory.forgetAll(end === 'logout' ? undefined : OPENED_STUDENTS)
  await Promise.all([
    end === 'logout' && removeOlderValues(user).catch(() => undefined),
    removeWhere((name, owner, { isSent }) => isRemovedAt(end, user, name, { owner, isSent })),
  ])
}

/** Removes values of all users that are too old. */
export const removeOldValues = (): Promise<void> => removeWhere((name, _owner, facts) => isOld(name, facts))

async function removeWhere(
  isRemoved: (name: StoreName, owner: number, facts: Facts) => boolean,
): Promise<void> {
  const removeIn = async (name: StoreName) => {
    const removed = (await valuesIn(name)).filter(([[owner], facts]) => isRemoved(name, owner, facts))
    const found = new Set(removed.map(([[owner, key]]) => `${owner} ${key}`))
    if (found.size > 0) await removeValues(name, ([owner, key]) => found.has(`${owner} ${key}`))
  }
  // Without storage there is nothing to remove.
  await Promise.all(storeNames.map((name) => inQueue(name, () => removeIn(name)).catch(() => undefined)))
}

/** All users' values, without their parts. */
async function valuesIn(name: StoreName): Promise<[StoredKey, StoredValue][]> {
  const { use } = deviceDatabase(name)
  const found = (await keys<StoredKey>(use)).filter(([, , part]) => part === undefined)
  const values = await getMany<StoredValue | undefined>(found, use)
  return found.flatMap((key, index) => {
    const stored = values[index]
    return stored ? [[key, stored]] : []
  })
}

async function removeValues(name: StoreName, isRemoved: (key: StoredKey) => boolean): Promise<void> {
  const { use } = deviceDatabase(name)
  await delMany((await keys<StoredKey>(use)).filter(isRemoved), use)
}

const queues = new Map<StoreName, Promise<unknown>>()

function inQueue<Result>(name: StoreName, work: () => Promise<Result>): Promise<Result> {
  const done = (queues.get(name) ?? Promise.resolve()).then(work)
  queues.set(
    name,
    done.catch(() => undefined),
  )
  return done
}
