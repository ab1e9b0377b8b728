import type { Locator, Page } from '@playwright/test'
import { galleryMessages } from '#contract/gallery.ts'
import { studentMessages } from '#contract/students.ts'
import { smallFilm } from '../server/testing/smallFilm.ts'
import type { Charity } from './support/charity.ts'
import { drag } from './support/drag.ts'
import { isPhone } from './support/isPhone.ts'
import { openNav } from './support/nav.ts'
import { spread } from './support/spread.ts'
import { tabTo } from './support/tabTo.ts'
import { expect, test } from './support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'
const TITLES = ['First day at Nyando Girls', 'School drama festival', 'Tree planting day', 'Sports day']
const [FIRST_DAY = '', DRAMA = '', TREES = '', SPORTS = ''] = TITLES

/** What two hundred pictures and films may weigh before anybody scrolls. */
const BUDGET = 1.5 * 1024 * 1024
const WITHDRAWN = 2

/** A student with four pictures and films of two years, and another who is supported and has none. */
async function addGallery(charity: Charity) {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const supporter = await charity.addUser({ role_id: 5 })
  const [id = 0, supported = 0] = await charity.addStudents([
    { name: FAITH, liaison_id: officer.id },
    { name: 'Mwende Mutua', liaison_id: officer.id, supporter_id: supporter.id },
  ])
  const of = (title: string, created_at: string) => ({ student_id: id, title, created_at })
  const film = smallFilm({ seconds: 4 })
  const ids = await charity.addMedia([
    { ...of(SPORTS, '2025-06-02T08:00:00.000Z'), width: 1536, height: 2048 },
    { ...of(TREES, '2026-03-02T08:00:00.000Z'), description: 'Ten seedlings along the fence.' },
    { ...of(DRAMA, '2026-03-03T08:00:00.000Z'), film, duration_ms: 84_000, width: 640, height: 480 },
    { ...of(FIRST_DAY, '2026-04-02T08:00:00.000Z'), width: 2048, height: 1365 },
  ])
  const idOf = Object.fromEntries(ids.map((media, index) => [TITLES.at(-1 - index), media]))
  return { officer, supporter, id, supported, idOf, address: `/dashboard/studentgallery?student=${id}` }
}

const tile = (page: Page, title: string) => page.getByRole('figure').filter({ hasText: title })
const opener = (page: Page, title: string) => page.getByRole('button', { name: `Open ${title}` })
const viewer = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const closer = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' })

/** As soon as the picture can be seen. */
async function expectShown(page: Page, title: string): Promise<Locator> {
  const dialog = viewer(page, title)
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
  await expect(dialog.getByRole('img', { name: title })).toBeInViewport()
  return dialog
}

test('a student’s gallery shows pictures and films by year, the newest first', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer)
  await page.goto(address)
  await expect(
    page.getByRole('heading', { level: 1, name: `Welcome to ${FAITH}'s Journey Gallery` }),
  ).toBeVisible()
  await expect(page).toHaveTitle(/^Journey Gallery - /)
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['2026', '2025'])
  expect(await page.getByRole('figure').locator('b').allTextContents()).toEqual(TITLES)
  await expect(tile(page, DRAMA)).toContainText('1:24')

  const caption = tile(page, TREES).getByText('Ten seedlings along the fence.')
  if (isPhone(page)) {
    await expect(caption).toBeVisible()
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
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/files/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(address)
  await expect(tile(page, SPORTS)).toBeVisible()
  const boxes = () => Promise.all(TITLES.map((title) => tile(page, title).boundingBox()))
  const before = await boxes()
  release()
  await expect
    .poll(() =>
      page
        .getByRole('img', { name: FIRST_DAY })
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    )
    .toBe(true)
  expect(await boxes()).toEqual(before)
})

