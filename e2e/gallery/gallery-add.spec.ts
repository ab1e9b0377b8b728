import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { galleryMessages, studentGallerySchema } from '#contract/gallery.ts'
import type { Locator, Page, Request } from '@playwright/test'
import { pdf, photo } from '../../server/testing/files/trialFiles.ts'
import type { Person } from '../support/charity.ts'
import { entryOf, logOut, openAccountMenu } from '../support/screen.ts'
import { saveForm } from '../support/forms.ts'
import { PIECE, film, onDisk, picture } from '../support/files/files.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { chooseByKeyboard, tabTo } from '../support/tabTo.ts'
import { stopTime } from '../support/stopTime.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'

let officer: Person
let faith: number

test.beforeEach(async ({ charity }) => {
  officer = await charity.addUser({ role_id: 4 })
  ;[faith = 0] = await charity.addStudents([{ liaison_id: officer.id, name: FAITH }])
})

const tray = (page: Page) => page.getByRole('region', { name: 'Gallery uploads' })
const rowIn = (page: Page, title: string) => tray(page).getByRole('listitem').filter({ hasText: title })
const fileIn = (form: Locator, name: string) => form.getByRole('listitem', { name })

async function openAdd(page: Page): Promise<Locator> {
  await page.goto('/dashboard/gallery')
  await page.getByRole('button', { name: `Add Gallery of ${FAITH}` }).click()
  return page.getByRole('dialog', { name: 'Add Gallery' })
}

type Picked = { name: string; mimeType: string; buffer: Buffer }

/** Adds files to the queue, each titled by its name without the extension, and opens the tray. */
async function add(page: Page, ...files: Picked[]): Promise<void> {
  const form = await openAdd(page)
  await form.getByLabel('Media', { exact: true }).setInputFiles(await Promise.all(files.map(onDisk)))
  for (const { name } of files) {
    if (files.length > 1) await form.getByRole('button', { name: `Own title of ${name}` }).click()
    const words = files.length > 1 ? form.getByRole('group', { name }) : form
    await words.getByLabel('Media Title').fill(name.split('.')[0] ?? '')
    await words.getByLabel('Media Description').fill(`What ${name} shows`)
  }
  await form.getByRole('button', { name: 'Add to Gallery' }).click()
  await expect(form).toBeHidden()
  await openTray(page)
}

async function openTray(page: Page): Promise<void> {
  const toggle = tray(page).getByRole('button', { name: 'Gallery uploads', expanded: false })
  await toggle.click()
}

/** The gallery as the server has it, the newest first. */
async function galleryOf(page: Page, student: number) {
  const headers = { 'X-Requested-With': 'XMLHttpRequest' }
  const answer = await page.request.get(`/api/students/${student}?query=gallery`, { headers })
  return z.object({ data: studentGallerySchema }).parse(await answer.json()).data.gallery
}

const isPiece = (request: Request) => request.method() === 'PATCH'
const offsetOf = (request: Request) => Number(request.headers()['upload-offset'])
const isLaterPiece = (request: Request) => isPiece(request) && offsetOf(request) > 0

function watchPieces(page: Page): number[] {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (isPiece(request)) offsets.push(offsetOf(request))
  })
  return offsets
}

