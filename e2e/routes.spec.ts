import { delayRequests } from './support/delayRequests.ts'
import { openPanel, logOut, openNav } from './support/nav.ts'
import { expect, fillSignIn, test } from './support/test.ts'

const manyUsers = Array.from({ length: 7 }, (_, index) => ({
  role_id: 4,
  first_name: 'Asha',
  last_name: `Kamau ${index}`,
}))

test('an unknown address says so and leads back to Login', async ({ page, errors, checkAccess }) => {
  const answer = await page.goto('/nowhere')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: "Sorry we couldn't find this page" })).toBeVisible()
  await checkAccess()
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  // The only error is the browser's own report of the page's status.
  expect(errors.splice(0)).toEqual([
    'Failed to load resource: the server responded with a status of 404 (Not Found)',
  ])
})

for (const path of ['/changepsw/%E0%A4%A', '/%'])
  test(`an invalid address shows the page for unknown addresses: ${path} @oneWidth`, async ({
    page,
    errors,
  }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: "Sorry we couldn't find this page" })).toBeVisible()
    expect(errors.splice(0)).toHaveLength(1)
  })

test('a link opened while signed out leads there after sign-in @oneWidth', async ({ page, charity }) => {
  const admin = await charity.addUser({ role_id: 1 })
  await charity.addUsers(manyUsers)
  await page.goto('/dashboard?menu=users&page=2')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await fillSignIn(page, admin.email)
  await expect(page.getByText('Showing 6 to 9 of 9 entries')).toBeVisible()
  await expect(page).toHaveURL('/dashboard?menu=users&page=2')
})

// Other addresses that lead astray: web/app/address.test.ts.
test('a sign-in never leads to another site @oneWidth', async ({ page, charity }) => {
  const admin = await charity.addUser({ role_id: 1 })
  await page.goto(`/?next=${encodeURIComponent('//evil.example')}`)
  await fillSignIn(page, admin.email)
  await expect(page).toHaveURL('/dashboard?menu=students')
})

test('a signed-in user who visits a signed-out screen is led to the dashboard @oneWidth', async ({
  page,
  context,
  charity,
  signIn,
}) => {
  await signIn(await charity.addUser({ role_id: 1 }), page, '/dashboard')
  for (const path of ['/', '/forgotpsw', '/changepsw/nonsense']) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard?menu=students')
  }
  const other = await context.newPage()
  await other.goto('/')
  await expect(other).toHaveURL('/dashboard?menu=students')
})

test('logging out in one tab logs out the other, and Back shows nothing @oneWidth', async ({
  page,
  context,
  charity,
  signIn,
}) => {
  const admin = await charity.addUser({ role_id: 1 })
  await signIn(admin, page, '/dashboard')
  await openPanel(page, 'Users')
  await expect(page.getByText(admin.email)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard?menu=users')
  await expect(other.getByText(admin.email)).toBeVisible()

  await logOut(page)
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText(admin.email)).toBeHidden()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  await fillSignIn(page, admin.email)
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(other).toHaveURL(/\/dashboard/)
})

test('of two users in the same browser neither sees data of the other @oneWidth', async ({
  page,
  charity,
  signIn,
}) => {
  const admin = await charity.addUser({ role_id: 1, first_name: 'Amina', last_name: 'Mwangi' })
  const liaison = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  await signIn(admin, page, '/dashboard')
  await openPanel(page, 'Users')
  await logOut(page)

  await fillSignIn(page, liaison.email)
  await expect(page).toHaveURL('/dashboard?menu=students')
  await expect(page.getByRole('button', { name: 'Hi, Brian Ochieng' })).toBeVisible()
  await expect((await openNav(page)).getByRole('link', { name: 'Users' })).toHaveCount(0)
  await expect(page.getByText('Amina')).toHaveCount(0)
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(kept).toContain('Brian Ochieng')
  expect(kept).not.toContain('Amina')
})

test('a silent server is reported within three seconds of opening the page, and asked again @oneWidth', async ({
  context,
  charity,
  signIn,
  errors,
}) => {
  await signIn(await charity.addUser({ role_id: 1 }))
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

test('a logout that did not reach the server still ends the session on the device @oneWidth', async ({
  page,
  charity,
  signIn,
  errors,
}) => {
  await signIn(await charity.addUser({ role_id: 1 }), page, '/dashboard')
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

test('a page that is older than the server reloads itself when a file is missing @oneWidth', async ({
  page,
  charity,
  signIn,
  errors,
}) => {
  await signIn(await charity.addUser({ role_id: 1 }), page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Students', level: 1 })).toBeVisible()
  const parts = '**/assets/UsersPanel-*.js'
  await page.route(parts, (route) => route.abort())
  const users = (await openNav(page)).getByRole('link', { name: 'Users', exact: true })
  await users.click()
  await expect(page.getByText('Loading it again often helps.')).toBeVisible()
  await page.unroute(parts)
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByText('Showing 1 to')).toBeVisible()

  await page.goto('/dashboard?menu=students')
  await page.route(parts, (route) => route.abort(), { times: 1 })
  await page
    .locator('script[type="module"]')
    .evaluate((script) => script.setAttribute('src', '/assets/index-older.js'))
  await users.click()
  await expect(page.getByText('Showing 1 to')).toBeVisible()
  await expect(page).toHaveURL('/dashboard?menu=users')
  expect(errors.splice(0)).toContain('Failed to load resource: net::ERR_FAILED')
})
