import type { Request } from '@playwright/test'
import { expect, fillSignIn, test } from './support/test.ts'

const MOST_BYTES = 146 * 1024
/** What every list needs besides, once somebody is signed in. */
const MOST_BYTES_MORE = 150 * 1024

test('the signed-out page loads at most 146 KB of code @wide', async ({ page, charity }) => {
  const admin = await charity.addUser({ role_id: 1 })
  const loaded: ReturnType<typeof sizeOf>[] = []
  page.on('requestfinished', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) loaded.push(sizeOf(request))
  })
  // Only the list of users is opened, not the one on which an administrator lands.
  const users = '/dashboard?menu=users'
  await page.goto(`/?next=${encodeURIComponent(users)}`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  const signedOut = await Promise.all(loaded)
  expect(signedOut.some(({ path }) => path.endsWith('.js'))).toBe(true)
  expect(signedOut.some(({ path }) => path.endsWith('.css'))).toBe(true)
  expect(signedOut.filter(({ bytes, encoding }) => bytes > 1024 && encoding !== 'br')).toEqual([])
  const firstBytes = bytesOf(signedOut)
  expect(firstBytes).toBeLessThanOrEqual(MOST_BYTES)
  expect(signedOut.filter(({ path }) => /Panel|Dashboard/.test(path))).toEqual([])

  await fillSignIn(page, admin.email)
  await expect(page).toHaveURL(users)
  await page.goto(users, { waitUntil: 'networkidle' })
  const all = await Promise.all(loaded)
  expect(all.some(({ path }) => path.includes('UsersPanel'))).toBe(true)
  expect(bytesOf(all) - firstBytes).toBeLessThanOrEqual(MOST_BYTES_MORE)
})

test('the page shows the brand before any other file has arrived @wide', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.route('**/*', (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.abort(),
  )
  await page.goto('/')
  await expect(page.getByRole('banner')).toHaveText('Elimu')
  await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(11, 61, 64)')
  await context.close()
})

const bytesOf = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

async function sizeOf(request: Request) {
  const response = await request.response()
  const { responseBodySize } = await request.sizes()
  return {
    path: new URL(request.url()).pathname,
    bytes: responseBodySize,
    encoding: response?.headers()['content-encoding'],
  }
}
