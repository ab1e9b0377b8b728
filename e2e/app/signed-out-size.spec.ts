import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const MOST_BYTES = 146 * 1024
/** What the first lists need besides, once somebody is signed in. */
const MOST_BYTES_MORE = 86 * 1024

// The stepped clock knows no loaded files.
test.use({ hasSteppedClock: false })

test('the signed-out page loads at most 146 KB of code @wide', async ({ context, signInAs }) => {
  const signedOut = await codeOf(context, '/')
  expect(signedOut.some(({ path }) => path.endsWith('.js'))).toBe(true)
  expect(signedOut.some(({ path }) => path.endsWith('.css'))).toBe(true)
  expect(signedOut.filter(({ bytes, encoding }) => bytes > 1024 && encoding !== 'br')).toEqual([])
  expect(bytesOf(signedOut)).toBeLessThanOrEqual(MOST_BYTES)
  expect(signedOut.filter(({ path }) => /Panel|Dashboard|shared/.test(path))).toEqual([])

  await signInAs(1)
  const page = await context.request.get('/dashboard?menu=users')
  expect(await page.text(), 'loads beside the first code').toMatch(/modulepreload[^>]*shared/)
  const signedIn = await codeOf(context, '/dashboard?menu=users', (list) =>
    expect(list.getByRole('button', { name: /^Edit / }).first()).toBeVisible(),
  )
  const more = signedIn.filter(({ path }) => signedOut.every((file) => file.path !== path))
  expect(more.some(({ path }) => path.includes('shared'))).toBe(true)
  expect(bytesOf(more)).toBeLessThanOrEqual(MOST_BYTES_MORE)
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

test('the typeface follows the first screen, and on later visits precedes it @wide', async ({ page }) => {
  await page.addInitScript(() => {
    let isWaiting = false
    const observer = new MutationObserver(() => {
      const isPainted = document.getElementById('boot') === null
      if (isWaiting && isPainted) {
        const typeface = document.querySelector('link[href*="fonts"]')
        document.documentElement.dataset['typeface'] = typeface ? 'before' : 'after'
        observer.disconnect()
      }
      isWaiting = !isPainted
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  const html = page.locator('html')
  await page.goto('/')
  await expect(html).toHaveAttribute('data-typeface', 'after')
  await page.waitForFunction(() => Array.from(document.fonts).some(({ status }) => status === 'loaded'))
  await page.goto('/')
  await expect(html).toHaveAttribute('data-typeface', 'before')
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
