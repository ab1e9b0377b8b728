import { PAGE_SIZES } from '#contract/base/lists.ts'
import type { Page } from '@playwright/test'
import { entries, entryOf, openPanel } from '../support/screen.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { readPdf } from '../support/files/readPdf.ts'
import { stopTime } from '../support/stopTime.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

/** With the administrator of the first start, and the two users of `beforeEach`, there are 25 users. */
const people = Array.from({ length: 22 }, (_, index) => ({
  role_id: 4,
  first_name: 'Asha',
  last_name: `Kamau ${String(index + 1).padStart(2, '0')}`,
}))

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name, email or role' })
const pageButton = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name, exact: true })

test.beforeEach(async ({ charity, signIn }) => {
  await charity.addUsers(people)
  await charity.addUser({ role_id: 5, first_name: 'Zoë', last_name: 'Ñandú' })
  await signIn(await charity.addUser({ role_id: 1, first_name: 'Wambui', last_name: 'Njoroge' }))
})

test('a list is paged, sorted and searched @wide', async ({ page, checkWidths }) => {
  await page.goto('/dashboard?menu=users')
  await expect(page.getByText('Showing 1 to 5 of 25 entries')).toBeVisible()
  await expect(page.getByText('Total Pages 5')).toBeVisible()
  await expect(entries(page)).toHaveCount(5)
  await checkWidths()

  const sizes = page.getByLabel('Show entries')
  await expect(sizes.getByRole('option')).toHaveText(PAGE_SIZES.map(String))
  await sizes.selectOption('10')
  await expect(page.getByText('Showing 1 to 10 of 25 entries')).toBeVisible()
  await pageButton(page, 'Last').click()
  await expect(page.getByText('Showing 21 to 25 of 25 entries')).toBeVisible()
  await expect(pageButton(page, 'Last')).toBeDisabled()
  await pageButton(page, 'First').click()
  await expect(page.getByText('Showing 1 to 10 of 25 entries')).toBeVisible()

  await sizes.selectOption('1')
  await expectWindow(page, 1, [1, 2, 3, 4, 5])
  await pageButton(page, 'Page 5').click()
  await page.setViewportSize(PHONE)
  await expect(search(page)).toHaveAttribute('placeholder', 'Search')
  await expectWindow(page, 5, [3, 4, 5, 6, 7])
  await page.setViewportSize(WIDE)
  await expectWindow(page, 5, [3, 4, 5, 6, 7])

  const heading = page.getByRole('columnheader', { name: 'Name' })
  const sort = heading.getByRole('button', { name: 'Name' })
  await expect(heading).toHaveAttribute('aria-sort', 'none')
  await expect(sort.locator('svg'), 'shows at rest that it sorts').toBeVisible()
  await sort.click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await sort.click()
  await expect(entries(page).first()).toContainText('Zoë Ñandú')
  await expect(page).toHaveURL('/dashboard?menu=users&size=1&sort=-name')
  await search(page).fill('zoe')
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await expect(entryOf(page, 'Zoë Ñandú')).toBeVisible()
  await search(page).fill('Zawadi')
  await expect(page.getByRole('heading', { name: 'No users match “Zawadi”' })).toBeVisible()
  await expect(page.getByText('Check the spelling, or search by email.')).toBeVisible()
  await expect(page.getByText('Total Pages'), 'an empty list has no pages').toHaveCount(0)
  await checkWidths()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
  await expect(page.getByText('Showing 1 to 1 of 25 entries')).toBeVisible()
})

test('a list is printed completely, without its controls @wide', async ({ page }) => {
  await page.goto('/dashboard?menu=users&size=10&page=2')
  const shown = page.getByText('Showing 11 to 20 of 25 entries')
  await expect(shown).toBeVisible()
  const sheets = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  expect(sheets.every(({ width, height }) => width > height)).toBe(true)
  const text = sheets.map((sheet) => sheet.text).join(' ')
  for (const kept of ['User Role', 'Asha Kamau 08', 'Zoë Ñandú', 'Active', 'Showing 1 to 25 of 25 entries'])
    expect(text).toContain(kept)
  for (const control of ['Settings', 'Hi, ', 'Add New User', 'Show entries', 'Edit', 'Last'])
    expect(text).not.toContain(control)
  await expect(shown).toBeVisible()
})

