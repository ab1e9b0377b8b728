import { reportCardMessages } from '#contract/records/reportCards.ts'
import type { Locator, Page, Request } from '@playwright/test'
import { randomScene } from '../../fixtures/paperScenes.ts'
import { FAITH, openAcademics, reportCardsOf, rowOf, subjectIn } from '../support/academics.ts'
import type { Person } from '../support/charity.ts'
import { expectMessage } from '../support/forms.ts'
import { choose, photograph } from '../support/files/paper.ts'
import { readPdf } from '../support/files/readPdf.ts'
import { isPhone, openAccountMenu } from '../support/screen.ts'
import { storedIn } from '../support/storedIn.ts'
import { expect, test } from '../support/test.ts'
import { STEPS, touch } from '../support/touch.ts'

/** All code for photographs, compressed. */
const MOST_BYTES = 60 * 1024
const thisYear = String(new Date().getFullYear())
const CORNERS = ['Top left corner', 'Top right corner', 'Bottom right corner', 'Bottom left corner']

let officer: Person
let faith: number

test.beforeEach(async ({ charity }) => {
  officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  ;[faith = 0] = await charity.addStudents([{ liaison_id: officer.id, name: FAITH }])
})

test('a photographed report card becomes a PDF, page by page', async ({ page, signIn, checkAccess }) => {
  const photo = await photograph({ name: 'desk.jpg', ground: 'darkWood', lean: [14, 6, 4] })
  await signIn(officer)
  // Denies the camera.
  await page.context().grantPermissions([])
  // As in Firefox, until its user answers. Chromium refuses.
  if (!isPhone(page))
    await page.addInitScript(() => (navigator.storage.persist = () => new Promise(() => {})))
  await openAcademics(page)
  const form = await openForm(page)
  await form.getByLabel('Teacher Comment').fill('A steady term.')
  const code = watchCode(page)
  const [begin, next] = isPhone(page) ? ['Photograph the paper', 'Next page'] : ['Use pictures', /^Next page/]
  if (isPhone(page))
    await expect(form).toContainText('The camera is blocked. Allow it in the browser’s settings')
  expect(code.names().filter((name) => /paper/i.test(name))).toEqual([])
  await choose(page, form.getByRole('button', { name: begin }), [photo])

  const editor = page.getByRole('dialog', { name: 'Page 1' })
  await expect(editor).toContainText(`Report card, ${FAITH}`)
  expect(code.names().filter((name) => /paper/i.test(name))).not.toEqual([])
  for (const [index, name] of CORNERS.entries()) {
    const { x = 0, y = 0 } = photo.corners[index] ?? {}
    const place = await editor.getByRole('slider', { name }).getAttribute('aria-valuetext')
    const [left = 0, top = 0] = place?.match(/\d+/g)?.map(Number) ?? []
    expect(Math.abs(left - x * 100), `${name} from the left`).toBeLessThan(2)
    expect(Math.abs(top - y * 100), `${name} from the top`).toBeLessThan(2)
  }
  const corner = editor.getByRole('slider', { name: 'Top left corner' })
  const before = await corner.boundingBox()
  await corner.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowDown')
  const after = await corner.boundingBox()
  expect(Math.round((after?.x ?? 0) - (before?.x ?? 0))).toBe(10)
  expect(Math.round((after?.y ?? 0) - (before?.y ?? 0))).toBe(1)
  await dragBy(page, corner, -10, -1)
  await expectTouchable(editor)
  await editor.getByRole('button', { name: 'Colour' }).click()
  await checkAccess()
  if (isPhone(page)) {
    await editor.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('dialog', { name: 'Page 1, straightened' })).toBeVisible()
  }
  await expect(page.getByRole('img', { name: 'The straightened page' })).toBeVisible()
  expect(await code.bytes()).toBeLessThanOrEqual(MOST_BYTES)
  const use = page.getByRole('button', { name: 'Use this page' })
  const thumb = await use.boundingBox()
  await use.click()

  const list = page.getByRole('dialog', { name: /^\d+ pages?$/ })
  const again = list.getByRole('button', { name: next })
  await expect(again).toBeVisible()
  if (isPhone(page)) expect(await again.boundingBox()).toEqual(thumb)
  await expectTouchable(list)
  await choose(page, again, [photo])
  await page.getByRole('button', { name: 'Use this page' }).click()
  await expect(list.getByRole('heading')).toHaveText('2 pages')
  await expect(list).toContainText('8 more pages fit')
  await list.getByRole('button', { name: isPhone(page) ? 'Remove' : 'Remove page 2' }).click()
  await expect(list.getByRole('heading')).toHaveText('1 page')
  await list.getByRole('button', { name: /^Undo/ }).click()
  await expect(list.getByRole('heading')).toHaveText('2 pages')
  await list.getByRole('button', { name: /^Page 2/ }).press('ArrowLeft')
  await checkAccess()
  // Neither closing, nor Back, nor a reload loses a page.
  const unused = form.getByText(/^2 pages photographed at \d\d:\d\d$/)
  await page.keyboard.press('Escape')
  await expect(unused).toBeVisible()
  await expectTouchable(form)
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(list).toBeVisible()
  await page.goBack()
  await expect(list).toBeHidden()
  await expect(unused).toBeVisible()
  await expect(form.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  await openForm(page)
  await form.getByRole('button', { name: 'Continue' }).click()
  await list.getByRole('button', { name: 'Use 2 pages' }).click()

  const name = /^faith-atieno-odhiambo/
  await expect(form.getByText(name)).toBeVisible()
  await expect(form.getByText(/^2 pages, \d+ KB$/)).toBeVisible()
  await checkAccess()
  await fillRest(form)
  await form.getByRole('button', { name: 'Save Report' }).click()
  await expectMessage(form, reportCardMessages.saved)
  const [saved] = await reportCardsOf(page, faith, thisYear, 'Term 3')
  const answer = await page.request.get(saved?.pathReport ?? '')
  const bytes = await answer.body()
  expect((await readPdf(bytes)).map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
    [595, 842],
    [595, 842],
  ])
  expect(bytes.includes('Kamera')).toBe(false)
  expect(await storedIn(page, 'papers')).toEqual([])
})

