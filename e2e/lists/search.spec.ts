import type { Page } from '@playwright/test'
import { withoutExam } from '../../server/testing/data/students.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { PHONE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const [ROSE, KEVIN] = ['Rose Nafula Barasa', 'Kevin Otieno']

test.beforeEach(async ({ charity }) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const common = { ...withoutExam, liaison_id: officer.id }
  await charity.addStudents([
    { ...common, name: 'Narotich Rose Chebet', status: 3 },
    { ...common, name: ROSE },
    { ...common, name: KEVIN },
  ])
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const box = (page: Page) => palette(page).getByRole('combobox')
const results = (page: Page) => palette(page).getByRole('option')
const button = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })

test('a coordinator finds students, pages and actions from any screen @wide', async ({
  page,
  signInAs,
  checkWidths,
}) => {
  await signInAs(3, '/dashboard?menu=schools')
  await button(page).click()
  await expect(box(page)).toBeFocused()
  // Pressed again, the keys do not open the browser's own search.
  const keys = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
  const isLeftToBrowser = await box(page).evaluate(
    (field, init) => field.dispatchEvent(new KeyboardEvent('keydown', init)),
    keys,
  )
  expect(isLeftToBrowser).toBe(false)
  await expect(results(page)).toHaveText([/^Progress Report/, /^What Is Missing/, /^Add New Student/])
  await box(page).fill('na rose')
  await expect(results(page)).toHaveText([/Narotich Rose.*Graduated/, /Rose Nafula Barasa.*EL-0002/])
  await expect(results(page).first()).toHaveAttribute('aria-selected', 'true')
  await checkWidths()
  await box(page).fill('zawadi')
  await expect(palette(page).getByText('Nothing matches “zawadi”.')).toBeVisible()
  await expect(results(page)).toHaveCount(0)
  await box(page).fill('nafulla barsa')
  await expect(palette(page).getByText('Nothing matches “nafulla barsa”.')).toBeVisible()
  await expect(palette(page).getByRole('group', { name: 'Similar names' })).toContainText(ROSE)
  await page.keyboard.press('Enter')
  await expect(palette(page).getByRole('option', { selected: true })).toHaveCount(0)
  await checkWidths()
  // A fact that was typed is shown.
  await box(page).fill('nafula ochieng')
  await expect(results(page)).toHaveText([/Rose Nafula Barasa.*EL-0002.*Brian Ochieng/])
  await box(page).fill('nafula')
  await results(page).filter({ hasText: ROSE }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: ROSE })).toBeVisible()
  await expect(palette(page)).toBeHidden()
  await expect(page).toHaveURL(/menu=profile&student=2/)

  await button(page).click()
  await expect(results(page).first()).toHaveText(/Rose Nafula Barasa/)
  await box(page).fill('gallery kevin')
  await results(page)
    .filter({ hasText: `Galleryof ${KEVIN}` })
    .click()
  await expect(page).toHaveURL(/studentgallery\?student=3/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Journey Gallery')
  await expect(palette(page)).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: ROSE })).toBeVisible()
  await page.setViewportSize(PHONE)
  await button(page).click()
  await palette(page).getByRole('button', { name: 'Close search' }).click()
  await expect(palette(page)).toBeHidden()
})

test('the search works by keyboard, and ? lists the keys @wide', async ({ page, signInAs, checkAccess }) => {
  await signInAs(4, '/dashboard')
  await expect(page.getByText(KEVIN)).toBeVisible()
  const { keyboard } = page
  await keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()

  // Enter waits for the results of what was typed.
  await keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await keyboard.type('add rec kevin')
  await keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Add Finance Report' })
  await expect(form.getByText(`${KEVIN}, EL-0003`)).toBeVisible()
  await expect(page).toHaveURL(/menu=finance/)
  // A form is not left by a shortcut.
  await keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
  await keyboard.press('Escape')
  await expect(form).toBeHidden()

  await button(page).click()
  await box(page).fill('kevin')
  await expect(results(page)).toHaveText([/Kevin/, /^Add report card/, /^Add receipt/, /^Edit/, /^Gallery/])
  await keyboard.press('ArrowUp')
  await expect(results(page).last()).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('ArrowUp')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit Student Data' }).getByLabel('Name')).toHaveValue(KEVIN)
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Search', { exact: true }).first()).toBeVisible()
  // Liaison officers do not verify.
  await expect(keys.getByRole('heading', { level: 3 })).toHaveText([
    'Everywhere',
    'Search',
    'Forms',
    'Marks and receipt items',
    'Photographed papers',
    'Gallery',
  ])
  await checkAccess()
})

