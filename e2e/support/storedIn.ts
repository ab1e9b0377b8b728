import type { Page } from '@playwright/test'

/** The keys of a store of this device. With `storedAt`, first changes the time at which its values were stored. */
export const storedIn = (page: Page, name: string, storedAt?: number) =>
  page.evaluate(
    ([database, time]) =>
      new Promise<IDBValidKey[]>((resolve, reject) => {
        const opening = indexedDB.open(database)
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const found: IDBValidKey[] = []
          const reading = opening.result.transaction('values', 'readwrite').objectStore('values').openCursor()
          reading.addEventListener('success', () => {
            const { result: cursor } = reading
            if (!cursor) {
              opening.result.close()
              return resolve(found)
            }
            found.push(cursor.key)
            if (time && 'at' in cursor.value) cursor.update({ ...cursor.value, at: time })
            cursor.continue()
          })
        })
      }),
    [`elimu.device.${name}`, storedAt] as const,
  )
