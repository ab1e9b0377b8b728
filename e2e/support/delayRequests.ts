import type { Page, Request } from '@playwright/test'

/** Delays the requests to an address, or some of them, until the returned function is called. */
export async function delayRequests(
  page: Page,
  address: string,
  isDelayed: (request: Request) => boolean = () => true,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (isDelayed(route.request())) await promise
    // The page may have aborted the request.
    await route.continue().catch(() => undefined)
  })
  return resolve
}