test('pictures that cannot be read well are refused or marked, and a logout asks @wide', async ({
  page,
  signIn,
  checkWidths,
}) => {
  await signIn(officer)
  await openAcademics(page)
  const form = await openForm(page)
  const begin = form.getByRole('button', { name: 'Use pictures' })
  await choose(page, begin, [
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') },
  ])
  const list = page.getByRole('dialog', { name: /^\d+ pages?$|^Use pictures$/ })
  await expect(list).toContainText('This file is not a picture. Choose a JPEG or PNG picture.')
  await choose(page, list.getByRole('button', { name: /^Next page/ }), [
    { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('unreadable') },
  ])
  await expect(list).toContainText('choose Settings › Camera › Formats › Most Compatible')

  const dark = await photograph({
    name: 'dark.jpg',
    ground: 'darkWood',
    lean: [8, 4, 2],
    past: [70, 0],
    light: 0.1,
    noise: 16,
  })
  await choose(page, list.getByRole('button', { name: /^Next page/ }), [dark])
  const editor = page.getByRole('dialog', { name: 'Page 1' })
  await expect(editor.getByRole('status').filter({ hasText: 'too dark to read' })).toContainText(
    'Take it again near a window, or with the flash on.',
  )
  await expect(editor).toContainText('The paper is cut off.')
  await checkWidths()
  await editor.getByRole('button', { name: 'Use this page' }).click()
  await expect(list.getByRole('button', { name: 'Page 1 of 1, Cut off, Dark' })).toContainText('Cut off')
  // Two pictures more than there is room for.
  const good = await photograph({ name: 'good.jpg', ground: 'desk' }, 500)
  await choose(
    page,
    list.getByRole('button', { name: /^Next page/ }),
    Array.from({ length: 11 }, () => good),
  )
  await expect(list).toContainText('Only 9 pictures of 11 were added.')
  await expect(list.getByRole('heading')).toHaveText('10 pages')
  await expect(list).toContainText('A PDF has at most 10 pages. Remove one to add another.')
  await checkWidths()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Logout?' }).click()
  const question = page.getByRole('dialog', { name: 'Log out before everything is saved?' })
  await expect(question).toContainText('Photographed pages are only on this device.')
  await question.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await storedIn(page, 'papers')).toEqual([])
})

