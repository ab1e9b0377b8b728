import { smallFilm } from '../../server/testing/files/smallFilm.ts'
import { galleryMessages } from '#contract/gallery.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { saveForm } from '../support/forms.ts'
import { isPhone } from '../support/screen.ts'
import {
  addGallery,
  closer,
  DRAMA,
  expectShown,
  FAITH,
  FIRST_DAY,
  opener,
  SPORTS,
  TREES,
  viewer,
} from '../support/journey.ts'
import { drag, zoomIn } from '../support/touch.ts'
import { tabTo } from '../support/tabTo.ts'
import { PHONE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

// Pictures slide and open with motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the viewer is used by keyboard alone @wide', async ({ page, charity, signIn, checkAccess }) => {
  const { officer, address, idOf } = await addGallery(charity)
  await signIn(officer, address)
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
  // A film has no zoom buttons: the focused button is removed, and the arrow keys still work.
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

test('a slow viewer opens once and closes once @wide', async ({ page, charity, signIn }) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer)
  const release = await delayRequests(page, '**/assets/MediaViewer-*.js')
  await page.goto(address)
  await opener(page, FIRST_DAY).click()
  await expect(page.getByText('Opening …')).toBeVisible()
  await opener(page, TREES).press('Enter')
  release()
  await expectShown(page, TREES)
  await expect(page.getByText('Opening …')).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(address)

  // Closing twice goes back once, also the second time.
  for (const title of [TREES, TREES]) {
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

test('a deleted picture is closed @wide', async ({ page, charity, signIn, signInAs, newVisitor }) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer, address)
  await opener(page, TREES).click()
  await expectShown(page, TREES)
  const coordinator = await newVisitor()
  await signInAs(3, address, coordinator)
  await opener(coordinator, TREES).hover()
  await coordinator.getByRole('button', { name: `Delete ${TREES}` }).click()
  const modal = coordinator.getByRole('dialog', { name: 'Delete Media' })
  await saveForm(modal, galleryMessages.deleted, 'Delete')

  // The event that a browser sends when its user comes back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('What this link leads to is not in the gallery any more.')).toBeVisible()
  await expect(opener(page, SPORTS)).toBeFocused()
  await opener(page, FIRST_DAY).click()
  await expectShown(page, FIRST_DAY)
  await page.keyboard.press('Escape')
  await expect(opener(page, FIRST_DAY)).toBeFocused()
})

test('a video that is withdrawn while it is open is closed @wide', async ({
  page,
  charity,
  signIn,
  errors,
}) => {
  const supporter = await charity.addUser({ role_id: 5 })
  const officer = await charity.addUser({ role_id: 4 })
  const [id = 0] = await charity.addStudents([
    { name: FAITH, liaison_id: officer.id, supporter_id: supporter.id },
  ])
  await charity.addMedia([
    { student_id: id, title: SPORTS },
    { student_id: id, title: DRAMA, film: smallFilm },
  ])
  await signIn(supporter, `/dashboard/studentgallery?student=${id}`)
  await opener(page, DRAMA).click()
  const film = viewer(page, DRAMA).locator('video')
  await expect(film).toBeVisible()
  await charity.giveConsents([id], { videos: '' })
  const refused = page.waitForResponse((response) => response.status() === 404)
  await film.evaluate((video: HTMLVideoElement) => void video.play().catch(() => {}))
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(/^Videos of Faith are not shared at present\.$/)).toBeVisible()
  await expect(opener(page, DRAMA)).toHaveCount(0)
  await expect(opener(page, SPORTS)).toBeVisible()
  await refused
  // The browser may also log it.
  expect(errors.splice(0).every((error) => error.includes('404'))).toBe(true)
})

test('a lost picture is requested again @wide', async ({ page, charity, signIn, errors, checkAccess }) => {
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

test('a long description leaves room for its picture @wide', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { officer, id, address } = await addGallery(charity)
  const description = Array.from({ length: 60 }, (_, line) => `Line ${line + 1}`).join('\n')
  const [long] = await charity.addMedia([{ student_id: id, title: 'Diary', description }])
  await signIn(officer, `${address}&media=${long}`)
  const dialog = await expectShown(page, 'Diary')
  const picture = dialog.getByRole('img', { name: 'Diary' })
  const height = async () => (await picture.boundingBox())?.height
  expect(await height()).toBeGreaterThan(200)
  await checkAccess()
  await page.setViewportSize(PHONE)
  await expect.poll(height).toBeGreaterThan(200)
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

test('Back closes the viewer, a link opens it @wide', async ({ page, charity, signIn, newVisitor }) => {
  const { officer, address, idOf } = await addGallery(charity)
  const link = `${address}&media=${idOf[TREES]}`
  await signIn(officer, address)
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
  await signIn(officer, link, visitor)
  await expectShown(visitor, TREES)
  await closer(visitor).click()
  await expect(visitor.getByRole('dialog')).toBeHidden()
  await expect(visitor).toHaveURL(address)
  await expect(opener(visitor, TREES)).toBeFocused()
  await visitor.goto(`${address}&media=999`)
  await expect(visitor.getByText('What this link leads to is not in the gallery any more.')).toBeVisible()
  await visitor.getByRole('link', { name: 'Back to gallery list' }).click()
  await expect(visitor).toHaveURL('/dashboard/gallery')
  await visitor.goto('/dashboard/studentgallery?student=abc')
  await expect(visitor).toHaveURL('/dashboard/gallery')
})

test('a picture is swiped, zoomed, and closed by pulling down', async ({ page, charity, signIn }) => {
  const { officer, address } = await addGallery(charity)
  await signIn(officer, address)
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
    await zoomIn(page, picture)
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

test('a video plays and pauses, or is downloaded @wide', async ({ page, charity, signIn, checkAccess }) => {
  const { officer, id, address, idOf } = await addGallery(charity)
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
  await expect.poll(statuses).toContain(206)
  await film.evaluate((video: HTMLVideoElement) => (video.currentTime = 1))
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(1.1)

  const playing = await film.elementHandle()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expectShown(page, TREES)
  await expect.poll(() => playing?.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)

  // A film that this browser cannot play.
  const unplayable = { title: 'Old phone', film: Buffer.from('no film'), hasPoster: false }
  const [unknown] = await charity.addMedia([{ student_id: id, ...unplayable }])
  await page.goto(`${address}&media=${unknown}`)
  const old = viewer(page, 'Old phone')
  await expect(old.getByRole('alert')).toContainText('This video cannot be played here.')
  await checkAccess()
  const download = page.waitForEvent('download')
  await old.getByRole('link', { name: 'Download the video' }).click()
  expect((await download).suggestedFilename()).toBe('film.mp4')
})