test('Enter opens the child whose name begins with the typed words, and no child in doubt @wide', async ({
  page,
  signInAs,
  charity,
  checkWidths,
}) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Purity', last_name: 'Kawira' })
  const common = { ...withoutExam, liaison_id: officer.id, school_id: 1 }
  await charity.addStudents(
    ['Sharon Wambui Karanja', 'Wambui Njoroge', 'Achieng Otieno', 'Achieng Otieno'].map((name) =>
      Object.assign({ name }, common),
    ),
  )
  await signInAs(3, '/dashboard')
  await button(page).click()
  await box(page).fill('wambui nj')
  await expect(results(page)).toHaveText([/^WNWambui Njoroge/, /Sharon Wambui Karanja/])
  await expect(palette(page).getByRole('group', { name: 'Students' })).toHaveAccessibleName('Students 1')
  await expect(palette(page).getByRole('group', { name: 'Letters inside a word' })).toContainText('Sharon')
  await expect(results(page).first().locator('mark')).toHaveText(['Wambui', 'Nj'])
  await expect(results(page).last().locator('mark')).toHaveText(['Wambui', 'nj'])

  const selected = palette(page).getByRole('option', { selected: true })
  await box(page).fill('nja')
  await expect(palette(page).getByText('No name begins with “nja”.')).toBeVisible()
  await expect(results(page)).toHaveText([/Sharon Wambui Karanja/])
  await expect(selected).toHaveCount(0)

  await box(page).fill('achieng otieno')
  await expect(palette(page).getByText('Two children have this name.')).toBeVisible()
  await expect(results(page)).toHaveText([/EL-0006, born/, /EL-0007, born/])
  await page.keyboard.press('Enter')
  await expect(selected).toHaveCount(0)
  await expect(palette(page)).toBeVisible()
  await checkWidths()
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveText(/EL-0006/)

  await box(page).fill('gallery achieng otieno')
  await expect(results(page)).toHaveText([/Gallery.*EL-0006/, /Gallery.*EL-0007/])
  await expect(palette(page).getByText('Two children have this name.')).toBeVisible()
  await expect(selected).toHaveCount(0)

  await box(page).fill('wambui nj')
  await expect(selected).toHaveText(/Wambui Njoroge/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Wambui Njoroge' })).toBeVisible()
})

/** Opens the search, whose code waits until it is released. */
async function openBeforeItLoads(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const release = await delayRequests(page, '**/SearchPalette*')
  await page.keyboard.press('Control+k')
  return release
}

test('letters typed while the search is loading are searched @wide', async ({ page, signInAs }) => {
  await signInAs(3, '/dashboard')
  const release = await openBeforeItLoads(page)
  await page.keyboard.type('why??')
  await page.keyboard.press('Backspace')
  release()
  await expect(box(page)).toBeFocused()
  await page.keyboard.type(' kevin')
  await expect(box(page)).toHaveValue('why? kevin')
})

test('Enter while the search is loading opens what was typed @wide', async ({ page, signInAs }) => {
  await signInAs(3, '/dashboard')
  const release = await openBeforeItLoads(page)
  await page.keyboard.type('kevin')
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByRole('heading', { level: 1, name: KEVIN })).toBeVisible()
})

test('Escape closes the search while it is loading @wide', async ({ page, signInAs }) => {
  await signInAs(3, '/dashboard')
  const release = await openBeforeItLoads(page)
  await page.keyboard.type('kev')
  await page.keyboard.press('Escape')
  release()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('')
})

test('a search without a network keeps what was typed, and is tried again @wide', async ({
  page,
  signInAs,
  checkWidths,
  errors,
}) => {
  await signInAs(3, '/dashboard')
  await button(page).click()
  await page.route('**/api/search?*', (route) => route.abort())
  await box(page).fill('kevin')
  const failure = palette(page).getByRole('alert')
  await expect(failure).toContainText('Search needs the network. What you typed stays here.')
  await expect(results(page)).toHaveCount(0)
  await checkWidths()
  await page.unroute('**/api/search?*')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(results(page).first()).toContainText(KEVIN)
  await expect(failure).toBeHidden()
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('kevin')
  expect([...new Set(errors.splice(0))]).toEqual(['Failed to load resource: net::ERR_FAILED'])
})

test('supporters have no search @wide', async ({ page, signInAs }) => {
  await signInAs(5, '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(button(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByRole('term')).toHaveText([
    'Keyboard shortcuts',
    'Close a dialog or a menu',
    'Save',
    'Next picture or video',
    'Previous picture or video',
    'Enlarge or reduce a picture',
  ])
})