test('pages that cannot be stored are asked about, and old ones are removed @wide', async ({
  page,
  charity,
  signIn,
  checkWidths,
}) => {
  await signIn(officer)
  await openAcademics(page)
  const storage = await page.context().newCDPSession(page)
  await storage.send('Storage.overrideQuotaForOrigin', { origin: charity.url, quotaSize: 1_000 })
  const photo = await photograph({ name: 'good.jpg', ground: 'desk' }, 500)
  const form = await openForm(page)
  await choose(page, form.getByRole('button', { name: 'Use pictures' }), [photo])
  const editor = page.getByRole('dialog', { name: 'Page 1' })
  await expect(editor).toContainText('This device has no room to store the pages.')
  await checkWidths()
  await editor.getByRole('button', { name: 'Use this page' }).click()
  const list = page.getByRole('dialog', { name: '1 page' })
  await expect(list).toContainText('This device has no room to store the pages.')
  await page.keyboard.press('Escape')
  await expect(form).toContainText('Only in this tab: the device has no room to store them.')
  expect(await storedIn(page, 'papers')).toEqual([])

  const question = page.getByRole('dialog', { name: 'Discard the photographed pages?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await form.getByLabel('Teacher Comment').fill('A steady term.')
  await page.keyboard.press('Escape')
  const draft = page.getByRole('dialog', { name: 'Keep the draft?' })
  await expect(draft).toContainText('The photographed pages are not in it')
  await page.keyboard.press('Escape')

  await storage.send('Storage.overrideQuotaForOrigin', { origin: charity.url })
  await form.getByRole('button', { name: 'Continue' }).click()
  await list.getByRole('button', { name: 'Turn page 1' }).click()
  await expect(list).not.toContainText('no room')
  await page.keyboard.press('Escape')
  await expect(form).toContainText('Saved with this draft, on this device only')

  const monthAgo = Date.now() - 31 * 86_400_000
  expect(await storedIn(page, 'papers', monthAgo)).not.toEqual([])
  await page.reload()
  await expect.poll(() => storedIn(page, 'papers')).toEqual([])
  await expect((await openForm(page)).getByRole('button', { name: 'Use pictures' })).toBeVisible()
})

test('making the PDF can be cancelled, and what was made before is not saved in its place @wide', async ({
  page,
  signIn,
}) => {
  await signIn(officer)
  await openAcademics(page)
  const form = await openForm(page)
  const photo = await photograph({ name: 'good.jpg', ground: 'desk' }, 500)
  await choose(page, form.getByRole('button', { name: 'Use pictures' }), [photo, photo])
  await page.getByRole('button', { name: 'Use 2 pages' }).click()
  await expect(form).toContainText('Ready to save')

  // The worker that straightens the turned page is never loaded.
  await page.route(/paperWorker/, () => {})
  await form.getByRole('button', { name: 'Edit pages' }).click()
  const list = page.getByRole('dialog', { name: '2 pages' })
  await list.getByRole('button', { name: 'Turn page 1' }).click()
  await list.getByRole('button', { name: 'Use 2 pages' }).click()
  await expect(form).toContainText('Making page 1 of 2')
  await expect(form.getByRole('button', { name: 'Save Report' })).toBeDisabled()
  await form.getByRole('button', { name: 'Cancel the PDF' }).click()
  await expect(form).toContainText('2 pages photographed at')
  await expect(form).not.toContainText('.pdf')
  await expect(form.getByRole('button', { name: 'Continue' })).toBeFocused()
  // The form refuses to save, which would delete the pages, and to take another PDF, which would hide them.
  await expect(form.getByRole('button', { name: 'Save Report' })).toBeDisabled()
  await expect(form).toContainText('Make a PDF of the photographed pages, or delete them.')
  await form
    .locator('input[type="file"][accept*="pdf"]')
    .setInputFiles({ name: 'other.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await expect(form).toContainText('To use another PDF, delete the photographed pages first.')
  await expect(form).toContainText('2 pages photographed at')

  await page.unroute(/paperWorker/)
  await form.getByRole('button', { name: 'Continue' }).click()
  await list.getByRole('button', { name: 'Use 2 pages' }).click()
  await expect(form).toContainText('Ready to save')
  await expect(form.getByRole('button', { name: 'Save Report' })).toBeEnabled()
  await expect(form).not.toContainText('delete the photographed pages')
})

test('uncertain corners are confirmed by using the page @wide', async ({ page, signIn }) => {
  await signIn(officer)
  await openAcademics(page)
  const form = await openForm(page)
  await choose(page, form.getByRole('button', { name: 'Use pictures' }), [
    await photograph(randomScene('whiteTable', 58)),
  ])
  const editor = page.getByRole('dialog', { name: 'Page 1' })
  await expect(editor).toContainText('Check the corners.')
  const use = editor.getByRole('button', { name: 'Use this page' })
  await expect(use).toHaveAttribute('data-variant', 'filled')
  await use.click()
  await expect(page.getByRole('button', { name: 'Page 1 of 1', exact: true })).toBeVisible()
})

test('a page with a warning is marked and looked at before the pages are used', async ({
  page,
  signIn,
  checkAccess,
}) => {
  await signIn(officer)
  await openAcademics(page)
  const form = await openForm(page)
  const begin = form.getByRole('button', { name: /^Use pictures/ })
  await choose(page, begin, [
    await photograph({ name: 'good.jpg', ground: 'desk' }, 800),
    await photograph({ name: 'black.jpg', ground: 'desk', light: 0.02, noise: 1 }, 800),
    await photograph({ name: 'sideways.jpg', ground: 'desk', lean: [6, 4, 90], away: 400 }, 800),
    await photograph({ name: 'dim.jpg', ground: 'desk', light: 0.14, noise: 4 }, 800),
  ])
  const list = page.getByRole('dialog', { name: '4 pages' })
  const pageButton = (number: number) => list.getByRole('button', { name: new RegExp(`^Page ${number}`) })
  const use = list.getByRole('button', { name: 'Use 4 pages' })
  await expect(list.getByRole('button', { name: 'Look at page 2' })).toBeEnabled()
  await expect(use).toHaveAttribute('data-variant', 'default')
  for (const [index, mark] of ['', 'Edges', 'Sideways', ''].entries())
    await expect(pageButton(index + 1)).toHaveText(mark)
  await checkAccess()

  await list.getByRole('button', { name: 'Look at page 2' }).click()
  const editor = page.getByRole('dialog', { name: /^Page \d/ })
  const useThis = editor.getByRole('button', { name: 'Use this page' })
  await expect(editor).toContainText('The picture is too dark to read.')
  await useThis.click()
  // The page has not changed, but the user has accepted it.
  await expect(pageButton(2)).not.toHaveText('')

  await list.getByRole('button', { name: 'Look at page 3' }).click()
  await expect(editor).toContainText('The page lies sideways.')
  const turn = editor.getByRole('button', { name: 'Turn' })
  await expect(turn).toHaveAttribute('data-variant', 'filled')
  await expect(useThis).toHaveAttribute('data-variant', 'default')
  await turn.click()
  await expect(editor).not.toContainText('The page lies sideways.')
  await expect(useThis).toHaveAttribute('data-variant', 'filled')
  await useThis.click()
  await expect(pageButton(3)).toHaveText('')
  await expect(use).toHaveAttribute('data-variant', 'filled')
})

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: `Add Academic Reports of ${FAITH}` }).click()
  return page.getByRole('dialog', { name: 'Add Academic Report' })
}

async function dragBy(page: Page, corner: Locator, x: number, y: number): Promise<void> {
  const box = await corner.boundingBox()
  if (!box) throw new Error('No corner to drag')
  const [fromX, fromY] = [box.x + box.width / 2 - 4, box.y + box.height / 2 + 3]
  if (isPhone(page))
    await touch(page, (step) => [{ x: fromX + (x * step) / STEPS, y: fromY + (y * step) / STEPS }])
  else {
    await page.mouse.move(fromX, fromY)
    await page.mouse.down()
    await page.mouse.move(fromX + x, fromY + y, { steps: 3 })
    await page.mouse.up()
  }
  const after = await corner.boundingBox()
  expect(Math.round((after?.x ?? 0) - box.x)).toBe(x)
}

async function fillRest(form: Locator): Promise<void> {
  await form.getByLabel('Year', { exact: true }).selectOption(thisYear)
  await form.getByLabel('Term', { exact: true }).selectOption('Term 3')
  await form.getByLabel('Class', { exact: true }).selectOption('Form 3')
  const row = rowOf(form, 1)
  await subjectIn(row).click()
  await form.page().getByRole('option', { name: 'English', exact: true }).click()
  await row.getByLabel('Mark').fill('74')
  await row.getByLabel('Grade').selectOption('B+')
  await form.getByLabel('Mean Grade').selectOption('B+')
  await form.getByLabel('Mean Score').fill('74')
  for (const label of ['Liaison Comment', 'Action Plan', 'Psychosocial'])
    await form.getByLabel(label).fill('Good.')
}

/** Records the code that is loaded from now on. */
function watchCode(page: Page) {
  const loaded: Request[] = []
  page.on('requestfinished', (request) => {
    if (
      ['script', 'stylesheet', 'fetch', 'other'].includes(request.resourceType()) &&
      request.url().includes('/assets/')
    )
      loaded.push(request)
  })
  return {
    names: () => loaded.map((request) => request.url()),
    async bytes(): Promise<number> {
      const sizes = await Promise.all(loaded.map((request) => request.sizes()))
      return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    },
  }
}

/** On a phone every control must have the size of a finger. */
async function expectTouchable(dialog: Locator): Promise<void> {
  if (!isPhone(dialog.page())) return
  const small = await dialog.locator('button:not([aria-hidden])').evaluateAll((buttons) =>
    buttons
      .filter((button) => button.checkVisibility())
      .map((button) => ({
        name: button.ariaLabel ?? button.textContent,
        box: button.getBoundingClientRect(),
      }))
      // Whole thousandths, because a scaled box of 44 px measures 43.999996.
      .filter(({ box }) => Math.round(Math.min(box.height, box.width) * 1000) < 44_000)
      .map(({ name, box }) => `${name}: ${box.width} by ${box.height}`),
  )
  expect(small).toEqual([])
}
