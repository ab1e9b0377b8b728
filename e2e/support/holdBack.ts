import type { Page, Request } from '@playwright/test'

/** Lets nothing through to an address, or no request of one kind, until told to. */
export async function holdBack(
  page: Page,
  address: string,
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (isHeld(route.request())) await promise
    // What was given up meanwhile needs no answer.
    await route.continue().catch(() => undefined)
  })
  return resolve
}