test('a list keeps its state in the address @wide', async ({ page, context }) => {
  await page.goto('/dashboard?menu=users')
  await page.getByLabel('Show entries').selectOption('10')
  await stopTime(page)
  await search(page).fill('asha')
  await search(page).press('Tab')
  await expect(page, 'leaving the search box searches without delay').toHaveURL(
    '/dashboard?menu=users&size=10&search=asha',
  )
  await page.clock.resume()
  await search(page).fill('kamau')
  await expect(page).toHaveURL('/dashboard?menu=users&size=10&search=kamau')
  await pageButton(page, 'Page 2').click()
  await expect(page.getByText('Showing 11 to 20 of 22 entries')).toBeVisible()
  const address = '/dashboard?menu=users&page=2&size=10&search=kamau'
  await expect(page).toHaveURL(address)

  await page.reload()
  await expect(page.getByText('Showing 11 to 20 of 22 entries')).toBeVisible()
  await expect(search(page)).toHaveValue('kamau')
  await expect(page.getByLabel('Show entries')).toHaveValue('10')
  const shared = await context.newPage()
  await shared.goto(address)
  await expect(shared.getByText('Showing 11 to 20 of 22 entries')).toBeVisible()

  await page.goBack()
  await expect(page.getByText('Showing 1 to 10 of 22 entries')).toBeVisible()
  await page.goto('/dashboard?menu=users&page=99&size=5')
  await expect(page.getByText('Showing 21 to 25 of 25 entries'), 'not in the size chosen above').toBeVisible()
})

test('the page size is kept for the user and the list @wide', async ({ page, signInAs }) => {
  const size = page.getByLabel('Show entries')
  await page.goto('/dashboard?menu=users')
  await expect(size).toHaveValue('5')
  await size.selectOption('10')
  await expect(page).toHaveURL('/dashboard?menu=users&size=10')
  await openPanel(page, 'Academics')
  await expect(size, 'a list without a choice').toHaveValue('10')
  await size.selectOption('25')
  await openPanel(page, 'Users')
  await expect(page).toHaveURL('/dashboard?menu=users')
  await expect(page.getByText('Showing 1 to 10 of 25 entries')).toBeVisible()

  await page.evaluate(() => sessionStorage.clear())
  await signInAs(1, '/dashboard?menu=users')
  await expect(page.getByText('Showing 1 to 5 of 26 entries'), 'another person').toBeVisible()
})

test('a list loads once the server is back @wide', async ({ page, errors, checkAccess }) => {
  let tries = 0
  await page.route('**/api/getUsers?*', (route) => {
    tries++
    return route.abort()
  })
  await page.goto('/dashboard?menu=users')
  await expect(page.getByText('Loading users')).toBeAttached()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The server cannot be reached.')
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible()
  await checkAccess()
  await expect(async () => {
    await page.clock.fastForward(3_000)
    expect(tries, 'the first tries, and those after them').toBeGreaterThan(5)
  }).toPass()

  // While it retries without an answer, the message does not change.
  const asked = page.waitForRequest('**/api/getUsers?*')
  const release = await delayRequests(page, '**/api/getUsers?*')
  await page.clock.fastForward(3_000)
  await asked
  await page.clock.fastForward(3_000)
  await expect(alert).toContainText('The server cannot be reached.')
  await expect(page.getByText('Loading users')).not.toBeAttached()
  await expect(page.getByText('The server does not answer.')).toBeHidden()
  await page.unroute('**/api/getUsers?*')
  release()
  await expect(page.getByText('Showing 1 to 5 of 25 entries')).toBeVisible()
  await expect(alert).toBeHidden()
  expect(new Set(errors.splice(0))).toEqual(new Set(['Failed to load resource: net::ERR_FAILED']))
})

async function expectWindow(page: Page, current: number, numbers: number[]): Promise<void> {
  const buttons = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: /^Page/ })
  await expect(buttons).toHaveText(numbers.map(String))
  await expect(pageButton(page, `Page ${current}`)).toHaveAttribute('aria-current', 'page')
}
