import { INACTIVITY_LOGOUT_MS, INACTIVITY_WARNING_MS } from '#contract/identity/auth.ts'
import type { Page, Request } from '@playwright/test'
import { openPanel } from '../support/screen.ts'
import { stopTime } from '../support/stopTime.ts'
import { expect, test } from '../support/test.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

const warningIn = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' })

test.beforeEach(async ({ signInAs }) => {
  await signInAs(1, '/dashboard')
})

test('after a minute every tab asks, until one is used @wide', async ({ page, context, checkAccess }) => {
  const other = await context.newPage()
  await other.goto('/dashboard?menu=finance')
  await expect(other.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible()

  await stopTime(page)
  await page.mouse.move(5, 500)
  await page.clock.fastForward(INACTIVITY_WARNING_MS - 5 * SECOND)
  await expect(warningIn(page)).toBeHidden()
  await page.clock.fastForward(5 * SECOND)
  await page.clock.runFor(SECOND)
  for (const tab of [page, other]) {
    await expect(warningIn(tab)).toContainText('You are about to be logged out due to Inactivity...')
    await expect(warningIn(tab).getByRole('timer')).toHaveText('Logging out in 8:59')
    await expect(tab.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  }
  await page.clock.fastForward(2 * MINUTE)
  await expect(warningIn(page).getByRole('timer')).toHaveText('Logging out in 6:59')
  await page.clock.resume()
  await checkAccess()

  await other.keyboard.press('Enter')
  for (const tab of [page, other]) await expect(warningIn(tab)).toBeHidden()
})

test('after ten minutes every tab is logged out @wide', async ({ page, context, request, checkAccess }) => {
  const other = await context.newPage()
  await other.goto('/dashboard?menu=users')
  await expect(other.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  const cookies = await context.cookies()
  const session = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const ask = () =>
    request.get('/api/session', { headers: { ...session, 'X-Requested-With': 'XMLHttpRequest' } })
  expect((await ask()).status()).toBe(200)

  await page.clock.fastForward(INACTIVITY_LOGOUT_MS + SECOND)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(warningIn(tab)).toBeHidden()
  }
  // The tab whose timer fires first shows the reason; the other one follows it.
  const reasons = [page, other].map((tab) => tab.getByText('You were logged out due to inactivity.'))
  await expect.poll(async () => Promise.all(reasons.map((reason) => reason.count()))).toContain(1)
  await expect.poll(async () => (await ask()).status()).toBe(401)
  await checkAccess()
})

test('the mouse closes the warning, and Logout logs out @wide', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible()
  const expectWarning = async () => {
    await page.clock.fastForward(INACTIVITY_WARNING_MS + SECOND)
    await expect(warningIn(page)).toBeVisible()
  }
  await expectWarning()
  await page.mouse.move(5, 500)
  await expect(warningIn(page)).toBeHidden()
  await expectWarning()
  await warningIn(page).getByRole('timer').hover()
  await expect(warningIn(page).getByRole('timer')).toHaveText(/Logging out in (10:00|9:5\d)/)
  await warningIn(page).getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warningIn(page)).toBeHidden()
  await expectWarning()
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a reader who moves the mouse stays signed in @wide', async ({ page, charity }) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible()
  let unanswered = 0
  const count = (change: number) => (request: Request) => {
    if (request.url().endsWith('/api/session')) unanswered += change
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  for (let passed = 0, x = 10; passed < 18 * MINUTE; passed += 50 * SECOND, x += 10) {
    charity.step(50 * SECOND)
    await page.clock.fastForward(50 * SECOND)
    await expect(warningIn(page)).toBeHidden()
    await page.mouse.move(x, 200)
    // Waits for the server's answer before more time passes.
    await expect.poll(() => unanswered).toBe(0)
  }
  await openPanel(page, 'Users')
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()

  // A page that comes back after ten minutes is logged out before a key counts as activity.
  await page.goto('about:blank')
  await page.clock.fastForward(INACTIVITY_LOGOUT_MS + SECOND)
  await page.goto('/dashboard?menu=users')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