test('twelve files get one title and description, and one its own @wide', async ({
  page,
  signIn,
  checkWidths,
}) => {
  await signIn(officer)
  const form = await openAdd(page)
  const photos = await Promise.all(
    Array.from({ length: 11 }, async (_, index) => picture(`sports-${index + 1}.jpg`, 300 + index)),
  )
  await form.getByLabel('Media', { exact: true }).setInputFiles([...photos, film('play.mp4')])
  await expect(form.getByRole('heading', { name: '11 photos, 1 video' })).toBeVisible()
  await expect(fileIn(form, 'sports-4.jpg')).toContainText('Ready')
  await form.getByLabel('Media Title').fill('Sports day')
  await form.getByLabel('Media Description').fill('The whole school ran.')
  const ownTitle = form.getByRole('button', { name: 'Own title of play.mp4' })
  await ownTitle.click()
  const play = form.getByRole('group', { name: 'play.mp4' })
  const title = play.getByLabel('Media Title')
  await expect(title).toBeFocused()
  await expect(title).toHaveAttribute('placeholder', 'Sports day')
  await title.fill('x'.repeat(201))
  await ownTitle.click()
  await expect(play).toHaveCount(0)
  await form.getByRole('button', { name: 'Add to Gallery' }).click()
  await expect(title, 'is shown because it is too long').toBeFocused()
  await title.fill('The play')
  await checkWidths()
  await saveForm(form, 'All 12 are on their way to the gallery.', 'Add to Gallery')

  await expect(tray(page).getByRole('status')).toHaveText('All 12 safe in the gallery')
  await openTray(page)
  await expect(rowIn(page, 'The play')).toContainText('Safe')
  await checkWidths()
  const gallery = await galleryOf(page, faith)
  expect(gallery.map((media) => [media.title, media.description, media.type])).toEqual([
    ['The play', 'The whole school ran.', 'video'],
    ...photos.map(() => ['Sports day', 'The whole school ran.', 'image']),
  ])
  // The still that the browser drew of it.
  expect(gallery[0]?.thumb_path).not.toBeNull()

  await tray(page).getByRole('button', { name: 'Dismiss gallery uploads' }).click()
  await expect(tray(page)).toBeHidden()
})

