import { userMessages } from '#contract/users.ts'
import type { Locator, Page } from '@playwright/test'
import { entries, openAccountMenu, openPanel } from '../support/screen.ts'
import { expectMessage } from '../support/forms.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { stopTime } from '../support/stopTime.ts'
import { expect, fillSignIn, test } from '../support/test.ts'

test('a repeated save adds one user @wide', async ({ page, signInAs, errors }) => {
  await signInAs(1, '/dashboard')
  await openPanel(page, 'Users')
  await page.route('**/api/register', (route) => route.abort(), { times: 1 })
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/register')) keys.push(request.headers()['idempotency-key'])
  })
  const modal = await typeNewUser(page)
  const save = modal.getByRole('button', { name: 'Save', exact: true })
  const name = modal.getByLabel('First name')
  const refusal = modal.getByRole('alert')
  await save.click()
  await expect(refusal).toContainText('The server cannot be reached.')
  await expect(name).toHaveValue('Grace')
  await expect(save).toBeFocused()
  expect(errors.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])

  const release = await delayRequests(page, '**/api/register')
  await stopTime(page)
  await save.click()
  for (const button of [save, modal.getByRole('button', { name: 'Clear' }), name])
    await expect(button).toBeDisabled()
  await expect(modal.getByRole('button', { name: 'Cancel upload' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(modal).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Discard what you typed?' })).toBeHidden()
  await page.clock.runFor(40_000)
  // A move of the mouse prevents the inactivity warning.
  await page.mouse.move(5, 5)
  await page.clock.runFor(19_000)
  await expect(refusal).toBeHidden()
  await page.clock.runFor(1_000)
  await expect(refusal).toContainText('The server cannot be reached.')
  await expect(name).toHaveValue('Grace')

  release()
  await save.dblclick()
  await expect(modal.getByRole('status')).toHaveText(userMessages.added)
  await expect(name).toBeDisabled()
  await page.clock.resume()
  await expectMessage(modal, userMessages.added)
  await expect(modal).toBeHidden()
  await page.reload()
  await expect(entries(page)).toHaveCount(3)
  // The same key each time, so that there would be one user even if the first try had arrived.
  expect(keys).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('a form whose code did not load in the background loads when it opens @wide', async ({
  page,
  signInAs,
  errors,
}) => {
  await page.route('**/assets/UserModal-*.js', (route) => route.abort(), { times: 1 })
  const failed = page.waitForEvent('requestfailed')
  await signInAs(1, '/dashboard?menu=users')
  await failed
  await typeNewUser(page)
  expect(errors.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
})

test('a form that is cleared after a save without an answer saves something else @wide', async ({
  page,
  signInAs,
  errors,
}) => {
  await signInAs(1, '/dashboard')
  await openPanel(page, 'Users')
  const modal = await typeNewUser(page)
  const lose = () =>
    page.route('**/api/register', async (route) => route.fetch().then(() => route.abort()), { times: 1 })
  const save = async () => {
    await modal.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(modal.getByRole('alert')).toContainText('The server cannot be reached.')
  }
  await lose()
  await save()
  await modal.getByRole('button', { name: 'Clear' }).click()
  // The key returns with the values: the user was added already, and is not added again.
  await page.getByRole('button', { name: 'Undo' }).click()
  await lose()
  await save()
  await modal.getByRole('button', { name: 'Clear' }).click()
  await typeUser(modal, 'neema@elimu.test')
  await modal.getByRole('button', { name: 'Save', exact: true }).click()
  await expectMessage(modal, userMessages.added)
  await page.reload()
  await expect(entries(page)).toHaveCount(4)
  expect(errors.splice(0)).toHaveLength(2)
})

test('a double click on Sign in signs in once @wide', async ({ page, charity }) => {
  const { email } = await charity.addUser({ role_id: 1 })
  await page.goto('/')
  const release = await delayRequests(page, '**/api/login')
  await fillSignIn(page, email)
  await expect(page.getByRole('button', { name: 'Signing in …' })).toBeDisabled()
  release()
  await expect(page).toHaveURL('/dashboard?menu=students')
})

test('a list that takes long shows that it is loading', async ({ page, signInAs, checkAccess }) => {
  const releaseStudents = await delayRequests(page, '**/api/students?*')
  await signInAs(1, '/dashboard')
  await expect(page.getByText('Loading students')).toBeAttached()
  const main = page.getByRole('main')
  for (const shape of ['photo', 'badge'])
    await expect(main.locator(`[data-shape=${shape}]`), `a ${shape} for each row`).toHaveCount(5)
  releaseStudents()
  const release = await delayRequests(page, '**/api/getUsers?*')
  await openPanel(page, 'Users')
  await expect(page.getByText('Loading users')).toBeAttached()
  await checkAccess()
  release()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await expect(page.getByText('Loading users')).toHaveCount(0)
})

test('every screen reports a silent server @wide', async ({
  page,
  charity,
  administrator,
  signIn,
  checkAccess,
}) => {
  const grace = await charity.addUser({ role_id: 5 })
  const [faith = 0] = await charity.addStudents([
    { name: 'Faith Atieno Odhiambo', liaison_id: administrator.id, supporter_id: grace.id },
  ])
  await charity.addReportCards([
    { student_id: faith, year: '2025', term: 'Term 2', status: 1, entered_by: administrator.id },
  ])
  await signIn(administrator, '/dashboard')
  const notice = page.getByRole('status').filter({ hasText: 'If this continues, check the connection.' })
  const open = async (address: string, act: () => Promise<unknown>, answer: Locator) => {
    const release = await delayRequests(page, address)
    await act()
    await page.clock.fastForward(3_000)
    // While the code of a screen loads too, there may be two for a moment.
    await expect(notice.filter({ visible: true }), `while ${address} is delayed`).toHaveCount(1)
    if (address.includes('assets')) await checkAccess()
    release()
    await expect(answer).toBeVisible()
    await expect(notice).toHaveCount(0)
  }
  const go = (address: string) => () => page.goto(`/dashboard${address}`)
  const heading = (name: string) => page.getByRole('heading', { name })
  await open('**/api/getUsers?*', go('?menu=users'), page.getByText('of 3 entries'))
  await open(
    '**/assets/SchoolsPanel*.js',
    go('?menu=schools'),
    page.getByRole('button', { name: 'Add School' }),
  )
  await open('**/api/students/*', go(`?menu=profile&student=${faith}`), heading('Student Background'))
  await open(
    '**/api/students/*',
    go(`/studentgallery?student=${faith}`),
    heading('Nothing in the gallery yet'),
  )
  await open('**/api/notifications/missing*', go('?menu=missing'), page.getByText('Faith Atieno Odhiambo'))
  await open('**/api/docs', go('/calls'), heading('Users and their roles'))
  const openWork = async () => {
    await page.goto('/dashboard?menu=academics')
    await page.getByRole('button', { name: 'My work' }).click()
  }
  await open('**/api/notifications/missing?*', openWork, page.getByText('Faith Atieno Odhiambo'))
  const openSend = async () => {
    await page.goto('/dashboard?menu=notification')
    await page.getByRole('button', { name: /^Send 1 letter/ }).click()
  }
  await open('**/api/notifications/preview?*', openSend, heading('Who gets a letter'))
})

test('the chosen colour scheme survives a reload @wide', async ({ page, signInAs, checkAccess }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signInAs(1, '/dashboard')
  const root = page.locator('html')
  const choose = async (name: string) => {
    const menu = await openAccountMenu(page)
    await menu.getByRole('menuitemradio', { name }).click()
    await page.keyboard.press('Escape')
  }
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')

  const first = (await openAccountMenu(page)).getByRole('menuitemradio', { name: 'Light' })
  await expect(first).toBeFocused()
  await expect(first).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await checkAccess()
  await page.keyboard.press('Escape')
  await choose('Dark')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const menu = await openAccountMenu(page)
  await expect(menu.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked()
  await menu.press('Escape')

  await page.emulateMedia({ colorScheme: 'dark' })
  await choose('Light')
  await page.reload()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  await choose('System')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
})

async function typeNewUser(page: Page) {
  await page.getByRole('button', { name: 'Add New User' }).click()
  const modal = page.getByRole('dialog', { name: 'Add New User' })
  await typeUser(modal, 'grace@elimu.test')
  return modal
}

async function typeUser(modal: Locator, email: string) {
  await modal.getByLabel('First name').fill('Grace')
  await modal.getByLabel('Last name').fill('Wanjiru')
  await modal.getByLabel('Email').fill(email)
  await modal.getByLabel('User role').selectOption('Supporter')
}