test('the viewer is used by keyboard all the way', async ({ page, charity, signIn, checkAccess }) => {
  const { officer, address, idOf } = await addGallery(charity)
  await signIn(officer)
  await page.goto(address)
  await tabTo(opener(page, FIRST_DAY))
  await page.keyboard.press('Enter')
  await expectShown(page, FIRST_DAY)
  await expect(closer(page)).toBeFocused()
  await expect(page).toHaveURL(`${address}&media=${idOf[FIRST_DAY]}`)
  await checkAccess()

  await page.keyboard.press('ArrowRight')
  const film = viewer(page, DRAMA)
  await expect(film.getByRole('heading', { name: DRAMA })).toBeVisible()
  await expect(page).toHaveURL(`${address}&media=${idOf[DRAMA]}`)
  await checkAccess()
  await page.keyboard.press('ArrowRight')
  await expectShown(page, TREES)
  await page.keyboard.press('ArrowLeft')
  await expect(film.getByRole('heading', { name: DRAMA })).toBeVisible()
  await tabTo(film.getByRole('button', { name: 'Next' }))
  await page.keyboard.press('Enter')
  await expectShown(page, TREES)

  const isWithin = () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)
  for (let stop = 0; stop < 8; stop++) {
    await page.keyboard.press('Tab')
    expect(await isWithin()).toBe(true)
  }
  // A film is not enlarged: what had the focus goes, and the arrows still go on.
  await tabTo(viewer(page, TREES).getByRole('button', { name: 'Zoom in' }))
  await page.keyboard.press('ArrowLeft')
  await expect(film.getByRole('heading', { name: DRAMA })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expectShown(page, TREES)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener(page, TREES)).toBeFocused()
  await expect(page).toHaveURL(address)
})

test('closing twice goes back once', async ({ page, charity, signIn }) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer)
  await page.goto('/dashboard/gallery')
  await page.goto(address)
  // Again as well: what was left once can be opened and left anew.
  for (const title of [FIRST_DAY, TREES, TREES]) {
    await opener(page, title).click()
    await expectShown(page, title)
    await closer(page).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener(page, title)).toBeFocused()
    await expect(page).toHaveURL(address)
  }
})

test('what somebody deletes meanwhile is closed, and said', async ({ page, charity, signIn, newVisitor }) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer)
  await page.goto(address)
  await opener(page, TREES).click()
  await expectShown(page, TREES)
  const coordinator = await newVisitor()
  await signIn(await charity.addUser({ role_id: 3 }), coordinator)
  await coordinator.goto(address)
  await opener(coordinator, TREES).hover()
  await coordinator.getByRole('button', { name: `Delete ${TREES}` }).click()
  const modal = coordinator.getByRole('dialog', { name: 'Delete Media' })
  await modal.getByRole('button', { name: 'Delete' }).click()
  await expect(modal.getByRole('status')).toHaveText(galleryMessages.deleted)

  // As the browser says it when one comes back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('What this link leads to is not in the gallery any more.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await opener(page, FIRST_DAY).click()
  await expectShown(page, FIRST_DAY)
  await page.keyboard.press('Escape')
  await expect(opener(page, FIRST_DAY)).toBeFocused()
})

test('a picture that does not come is asked for again', async ({
  page,
  charity,
  signIn,
  errors,
  checkAccess,
}) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer)
  await page.route('**/api/files/**', (route) => route.abort('internetdisconnected'))
  await page.goto(address)
  const picture = page.getByRole('img', { name: FIRST_DAY })
  await expect(opener(page, FIRST_DAY)).toBeVisible()
  await expect(picture).toBeHidden()
  await opener(page, FIRST_DAY).click()
  const lost = viewer(page, FIRST_DAY).getByRole('alert').first()
  await expect(lost).toContainText('This picture cannot be loaded.')
  await checkAccess()
  await page.unroute('**/api/files/**')
  await tabTo(lost.getByRole('button', { name: 'Try again' }))
  await page.keyboard.press('Enter')
  await expectShown(page, FIRST_DAY)
  await page.keyboard.press('ArrowRight')
  await expect(viewer(page, DRAMA)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(picture).toBeVisible()
  expect(new Set(errors.splice(0))).toEqual(
    new Set(['Failed to load resource: net::ERR_INTERNET_DISCONNECTED']),
  )
})

