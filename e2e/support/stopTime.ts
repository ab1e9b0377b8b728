import type { Page } from '@playwright/test'

/** Time stands still from here on, until the test moves it. The clock is installed already, and jumps ahead a little. */
export const stopTime = async (page: Page) =>
  page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000))
