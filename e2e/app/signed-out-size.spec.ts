import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const MOST_BYTES = 160 * 1024
/** What the first lists need besides, once somebody is signed in. */
const MOST_BYTES_MORE = 96 * 1024

// With the stepped clock, the browser's list of loaded files stays empty.
test.use({ hasSteppedClock: false })

test('the signed-out page loads at most 160 KB of code @wide', async ({ context, signInAs }) => {
  const signedOut = await codeOf(context, '/')
  expect(signedOut.some(({ path }) => path.endsWith('.js'))).toBe(true)
  expect(signedOut.some(({ path }) => path.endsWith('.css'))).toBe(true)
  expect(signedOut.filter(({ bytes, encoding }) => bytes > 1024 && encoding !== 'br')).toEqual([])
  expect(bytesOf(signedOut)).toBeLessThanOrEqual(MOST_BYTES)
  expect(signedOut.filter(({ path }) => /Panel|frame|profile|shared/.test(path))).toEqual([])

  await signInAs(1)
  const signedIn = await codeOf(context, '/dashboard?menu=students', (list) =>
    expect(list.getByRole('heading', { name: 'No students yet' })).toBeVisible(),
  )
  const more = signedIn.filter(({ path }) => signedOut.every((file) => file.path !== path))
  expect(more.some(({ path }) => path.includes('frame'))).toBe(true)
  expect(bytesOf(more)).toBeLessThanOrEqual(MOST_BYTES_MORE)
})

test('the code of a signed-in screen is requested before the page starts @wide', async ({
  page,
  signInAs,
}) => {
  // The page looks up its root element once all modules have been evaluated.
  await page.addInitScript(() => {
    const find = document.getElementById.bind(document)
    document.getElementById = (id) => {
      if (id === 'root')
        document.documentElement.dataset['startedWithFrame'] = String(
          document.querySelector('link[href*="/frame-"]') !== null,
        )
      return find(id)
    }
  })
  await signInAs(1, '/dashboard?menu=students')
  await expect(page.locator('html')).toHaveAttribute('data-started-with-frame', 'true')
})

/** The scripts and style sheets that an address loads into an empty cache, until its screen is complete. */
async function codeOf(
  context: BrowserContext,
  address: string,
  isComplete = (page: Page) => page.waitForLoadState('networkidle'),
) {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.clearBrowserCache')
  const loaded: ReturnType<typeof sizeOf>[] = []
  const keepSize = (request: Request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) loaded.push(sizeOf(request))
  }
  page.on('requestfinished', keepSize)
  await page.goto(address)
  await isComplete(page)
  page.off('requestfinished', keepSize)
  const files = await Promise.all(loaded)
  await page.close()
  return files
}

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