test('a long description leaves room for its picture', async ({ page, charity, signIn, checkAccess }) => {
  const { officer, id, address } = await addGallery(charity)
  const description = Array.from({ length: 60 }, (_, line) => `Line ${line + 1}`).join('\n')
  const [long] = await charity.addMedia([{ student_id: id, title: 'Diary', description }])
  await signIn(officer)
  await page.goto(`${address}&media=${long}`)
  const dialog = await expectShown(page, 'Diary')
  const picture = await dialog.getByRole('img', { name: 'Diary' }).boundingBox()
  expect(picture?.height).toBeGreaterThan(200)
  await checkAccess()
  const words = dialog.getByText('Line 1\n')
  await tabTo(words.locator('..'))
  await page.keyboard.press('End')
  await expect
    .poll(() =>
      words.locator('..').evaluate((box) => box.scrollTop + box.clientHeight >= box.scrollHeight - 1),
    )
    .toBe(true)
})

test('Back closes the viewer, a reload and a shared link open it', async ({
  page,
  charity,
  signIn,
  newVisitor,
}) => {
  const { officer, address, idOf } = await addGallery(charity)
  const link = `${address}&media=${idOf[TREES]}`
  await signIn(officer)
  await page.goto(address)
  await opener(page, FIRST_DAY).click()
  await expectShown(page, FIRST_DAY)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expectShown(page, TREES)
  await expect(page).toHaveURL(link)
  await page.reload()
  await expectShown(page, TREES)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(address)
  await page.goForward()
  await expectShown(page, TREES)

  const visitor = await newVisitor()
  await signIn(officer, visitor)
  await visitor.goto(link)
  await expectShown(visitor, TREES)
  await closer(visitor).click()
  await expect(visitor.getByRole('dialog')).toBeHidden()
  await expect(visitor).toHaveURL(address)
  await expect(opener(visitor, TREES)).toBeFocused()
  await visitor.goto(`${address}&media=999`)
  await expect(visitor.getByText('What this link leads to is not in the gallery any more.')).toBeVisible()
  await visitor.getByRole('link', { name: 'Back to gallery list' }).click()
  await expect(visitor).toHaveURL('/dashboard/gallery')
  for (const wrong of ['', '?student=abc']) {
    await visitor.goto(`/dashboard/studentgallery${wrong}`)
    await expect(visitor).toHaveURL('/dashboard/gallery')
  }
})

test('one goes on by swiping, zooms, and pulls the picture away', async ({ page, charity, signIn }) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer)
  await page.goto(address)
  await opener(page, FIRST_DAY).click()
  await expectShown(page, FIRST_DAY)
  await drag(page, { x: -0.6 })
  await expect(viewer(page, DRAMA).getByRole('heading', { name: DRAMA })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  const dialog = await expectShown(page, TREES)
  await drag(page, { x: 0.6 })
  await expect(viewer(page, DRAMA)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expectShown(page, TREES)

  const picture = dialog.getByRole('img', { name: TREES })
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const usual = await width()
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(usual * 1.2)
  await dialog.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(width).toBeCloseTo(usual, 0)
  await picture.dblclick()
  await expect.poll(width).toBeGreaterThan(usual * 1.2)
  await dialog.getByRole('button', { name: 'Zoom out' }).dblclick()
  await expect.poll(width).toBeCloseTo(usual, 0)
  if (isPhone(page)) {
    await spread(page, picture)
    await expect.poll(width).toBeGreaterThan(usual * 1.2)
  }
  await picture.hover()
  await page.mouse.wheel(0, -200)
  await expect.poll(width).toBeGreaterThan(usual * 1.2)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 100)
      return width()
    })
    .toBeCloseTo(usual, 0)
  await drag(page, { y: 0.3 })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(address)
})

