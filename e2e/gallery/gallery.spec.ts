import type { Request } from '@playwright/test'
import { galleryMessages } from '#contract/gallery.ts'
import { studentMessages } from '#contract/students/students.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { saveForm } from '../support/forms.ts'
import { isPhone, openNav } from '../support/screen.ts'
import {
  addGallery,
  DRAMA,
  FAITH,
  FIRST_DAY,
  isLoaded,
  opener,
  SPORTS,
  tile,
  TITLES,
  TREES,
} from '../support/journey.ts'
import { expect, test } from '../support/test.ts'

/** The most bytes that a gallery of two hundred pictures and films may load before anybody scrolls. */
const BUDGET = 1.5 * 1024 * 1024
const WITHDRAWN = 2

test('a gallery shows its pictures and films', async ({ page, charity, signIn, checkAccess }) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer, address)
  await expect(
    page.getByRole('heading', { level: 1, name: `Welcome to ${FAITH}'s Journey Gallery` }),
  ).toBeVisible()
  await expect(page).toHaveTitle(`${FAITH}'s Journey Gallery - Elimu`)
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0)
  // The menu's address with a student opens the gallery too, and the tab remembers both.
  const id = new URL(page.url()).searchParams.get('student')
  const remembered = () =>
    page.evaluate(() => [sessionStorage.getItem('menu'), sessionStorage.getItem('student')])
  expect(await remembered()).toEqual(['gallery', id])
  await page.goto('/dashboard/gallery')
  await expect.poll(remembered).toEqual(['gallery', ''])
  await page.goto(`/dashboard?menu=gallery&student=${id}`)
  await expect(page).toHaveURL(address)
  // One grid without a gap between the years.
  await expect(page.getByRole('list').filter({ has: page.getByRole('figure') })).toHaveCount(1)
  for (const title of [FIRST_DAY, DRAMA, TREES]) await expect(tile(page, title)).toContainText('2026')
  await expect(tile(page, SPORTS)).toContainText('2025')
  await expect(page.getByRole('figure').locator('b')).toHaveText(TITLES)
  await expect(tile(page, DRAMA)).toContainText('1:24')

  const caption = tile(page, TREES).getByText('Ten seedlings along the fence.')
  if (isPhone(page)) {
    await expect(caption).toBeVisible()
    await expect(page.getByRole('button', { name: `Edit ${TREES}` })).toBeVisible()
  } else {
    await expect(page.getByText('3 photos, 1 video')).toBeVisible()
    const words = caption.locator('..')
    await expect(words).toHaveCSS('opacity', '0')
    await opener(page, TREES).hover()
    await expect(words).toHaveCSS('opacity', '1')
    await opener(page, SPORTS).hover()
    await expect(words).toHaveCSS('opacity', '0')
    await opener(page, TREES).focus()
    await expect(words).toHaveCSS('opacity', '1')
  }
  await checkAccess()
  const nav = await openNav(page)
  await expect(nav.getByRole('link', { name: 'Gallery' })).toHaveAttribute('aria-current', 'page')
})

test('the grid keeps its proportions while it loads @wide', async ({ page, charity, signIn }) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer)
  const release = await delayRequests(page, '**/api/files/**')
  await page.goto(address)
  await expect(tile(page, SPORTS)).toBeVisible()
  await page.waitForFunction(() => Array.from(document.fonts).some(({ status }) => status === 'loaded'))
  const boxes = () => Promise.all(TITLES.map((title) => tile(page, title).boundingBox()))
  const before = await boxes()
  release()
  await expect.poll(() => page.getByRole('img', { name: FIRST_DAY }).evaluate(isLoaded)).toBe(true)
  expect(await boxes()).toEqual(before)
})

