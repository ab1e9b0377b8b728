import type { Page, Request } from '@playwright/test'

/** Delays the requests to an address, or some of them, until the returned function is called. */
export async function holdBack(
  page: Page,
  address: string,
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (isHeld(route.request())) await promise
    // The page may have aborted the request.
    await route.continue().catch(() => undefined)
  })
  return resolve
}
