import type { Page } from '@playwright/test'

/** Stops the page's clock until the test moves it. The clock must be installed already, and jumps ahead a little. */
export const stopTime = async (page: Page) =>
  page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000))