test('what is safe leaves the tray when its gallery is opened @wide', async ({ page, signIn }) => {
  await signIn(officer)
  await add(page, await picture('visit.jpg', 300))
  await expect(tray(page).getByRole('status')).toHaveText('Safe in the gallery')
  await page.getByRole('button', { name: `View Gallery of ${FAITH}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(FAITH)
  await expect(tray(page)).toHaveCount(0)
})

test('a phone opens its camera @wide', async ({ page, signIn }) => {
  await signIn(officer)
  const form = await openAdd(page)
  await expect(form).toContainText(FAITH)
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size)
    for (const [label, accept] of [
      ['Take a photo', 'image/jpeg'],
      ['Record a video', 'video/mp4'],
    ] as const) {
      await expect(form.getByRole('button', { name: label })).toBeVisible({ visible: size === PHONE })
      const camera = form.locator(`input[capture="environment"][accept="${accept}"]`)
      await expect(camera).toHaveCount(size === PHONE ? 1 : 0)
    }
  }
  await form.locator('input[capture][accept="image/jpeg"]').setInputFiles(await picture('taken.jpg'))
  await expect(fileIn(form, 'taken.jpg')).toBeVisible()
})

test('errors are shown at the file that they are about @wide', async ({ page, signIn, checkAccess }) => {
  await signIn(officer)
  const form = await openAdd(page)
  const save = form.getByRole('button', { name: 'Add to Gallery' })
  const media = form.getByLabel('Media', { exact: true })
  await save.click()
  for (const message of [
    galleryMessages.mediaRequired,
    galleryMessages.titleRequired,
    galleryMessages.descriptionRequired,
  ])
    await expect(form.getByText(message)).toBeVisible()

  await media.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: pdf() })
  await expect(form.getByText('Only Photos and Videos Allowed', { exact: true })).toBeVisible()
  await media.setInputFiles([
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: pdf() },
    await picture('prize.jpg'),
  ])
  await expect(form.getByText('notes.pdf: Only Photos and Videos Allowed')).toBeVisible()
  await expect(fileIn(form, 'prize.jpg')).toBeVisible()
  // A file that no browser can show gets an icon of its kind.
  const tiff = [...(await photo(40, 40).tiff().toBuffer())]
  const dataTransfer = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from(bytes)], 'one.tiff', { type: 'image/tiff' }))
    return transfer
  }, tiff)
  await form.getByText('Drop more photos and videos here').dispatchEvent('drop', { dataTransfer })
  await expect(fileIn(form, 'one.tiff').locator('svg').first()).toBeVisible()
  await fileIn(form, 'one.tiff').getByRole('button', { name: 'Remove one.tiff' }).click()

  await save.click()
  const row = fileIn(form, 'prize.jpg')
  await expect(form.getByText(galleryMessages.titleRequired)).toBeVisible()
  await expect(form.getByText(galleryMessages.descriptionRequired)).toBeVisible()
  await checkAccess()

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await stopTime(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await row.getByRole('button', { name: 'Remove prize.jpg' }).press('Enter')
  await expect(row).toHaveCount(0)
  await page.clock.resume()
  await expect(question).toHaveCount(0)
  await expect(media, 'also when the question fades away late').toBeFocused()
})

test('a running upload is cancelled @wide', async ({ page, signIn, checkAccess }) => {
  await signIn(officer)
  const release = await delayRequests(page, '**/api/uploads/*', isPiece)
  await add(page, film('visit.mp4'))
  const row = rowIn(page, 'visit')
  await expect(row).toContainText(/Sending \d+ %/)
  await expect(row.getByRole('progressbar', { name: 'Uploading visit' })).toBeVisible()
  await expect(tray(page).getByRole('status')).toHaveText('0 of 1 safe')
  await checkAccess()
  await row.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(tray(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  release()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
  await expect(tray(page)).toBeHidden()
  expect(await galleryOf(page, faith)).toEqual([])
})

test('a refusal shows the server’s message, and can be retried @wide', async ({ page, signIn }) => {
  await signIn(officer)
  const buffer = Buffer.from('II*\0 and nothing more', 'latin1')
  const broken = { name: 'broken.tiff', mimeType: 'image/tiff', buffer }
  await add(page, broken)
  const row = rowIn(page, 'broken')
  await expect(row).toContainText('The image is damaged')
  await expect(tray(page).getByRole('status')).toHaveText('0 of 1 safe, 1 to look at')
  const again = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/api/gallery'),
  )
  await row.getByRole('button', { name: 'Try broken again' }).click()
  await again
  await expect(row.getByRole('button', { name: 'Cancel broken' })).toBeFocused()
  await expect(row).toContainText('The image is damaged')
  await row.getByRole('button', { name: 'Cancel broken' }).click()
  await expect(tray(page)).toBeHidden()
})

test('an upload resumes after a lost connection @wide', async ({ page, context, signIn, errors }) => {
  await signIn(officer)
  const offsets = watchPieces(page)
  const release = await delayRequests(page, '**/api/uploads/*', isLaterPiece)
  await add(page, film('visit.mp4', 2 * PIECE))
  await expect.poll(() => offsets).toEqual([0, PIECE])
  await context.setOffline(true)
  release()
  await expect(rowIn(page, 'visit')).toContainText('Waiting for the network')
  await context.setOffline(false)
  await expect(rowIn(page, 'visit')).toContainText('Safe')
  expect(offsets.filter((offset) => offset < PIECE)).toEqual([0])
  expect(offsets.at(-1)).toBeGreaterThan(PIECE)
  expect(await galleryOf(page, faith)).toHaveLength(1)
  expect(errors.splice(0).every((text) => text.includes('ERR_INTERNET_DISCONNECTED'))).toBe(true)
})

test('the next visit sends the rest of a video @wide', async ({ page, context, signIn }) => {
  await signIn(officer)
  const before = watchPieces(page)
  await delayRequests(page, '**/api/uploads/*', isLaterPiece)
  await add(page, film('visit.mp4', PIECE))
  await expect.poll(() => before).toEqual([0, PIECE])
  await page.close({ runBeforeUnload: false })

  const tab = await context.newPage()
  const after = watchPieces(tab)
  await tab.goto('/dashboard')
  await expect(tray(tab).getByRole('status')).toHaveText('Safe in the gallery')
  // The server keeps every byte that has arrived, even of an incomplete piece.
  expect(Math.min(...after)).toBeGreaterThanOrEqual(PIECE)
  const gallery = await galleryOf(tab, faith)
  expect(gallery.map(({ title, description, type }) => ({ title, description, type }))).toEqual([
    { title: 'visit', description: 'What visit.mp4 shows', type: 'video' },
  ])
})

test('the same video is not uploaded or stored again @wide', async ({ page, signIn }) => {
  await signIn(officer)
  await add(page, film('visit.mp4'))
  await expect(rowIn(page, 'visit')).toContainText('Safe')
  const offsets = watchPieces(page)
  await tray(page).getByRole('button', { name: 'Dismiss gallery uploads' }).click()
  await add(page, film('again.mp4'))
  await expect(rowIn(page, 'again')).toContainText('Safe, already in the gallery, now under this title')
  expect(offsets).toEqual([])
  const gallery = await galleryOf(page, faith)
  expect(gallery.map(({ title, description }) => ({ title, description }))).toEqual([
    { title: 'again', description: 'What again.mp4 shows' },
  ])
})

test('a video that the browser cannot store is chosen again @wide', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    // As in a browser that has no room left.
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')
      ?.value as IDBObjectStore['put']
    const begun = new WeakSet<IDBTransaction>()
    IDBObjectStore.prototype.put = function refuse(this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      const isFile = typeof value === 'object' && value !== null && 'bytes' in value
      // oxlint-disable-next-line no-console -- every error in the console fails the journey
      if (isFile && begun.has(this.transaction)) console.error('WebKit would never end this')
      if (isFile) throw new DOMException('No room', 'QuotaExceededError')
      begun.add(this.transaction)
      return put.call(this, value, key)
    }
  })
  await signIn(officer)
  const before = watchPieces(page)
  const release = await delayRequests(page, '**/api/uploads/*', isLaterPiece)
  const visit = film('visit.mp4', PIECE)
  await add(page, visit)
  await expect.poll(() => before).toEqual([0, PIECE])
  const warned = page.waitForEvent('dialog')
  const reloaded = page.reload()
  await (await warned).accept()
  release()
  await reloaded

  await openTray(page)
  await expect(rowIn(page, 'visit')).toContainText('Choose visit.mp4 again to continue')
  const after = watchPieces(page)
  const chooser = page.waitForEvent('filechooser')
  await rowIn(page, 'visit').getByRole('button', { name: 'Choose visit.mp4' }).click()
  await (await chooser).setFiles(await onDisk(film('visit.mp4')))
  await expect(rowIn(page, 'visit').getByRole('alert')).toHaveText(
    'This is not the file that was chosen before.',
  )
  await rowIn(page, 'visit')
    .locator('input')
    .setInputFiles(await onDisk(visit))
  await expect(rowIn(page, 'visit')).toContainText('Safe')
  expect(after).not.toContain(0)
  expect(await galleryOf(page, faith)).toHaveLength(1)
})

test('a logout asks before it removes files that are not uploaded @wide', async ({ page, signIn }) => {
  await signIn(officer)
  await delayRequests(page, '**/api/uploads/*', isPiece)
  await add(page, film('visit.mp4'))
  const question = page.getByRole('dialog', { name: 'Log out before everything is saved?' })
  const leave = async () => (await openAccountMenu(page)).getByRole('menuitem', { name: 'Logout?' }).click()
  await leave()
  await expect(question.getByRole('button', { name: 'Stay and continue' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: /^Hi, / })).toBeFocused()
  await expect(rowIn(page, 'visit')).toBeVisible()
  await leave()
  await question.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  await signIn(officer, '/dashboard/gallery')
  await expect(entryOf(page, FAITH)).toBeVisible()
  await expect(tray(page)).toBeHidden()
  await logOut(page)
})

test('an expired session keeps its videos @wide', async ({ page, context, signIn, signInAs }) => {
  await signIn(officer)
  const release = await delayRequests(page, '**/api/uploads/*', isPiece)
  await add(page, film('visit.mp4'))
  const tab = await context.newPage()
  await tab.goto('/dashboard')
  await expect(tray(tab)).toBeVisible()
  await context.clearCookies()
  await tab.reload()
  for (const one of [tab, page]) await expect(one.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  await signInAs(1, '/dashboard', tab)
  await expect(tray(tab)).toBeHidden()
  await logOut(tab)
  release()
  await signIn(officer, '/dashboard', tab)
  await expect(tray(tab).getByRole('status')).toHaveText('Safe in the gallery')
  expect(await galleryOf(tab, faith)).toHaveLength(1)
})

test('a sleeping tab sends nothing as another user @wide', async ({
  page,
  context,
  signIn,
  newVisitor,
  administrator,
  errors,
}) => {
  const other = await newVisitor()
  await signIn(administrator, undefined, other)
  await signIn(officer)
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    '**/api/gallery?*',
    async (route) => {
      await isReleased
      await route.fulfill({ status: 503, json: { message: 'Down' } })
    },
    { times: 1 },
  )
  await add(page, await picture('prize.jpg'))
  await context.clearCookies()
  await context.addCookies(await other.context().cookies())
  release()
  await expect(page.getByRole('button', { name: `Hi, ${administrator.name}` })).toBeVisible()
  await expect(tray(page)).toBeHidden()
  expect(await galleryOf(page, faith)).toEqual([])
  expect(errors.splice(0)).toHaveLength(1)
})

test('a picture is sent although its file was removed from the disk @wide', async ({
  page,
  signIn,
  errors,
}) => {
  await signIn(officer)
  const prize = await picture('prize.jpg')
  const path = await onDisk(prize)
  await page.route(
    '**/api/gallery?*',
    async (route) => {
      await rm(path)
      await route.fulfill({ status: 503, json: { message: 'Down' } })
    },
    { times: 1 },
  )
  const form = await openAdd(page)
  await form.getByLabel('Media', { exact: true }).setInputFiles(path)
  await form.getByLabel('Media Title').fill('Prize giving')
  await form.getByLabel('Media Description').fill('Second in her class.')
  await form.getByRole('button', { name: 'Add to Gallery' }).click()
  await openTray(page)
  const row = rowIn(page, 'Prize giving')
  await expect(row).toContainText('Safe')
  expect(errors.splice(0)).toHaveLength(1)
})

test('a second tab continues the uploads of a closed one @wide', async ({ page, context, signIn }) => {
  await signIn(officer)
  await delayRequests(page, '**/api/uploads/*', isLaterPiece)
  const before = watchPieces(page)
  await add(page, film('visit.mp4', PIECE))
  await expect.poll(() => before).toEqual([0, PIECE])
  const tab = await context.newPage()
  const after = watchPieces(tab)
  await tab.goto('/dashboard')
  await openTray(tab)
  await expect(rowIn(tab, 'visit')).toContainText(/Sending \d+ %/)
  expect(after).toEqual([])
  await page.close({ runBeforeUnload: false })
  await expect(rowIn(tab, 'visit')).toContainText('Safe')
  expect(after).not.toContain(0)
  expect(await galleryOf(tab, faith)).toHaveLength(1)
})

test('a sleeping tab does not stop other tabs @wide', async ({ page, context, signIn }) => {
  const sleeper = await context.newPage()
  await sleeper.goto('/api/health')
  await sleeper.evaluate((name) => {
    navigator.locks.request(name, () => new Promise(() => {})).catch(() => undefined)
  }, `elimu.gallery.${officer.id}`)
  await signIn(officer)
  await add(page, await picture('prize.jpg'))
  await expect(rowIn(page, 'prize')).toContainText('Safe')
  expect(await galleryOf(page, faith)).toHaveLength(1)
})

test('an office without https adds to its galleries too @wide', async ({ page, signIn }) => {
  // On plain http, browsers have no locks between tabs.
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }),
  )
  await signIn(officer)
  await add(page, await picture('prize.jpg'), film('visit.mp4'))
  await expect(tray(page).getByRole('status')).toHaveText('All 2 safe in the gallery')
  expect(await galleryOf(page, faith)).toHaveLength(2)
})

test('photographs are added by the keyboard alone @wide', async ({ page, signIn }) => {
  await signIn(officer)
  const { keyboard } = page
  await page.goto('/dashboard/gallery')
  await tabTo(page.getByRole('button', { name: `Add Gallery of ${FAITH}` }))
  await keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Add Gallery' })
  const media = form.getByLabel('Media', { exact: true })
  await expect(media).toBeFocused()
  await chooseByKeyboard(media, await picture('prize.jpg'))
  await tabTo(form.getByLabel('Media Title'))
  await keyboard.type('Prize giving')
  await tabTo(form.getByLabel('Media Description'))
  await keyboard.type('Second in her class.')
  await tabTo(form.getByRole('button', { name: 'Add to Gallery' }))
  await keyboard.press('Enter')
  await expect(form).toBeHidden()
  await tabTo(tray(page).getByRole('button', { name: 'Gallery uploads', expanded: false }))
  await keyboard.press('Enter')
  await expect(rowIn(page, 'Prize giving')).toContainText('Safe')
  await tabTo(tray(page).getByRole('button', { name: 'Dismiss gallery uploads' }))
  await keyboard.press('Enter')
  await expect(tray(page)).toBeHidden()
})
