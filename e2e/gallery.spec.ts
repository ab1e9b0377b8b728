import type { Request } from '@playwright/test'
import { galleryMessages } from '#contract/gallery.ts'
import { studentMessages } from '#contract/students.ts'
import { expectSaid } from './support/expectSaid.ts'
import { isPhone } from './support/isPhone.ts'
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
} from './support/journey.ts'
import { openNav } from './support/nav.ts'
import { expect, test } from './support/test.ts'

/** The most bytes that a gallery of two hundred pictures and films may load before anybody scrolls. */
const BUDGET = 1.5 * 1024 * 1024
const WITHDRAWN = 2

test('a student’s gallery shows pictures and films with their years, the newest first', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer, page, address)
  await expect(
    page.getByRole('heading', { level: 1, name: `Welcome to ${FAITH}'s Journey Gallery` }),
  ).toBeVisible()
  await expect(page).toHaveTitle(`${FAITH}'s Journey Gallery - Elimu`)
  // The menu with a student leads here too, and the tab remembers both.
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

test('the grid keeps its proportions while it loads', async ({ page, charity, signIn }) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/files/**', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(address)
  await expect(tile(page, SPORTS)).toBeVisible()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const boxes = () => Promise.all(TITLES.map((title) => tile(page, title).boundingBox()))
  const before = await boxes()
  release()
  await expect.poll(() => page.getByRole('img', { name: FIRST_DAY }).evaluate(isLoaded)).toBe(true)
  expect(await boxes()).toEqual(before)
})

test('title and description of a picture can be edited @oneWidth', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer, page, address)
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0)
  await opener(page, TREES).hover()
  await page.getByRole('button', { name: `Edit ${TREES}` }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Media' })
  await modal.getByLabel('Media Title').fill(' ')
  await modal.getByLabel('Media Description').fill('')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal.getByText(galleryMessages.titleRequired)).toBeVisible()
  await expect(modal.getByText(galleryMessages.descriptionRequired)).toBeVisible()
  await checkAccess()
  await modal.getByLabel('Media Title').fill('Trees for the school')
  await modal.getByLabel('Media Description').fill('They grew well.')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expectSaid(modal, galleryMessages.changed)
  await expect(modal).toBeHidden()
  await expect(tile(page, 'Trees for the school')).toContainText('They grew well.')
  await expect(tile(page, TREES)).toHaveCount(0)
})

test('a coordinator deletes a picture, and sees the reason of a refusal @oneWidth', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { id, address } = await addGallery(charity)
  await signIn(await charity.addUser({ role_id: 3 }))
  await page.goto(address)
  await opener(page, TREES).hover()
  await page.getByRole('button', { name: `Delete ${TREES}` }).click()
  const modal = page.getByRole('dialog', { name: 'Delete Media' })
  await expect(modal).toContainText(`Delete ${TREES} from the gallery?`)
  await checkAccess()
  let reads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('?query=gallery')) reads++
  })
  await modal.getByRole('button', { name: 'Delete' }).click()
  await expectSaid(modal, galleryMessages.deleted)
  await expect(tile(page, TREES)).toHaveCount(0)
  await expect(modal).toBeHidden()
  await expect.poll(() => reads).toBe(1)
  await expect(opener(page, SPORTS)).toBeFocused()
  await page.reload()
  await expect(page.getByRole('figure')).toHaveCount(3)

  await opener(page, DRAMA).hover()
  const deletion = page.getByRole('button', { name: `Delete ${DRAMA}` })
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
  await expect(opener(page, DRAMA)).toBeFocused()
  await expect(page.getByRole('figure')).toHaveCount(3)
})

test('a supporter sees the galleries of their own students, and changes nothing @oneWidth', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { supporter, id: other, supported: own, idOf } = await addGallery(charity)
  await charity.addMedia([{ student_id: own, title: 'At home' }])
  await signIn(supporter, page, `/dashboard/studentgallery?student=${own}`)
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

test('an empty gallery says so, and one that cannot be loaded appears once the connection is back @oneWidth', async ({
  page,
  charity,
  signIn,
  checkAccess,
  errors,
}) => {
  const { officer, supported, address } = await addGallery(charity)
  await signIn(officer, page, `/dashboard/studentgallery?student=${supported}`)
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

test('a gallery of two hundred loads few bytes before it is scrolled @oneWidth', async ({
  page,
  charity,
  signIn,
}) => {
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
