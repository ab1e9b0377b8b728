import { expect, test } from 'vitest'
import { fromStored, storeFailure, toStored } from './storedValue.ts'

test('a file is stored as bytes, and read back the same', async () => {
  const file = new File(['Ruth'], 'pupils.csv', { type: 'text/csv', lastModified: 7 })
  const stored = await toStored(file)
  expect(stored).toHaveProperty('bytes', expect.any(ArrayBuffer))
  const read = fromStored(structuredClone(stored)) as File
  expect(read).toMatchObject({ name: 'pupils.csv', type: 'text/csv', lastModified: 7 })
  expect(await read.text()).toBe('Ruth')
  const photo = fromStored(await toStored(new Blob(['x'], { type: 'image/jpeg' }))) as Blob
  expect([photo instanceof File, photo.type, await photo.text()]).toEqual([false, 'image/jpeg', 'x'])
})

test('a Blob that an earlier version has stored is read', () => {
  const file = new File(['Ruth'], 'pupils.csv')
  expect(fromStored(file)).toBe(file)
})

test('a film and all other values are stored as they are', async () => {
  const film = new File([new ArrayBuffer(51 * 1024 * 1024)], 'film.mp4')
  expect(await toStored(film)).toBe(film)
  const draft = { values: { name: 'Ruth' } }
  expect(await toStored(draft)).toBe(draft)
  expect(fromStored(draft)).toBe(draft)
})

test('the device has no room only if the browser says so', () => {
  expect(storeFailure(new DOMException('', 'QuotaExceededError'))).toBe('full')
  expect(storeFailure(new DOMException('', 'DataCloneError'))).toBe('refused')
  expect(storeFailure(new Error('No space'))).toBe('refused')
})
