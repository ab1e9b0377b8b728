/** Where this browser keeps pictures and films until they are safe. */
const NAME = 'elimu.gallery'

/** What is known of each item, and its file apart, so that a change of the one does not write the other again. */
export const STORES = ['items', 'files'] as const

export function openQueueDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const store of STORES) request.result.createObjectStore(store)
  })
  return answerOf(request)
}

export const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refused')))
  })