test('a coordinator edits and deletes pictures @wide', async ({ page, charity, signInAs, checkAccess }) => {
  const { id, officer, address } = await addGallery(charity)
  await charity.addStudents([{ name: 'Achieng Ouma', school_id: 1, liaison_id: officer.id }])
  await signInAs(3, address)
  await opener(page, DRAMA).hover()
  await page.getByRole('button', { name: `Edit ${DRAMA}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Media' })
  await edit.getByLabel('Media Title').fill(' ')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByText(galleryMessages.titleRequired)).toBeVisible()
  await checkAccess()
  await edit.getByLabel('Media Title').fill('Drama club')
  await edit.getByRole('combobox', { name: /^Others in the picture/ }).fill('ouma')
  await edit.getByRole('option', { name: /^Achieng Ouma/ }).click()
  await saveForm(edit, galleryMessages.changed)
  await expect(tile(page, DRAMA)).toHaveCount(0)
  await opener(page, 'Drama club').hover()
  await page.getByRole('button', { name: 'Edit Drama club' }).click()
  await expect(edit).toContainText('Achieng Ouma')
  await edit.getByRole('button', { name: 'Close' }).click()

  await opener(page, TREES).hover()
  await page.getByRole('button', { name: `Delete ${TREES}` }).click()
  const modal = page.getByRole('dialog', { name: 'Delete Media' })
  await expect(modal).toContainText(`Delete ${TREES} from the gallery?`)
  await checkAccess()
  // On a slow network the tile is removed after the dialog has closed.
  let reads = 0
  const closed = Promise.withResolvers<void>()
  await page.route(/\?query=gallery$/, async (route) => {
    reads++
    await closed.promise
    await route.continue()
  })
  await saveForm(modal, galleryMessages.deleted, 'Delete')
  closed.resolve()
  await expect(tile(page, TREES)).toHaveCount(0)
  await expect.poll(() => reads).toBe(1)
  await expect(opener(page, SPORTS)).toBeFocused()

  await opener(page, 'Drama club').hover()
  const deletion = page.getByRole('button', { name: 'Delete Drama club' })
  await deletion.click()
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal).toBeHidden()
  await expect(deletion).toBeFocused()
  await deletion.click()
  await charity.setStudentStatus(id, WITHDRAWN)
  await modal.getByRole('button', { name: 'Delete' }).click()
  await expect(modal.getByRole('alert')).toHaveText(studentMessages.notActive)
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: /^(Delete|Edit|Add) / })).toHaveCount(0)
  await expect(opener(page, 'Drama club')).toBeFocused()
  await expect(page.getByRole('figure')).toHaveCount(3)
})

test('supporters see galleries of own students @wide', async ({ page, charity, signIn, checkAccess }) => {
  const { supporter, id: other, supported: own, idOf } = await addGallery(charity)
  await charity.addMedia([{ student_id: own, title: 'At home' }])
  await signIn(supporter, '/dashboard/gallery')
  await expect(page.getByRole('article').or(page.locator('tbody tr'))).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Add Gallery/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'View Gallery of Mwende Mutua' }).click()
  const picture = page.getByRole('img', { name: 'At home' })
  await expect.poll(() => picture.evaluate(isLoaded)).toBe(true)
  await expect(page.getByRole('button', { name: /^(Delete|Edit|Add) / })).toHaveCount(0)
  for (const student of [other, 999]) {
    await page.goto(`/dashboard/studentgallery?student=${student}&media=${idOf[TREES]}`)
    await expect(page.getByRole('heading', { name: 'This student cannot be found' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await checkAccess()
})

test('a gallery is empty or loads later @wide', async ({ page, charity, signIn, checkAccess, errors }) => {
  const { officer, supported, address } = await addGallery(charity)
  await signIn(officer, `/dashboard/studentgallery?student=${supported}`)
  await expect(page.getByRole('heading', { name: 'Nothing in the gallery yet' })).toBeVisible()
  await checkAccess()
  const add = page.getByRole('button', { name: 'Add Gallery' })
  await add.click()
  const modal = page.getByRole('dialog', { name: 'Add Gallery' })
  await expect(modal).toContainText('Mwende Mutua')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(add).toBeFocused()
  await page.route('**/api/students/**', (route) => route.abort('internetdisconnected'))
  await page.goto(address)
  await expect(page.getByText('The server cannot be reached.')).toBeVisible()
  await page.unroute('**/api/students/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(opener(page, FIRST_DAY)).toBeVisible()
  expect(new Set(errors.splice(0))).toEqual(
    new Set(['Failed to load resource: net::ERR_INTERNET_DISCONNECTED']),
  )
})

test('a gallery of two hundred loads few bytes at first @wide', async ({ page, charity, signIn }) => {
  const officer = await charity.addUser({ role_id: 4 })
  const [id = 0] = await charity.addStudents([{ name: FAITH, liaison_id: officer.id }])
  await charity.addMedia(
    Array.from({ length: 200 }, (_, index) => ({
      student_id: id,
      ...(index % 4 === 0 && { width: 1536, height: 2048 }),
    })),
  )
  await signIn(officer)
  const weights: Promise<number>[] = []
  const isFile = (request: Request) => new URL(request.url()).pathname.startsWith('/api/files/')
  let asked = 0
  page.on('request', (request) => {
    if (isFile(request)) asked++
  })
  page.on('requestfinished', (request) => {
    if (isFile(request)) weights.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(`/dashboard/studentgallery?student=${id}`)
  await expect(page.getByRole('figure')).toHaveCount(200)
  await expect.poll(() => weights.length).toBeGreaterThan(0)
  await expect.poll(() => asked - weights.length, 'on their way').toBe(0)
  const weight = (await Promise.all(weights)).reduce((sum, bytes) => sum + bytes, 0)
  expect(weight).toBeGreaterThan(0)
  expect(weight).toBeLessThanOrEqual(BUDGET)
})