test('a film plays from where one likes, and rests when one goes on', async ({ page, charity, signIn }) => {
  const { officer, address, idOf } = await addGallery(charity)
  await signIn(officer)
  const answers: { path: string; status: number }[] = []
  page.on('response', (response) => {
    answers.push({ path: response.url().replace(charity.url, ''), status: response.status() })
  })
  await page.goto(`${address}&media=${idOf[DRAMA]}`)
  const dialog = viewer(page, DRAMA)
  const film = dialog.locator('video')
  await expect(film).toHaveAttribute('poster', /size=medium$/)
  const path = await film.locator('source').getAttribute('src')
  const statuses = () => answers.filter((answer) => answer.path === path).map(({ status }) => status)
  expect(statuses()).toEqual([])
  await film.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2)
  expect(statuses()).toContain(206)
  await film.evaluate((video: HTMLVideoElement) => (video.currentTime = 1))
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(1.1)

  const playing = await film.elementHandle()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expectShown(page, TREES)
  expect(await playing?.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
})

test('a film that this browser cannot play can be downloaded', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { officer, id, address } = await addGallery(charity)
  const [unknown] = await charity.addMedia([
    { student_id: id, title: 'Old phone', film: Buffer.from('no film'), hasPoster: false },
  ])
  await signIn(officer)
  await page.goto(`${address}&media=${unknown}`)
  const dialog = viewer(page, 'Old phone')
  await expect(dialog.getByRole('alert')).toContainText('This film cannot be played here.')
  await checkAccess()
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download the film' }).click()
  expect((await download).suggestedFilename()).toBe('film.mp4')
})

test('what is said of a picture is edited', async ({ page, charity, signIn, checkAccess }) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer)
  await page.goto(address)
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
  await expect(modal.getByRole('status')).toHaveText(galleryMessages.changed)
  await expect(modal).toBeHidden()
  await expect(tile(page, 'Trees for the school')).toContainText('They grew well.')
  await expect(tile(page, TREES)).toHaveCount(0)
})

test('a coordinator deletes, and hears why that is refused', async ({
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
  await expect(modal.getByRole('status')).toHaveText(galleryMessages.deleted)
  await expect(tile(page, TREES)).toHaveCount(0)
  await expect(modal).toBeHidden()
  expect(reads).toBe(1)
  await page.reload()
  await expect(page.getByRole('figure')).toHaveCount(3)

  await opener(page, DRAMA).hover()
  await page.getByRole('button', { name: `Delete ${DRAMA}` }).click()
  await charity.setStudentStatus(id, WITHDRAWN)
  await modal.getByRole('button', { name: 'Delete' }).click()
  await expect(modal.getByRole('alert')).toHaveText(studentMessages.notActive)
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: /^(Delete|Edit|Add) / })).toHaveCount(0)
  await expect(page.getByRole('figure')).toHaveCount(3)
})

test('a supporter sees the galleries of their own students, and changes nothing', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { supporter, id: other, supported: own, idOf } = await addGallery(charity)
  await charity.addMedia([{ student_id: own, title: 'At home' }])
  await signIn(supporter)
  await page.goto(`/dashboard/studentgallery?student=${own}`)
  const picture = page.getByRole('img', { name: 'At home' })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
  await expect(page.getByRole('button', { name: /^(Delete|Edit|Add) / })).toHaveCount(0)
  for (const student of [other, 999]) {
    await page.goto(`/dashboard/studentgallery?student=${student}&media=${idOf[TREES]}`)
    await expect(page.getByRole('heading', { name: 'This student cannot be found' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await checkAccess()
})

test('an empty gallery says so, and one that cannot be reached comes with the connection', async ({
  page,
  charity,
  signIn,
  checkAccess,
  errors,
}) => {
  const { officer, supported, address } = await addGallery(charity)
  await signIn(officer)
  await page.goto(`/dashboard/studentgallery?student=${supported}`)
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

test('a gallery of two hundred weighs little before it is scrolled', async ({ page, charity, signIn }) => {
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
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/files/'))
      weights.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(`/dashboard/studentgallery?student=${id}`)
  await expect(page.getByRole('figure')).toHaveCount(200)
  await page.waitForLoadState('networkidle')
  const weight = (await Promise.all(weights)).reduce((sum, bytes) => sum + bytes, 0)
  expect(weight).toBeGreaterThan(0)
  expect(weight).toBeLessThanOrEqual(BUDGET)
})
