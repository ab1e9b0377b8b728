import { delayRequests } from '../support/delayRequests.ts'
import { logOut, openNav, openPanel } from '../support/screen.ts'
import { expect, fillSignIn, test } from '../support/test.ts'

const manyUsers = Array.from({ length: 7 }, (_, index) => ({
  role_id: 4,
  first_name: 'Asha',
  last_name: `Kamau ${index}`,
}))

test('an unknown address says so and leads back to Login @wide', async ({ page, errors, checkWidths }) => {
  for (const path of ['/%', '/changepsw/%E0%A4%A', '/nowhere']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: "Sorry we couldn't find this page" })).toBeVisible()
  }
  await checkWidths()
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  // The browser's own reports of the pages' status.
  expect(errors.splice(0)).toEqual(
    Array(3).fill('Failed to load resource: the server responded with a status of 404 (Not Found)'),
  )
})

test('a link opened while signed out leads there after sign-in @wide', async ({ page, charity }) => {
  const admin = await charity.addUser({ role_id: 1 })
  await charity.addUsers(manyUsers)
  await page.goto('/dashboard?menu=users&page=2')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await fillSignIn(page, admin.email)
  await expect(page.getByText('Showing 6 to 9 of 9 entries')).toBeVisible()
  await expect(page).toHaveURL('/dashboard?menu=users&page=2')
})

test('signed-out screens lead signed-in users to the dashboard @wide', async ({ context, signInAs }) => {
  await signInAs(1, '/dashboard')
  const other = await context.newPage()
  for (const path of ['/', '/changepsw/nonsense']) {
    await other.goto(path)
    await expect(other).toHaveURL('/dashboard?menu=students')
  }
})

test('a logout leaves nothing for the next user @wide', async ({ page, context, charity, signIn }) => {
  const amina = await charity.addUser({ role_id: 1, first_name: 'Amina', last_name: 'Mwangi' })
  const brian = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  await signIn(amina, '/dashboard')
  await openPanel(page, 'Users')
  await expect(page.getByText(amina.email)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard?menu=users')
  await expect(other.getByText(amina.email)).toBeVisible()

  await logOut(page)
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText(amina.email)).toBeHidden()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  await fillSignIn(page, brian.email)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Hi, Brian Ochieng' })).toBeVisible()
    await expect((await openNav(tab)).getByRole('link', { name: 'Users' })).toHaveCount(0)
    await expect(tab.getByText('Amina')).toHaveCount(0)
  }
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(stored).toContain('Brian Ochieng')
  expect(stored).not.toContain('Amina')
})

test('a silent server is reported and asked again @wide', async ({ context, signInAs, errors }) => {
  await signInAs(1)
  const silent = await context.newPage()
  const release = await delayRequests(silent, '**/api/session')
  await silent.goto('/dashboard?menu=users')
  await silent.clock.fastForward(3_000)
  await expect(silent.getByText('The server does not answer. Elimu keeps trying.')).toBeVisible()
  release()
  await expect(silent.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()

  const gone = await context.newPage()
  await gone.route('**/api/session', (route) => route.abort())
  await gone.goto('/dashboard?menu=users')
  await expect(gone.getByText('The server cannot be reached.')).toBeVisible()
  await gone.unroute('**/api/session')
  await expect(gone.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  for (const error of errors.splice(0))
    expect(error).toMatch(/net::ERR_FAILED|The server (does not answer|cannot be reached)/)
})

test('a logout without a server ends the session later @wide', async ({ page, signInAs, errors }) => {
  await signInAs(1, '/dashboard')
  await page.route('**/api/logout', (route) => route.abort())
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  // The logout is sent once on leaving, and once more on arriving.
  await expect.poll(() => errors).toEqual(Array(2).fill('Failed to load resource: net::ERR_FAILED'))
  errors.length = 0
  await page.unroute('**/api/logout')

  await page.goto('/dashboard?menu=users')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const answer = await page.request.get('/api/session', { headers: { 'X-Requested-With': 'XMLHttpRequest' } })
  expect(answer.status()).toBe(401)
})

const NOT_LOADED = 'This could not be loaded. Check the connection and try again.'

test('a menu and a dialog that did not load are tried again inside the page @wide', async ({
  page,
  charity,
  administrator,
  signIn,
  checkAccess,
  errors,
}) => {
  await charity.addStudents([{ name: 'Faith Atieno', liaison_id: administrator.id }])
  await signIn(administrator, '/dashboard')
  await expect(page.getByText('Showing 1 to')).toBeVisible()
  const loaded = await page.evaluate(() => performance.timeOrigin)
  await page.context().setOffline(true)
  const nav = await openNav(page)
  await nav.getByRole('link', { name: 'Academics', exact: true }).click()
  const alert = page.getByRole('alert').filter({ hasText: NOT_LOADED })
  await expect(alert).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Academics', exact: true })).toHaveAttribute('aria-current')
  await checkAccess()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toBeVisible()
  // Opening the panel again also retries.
  await nav.getByRole('link', { name: 'Students', exact: true }).click()
  await expect(page.getByText('Faith Atieno')).toBeVisible()
  await nav.getByRole('link', { name: 'Academics', exact: true }).click()
  await expect(alert).toBeVisible()
  await page.context().setOffline(false)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Showing 1 to')).toBeVisible()

  await page.context().setOffline(true)
  const add = page.getByRole('button', { name: 'Add Academic Reports of Faith Atieno' })
  await add.click()
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect(alert).toHaveCount(0)
  await add.click()
  await expect(alert).toBeVisible()
  await page.context().setOffline(false)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Academic Report' })).toBeVisible()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)
  expect(errors.splice(0).every((error) => error.includes('net::ERR_INTERNET_DISCONNECTED'))).toBe(true)
})

test('a page older than the server reloads itself @wide', async ({
  page,
  charity,
  administrator,
  signIn,
  errors,
}) => {
  const entered_by = administrator.id
  const [student_id = 0] = await charity.addStudents([{ name: 'Faith Atieno', liaison_id: entered_by }])
  await charity.addReportCards([{ student_id, year: '2025', term: 'Term 2', status: 1, entered_by }])
  await signIn(administrator, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Students', level: 1 })).toBeVisible()
  const parts = '**/assets/RecordsPanel-*.js'
  await page.route(parts, (route) => route.abort())
  const academics = (await openNav(page)).getByRole('link', { name: 'Academics', exact: true })
  await academics.click()
  await expect(page.getByText(NOT_LOADED)).toBeVisible()
  await page.unroute(parts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Showing 1 to')).toBeVisible()

  await page.goto('/dashboard?menu=students')
  await page.route(parts, (route) => route.abort(), { times: 1 })
  await page
    .locator('script[type="module"]')
    .evaluate((script) => script.setAttribute('src', '/assets/index-older.js'))
  await academics.click()
  await expect(page.getByText('Showing 1 to')).toBeVisible()
  await expect(page).toHaveURL('/dashboard?menu=academics')
  expect(errors.splice(0)).toContain('Failed to load resource: net::ERR_FAILED')
})
