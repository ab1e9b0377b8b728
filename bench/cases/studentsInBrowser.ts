import type { Page } from '@playwright/test'
import { emailOf, SMALL } from '../../fixtures/largeCharity.ts'
import { PASSWORD } from '../../server/testing/data/users.ts'
import { launchBrowser } from '../browser.ts'
import { type Settings, timed, withElimu } from '../elimu.ts'
import { bounded, type Measurement } from '../figures.ts'

/** As slow as a person types, so that every key is painted separately. */
const BETWEEN_KEYS_MS = 150
/** The browser does not report events that take less time. */
const LEAST_REPORTED_MS = 16

/** A register of 10,000 in a real browser: the time until the list is shown, and the slowest key in the search box. */
export const studentsInBrowser = (settings: Settings): Promise<Measurement[]> =>
  withElimu(settings, async ({ url }) => {
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await signIn(page, url)
      const opening = await timed(async () => {
        await page.getByRole('link', { name: 'Students', exact: true }).click()
        await page.getByText(`of ${SMALL} entries`).waitFor()
      })
      return [
        bounded('10,000 students in the browser, after the click', opening, 1_000, 'ms'),
        bounded('the slowest key in their search box', await typeSearch(page), 50, 'ms'),
      ]
    } finally {
      await browser.close()
    }
  })

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/?next=/dashboard?menu=users`)
  await page.getByLabel('Email').fill(emailOf(0))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  await page.getByText('entries').last().waitFor()
}

async function typeSearch(page: Page): Promise<number> {
  await page.evaluate((durationThreshold) => {
    const slowest = { ms: durationThreshold }
    Object.assign(globalThis, { slowest })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) slowest.ms = Math.max(slowest.ms, duration)
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
  }, LEAST_REPORTED_MS)
  const box = page.getByRole('searchbox')
  await box.click()
  await box.pressSequentially('njeri 123', { delay: BETWEEN_KEYS_MS })
  await page.getByText('njeri').first().waitFor()
  return page.evaluate(() => (globalThis as unknown as { slowest: { ms: number } }).slowest.ms)
}
