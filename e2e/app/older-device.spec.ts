import type { Page } from '@playwright/test'
import { FAITH, openAcademics } from '../support/academics.ts'
import type { Charity } from '../support/charity.ts'
import { picture } from '../support/files/files.ts'
import { photograph } from '../support/files/paper.ts'
import { openAccountMenu } from '../support/screen.ts'
import { storedIn } from '../support/storedIn.ts'
import { expect, test } from '../support/test.ts'

test('a device keeps what an earlier version of Elimu stored on it @wide', async ({
  page,
  charity,
  signIn,
}) => {
  const { officer, other } = await fillDevice(page, charity)
  await signIn(officer, '/dashboard')

  const tray = page.getByRole('region', { name: 'Gallery uploads' })
  await expect(tray.getByRole('status')).toHaveText('All 2 safe in the gallery')
  expect(await storedIn(page, 'uploads')).toEqual([
    [other.id, 'theirs'],
    [other.id, 'theirs', 'file'],
  ])

  await page.goto('/dashboard?menu=students')
  await page.getByRole('button', { name: 'Add New Student' }).click()
  const form = page.getByRole('dialog', { name: 'Add New Student' })
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Zawadi Achieng')
  expect(await storedIn(page, 'cleared')).toEqual([[officer.id, 'report-add-7']])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual(
    [],
  )

  await openAcademics(page)
  await page.getByRole('button', { name: `Add Academic Reports of ${FAITH}` }).click()
  await expect(page.getByRole('dialog')).toContainText('1 page')
  expect(await storedIn(page, 'papers')).toHaveLength(2)
  await expect.poll(() => olderKeys(page)).toEqual({})
})

test('a logout removes what had no room to be moved, but not that of other users @wide', async ({
  page,
  charity,
  signIn,
}) => {
  const { officer } = await fillDevice(page, charity)
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
  })
  await signIn(officer, '/dashboard')
  await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Logout?' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect
    .poll(() => olderKeys(page))
    .toEqual({ 'elimu.gallery': { items: ['theirs'], files: ['theirs'] }, 'elimu.papers': { papers: [] } })
})

test('pages of any user that are too old are removed when a supporter signs in @wide', async ({
  page,
  charity,
  signInAs,
}) => {
  const { officer } = await fillDevice(page, charity, Date.now() - 31 * 86_400_000)
  await signInAs(5, '/dashboard')
  await expect.poll(() => olderKeys(page)).toEqual({})
  await expect.poll(() => storedIn(page, 'papers')).toEqual([])
  expect(await storedIn(page, 'cleared')).toEqual([[officer.id, 'report-add-7']])
})

/** Stores on the device what an earlier version did, with pages photographed at a time. */
async function fillDevice(page: Page, charity: Charity, photographedAt = Date.now()) {
  const officer = await charity.addUser({ role_id: 4 })
  const other = await charity.addUser({ role_id: 4 })
  const [faith = 0] = await charity.addStudents([{ liaison_id: officer.id, name: FAITH }])
  const [prize, old, photo] = [
    await picture('prize.jpg'),
    await picture('old.jpg'),
    await photograph({ name: 'a.jpg', ground: 'desk' }, 500),
  ]
  await page.goto('/api/health')
  await page.evaluate(storeAsBefore, {
    user: officer.id,
    other: other.id,
    faith,
    student: FAITH,
    prize: [...prize.buffer],
    old: [...old.buffer],
    photo: [...photo.buffer],
    photographedAt: new Date(photographedAt).toISOString(),
  })
  return { officer, other }
}

type Before = {
  user: number
  other: number
  faith: number
  student: string
  prize: number[]
  old: number[]
  photo: number[]
  photographedAt: string
}

/** Stores what the version before this one did, and Blobs as the version before that. */
async function storeAsBefore(before: Before): Promise<void> {
  const { user, other, faith, student, prize, old, photo, photographedAt } = before
  const put = (database: string, stores: Record<string, [string, unknown][]>) =>
    new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(database, 1)
      opening.addEventListener('upgradeneeded', () => {
        for (const store of Object.keys(stores)) opening.result.createObjectStore(store)
      })
      opening.addEventListener('error', () => reject(new Error(database)))
      opening.addEventListener('success', () => {
        const writing = opening.result.transaction(Object.keys(stores), 'readwrite')
        for (const [store, entries] of Object.entries(stores))
          for (const [key, value] of entries) writing.objectStore(store).put(value, key)
        writing.addEventListener('complete', () => {
          opening.result.close()
          resolve()
        })
      })
    })
  const draft = {
    values: { name: 'Zawadi Achieng' },
    files: {},
    version: 0,
    saved_at: new Date().toISOString(),
    isSent: false,
  }
  localStorage.setItem(`elimu.draft.${user}.student-add`, JSON.stringify(draft))
  localStorage.setItem(`elimu.draft.${user}.report-add-7.cleared`, JSON.stringify(draft))
  const upload = (key: string, userId: number, name: string, { length: size }: number[]) => ({
    key,
    userId,
    student_id: faith,
    student,
    title: name,
    description: name,
    name,
    size,
    type: 'image/jpeg',
    addedAt: Date.now(),
  })
  const bytes = (content: number[]) => new Uint8Array(content).buffer
  await put('elimu.gallery', {
    items: [
      ['mine', upload('mine', user, 'prize.jpg', prize)],
      ['older', upload('older', user, 'old.jpg', old)],
      ['theirs', upload('theirs', other, 'prize.jpg', prize)],
    ],
    files: [
      ['mine', { bytes: bytes(prize), type: 'image/jpeg', name: 'prize.jpg', lastModified: 7 }],
      ['older', new File([bytes(old)], 'old.jpg', { type: 'image/jpeg' })],
      ['theirs', new File([bytes(prize)], 'prize.jpg', { type: 'image/jpeg' })],
    ],
  })
  const place = `${user} report-add-${faith}-report`
  const corners = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ]
  const page = { id: 'p1', size: { width: 375, height: 500 }, corners, turns: 0, isColour: false }
  await put('elimu.papers', {
    papers: [
      [place, { photographedAt, pages: [page] }],
      [`${place} p1 photo`, new Blob([bytes(photo)], { type: 'image/jpeg' })],
    ],
  })
  await put('elimu.imports', { jobs: [[`${user} students`, {}]] })
}

/** The keys in each store of the databases of before. */
const olderKeys = (page: Page) =>
  page.evaluate(async () => {
    const answerOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('no answer')))
      })
    const found: Record<string, Record<string, IDBValidKey[]>> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      if (name.startsWith('elimu.device.')) continue
      const request = indexedDB.open(name)
      // A database that the page deletes meanwhile must not be created again.
      request.addEventListener('upgradeneeded', () => request.transaction?.abort())
      const db = await answerOf(request).catch(() => undefined)
      if (!db) continue
      const stores = [...db.objectStoreNames].map(async (store) => [
        store,
        await answerOf(db.transaction(store).objectStore(store).getAllKeys()),
      ])
      found[name] = Object.fromEntries(await Promise.all(stores))
      db.close()
    }
    return found
  })
