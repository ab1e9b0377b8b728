import type { Page } from '@playwright/test'

/** Slows uploads down to a crawl, until the returned function is called. */
export async function throttle(page: Page): Promise<() => Promise<void>> {
  const network = await page.context().newCDPSession(page)
  const limit = async (uploadThroughput: number) => {
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  }
  await network.send('Network.enable')
  await limit(30 * 1024)
  return () => limit(-1)
}
