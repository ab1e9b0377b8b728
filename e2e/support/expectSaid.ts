import { type BrowserContext, expect, type Locator } from '@playwright/test'

declare global {
  /** What this page has said, oldest first, but for what a journey has asked for already. */
  var said: string[]
}

/** How long a form stays after a save, for people to read how it went. */
const READING_MS = 2_000

/** Has every page remember what it says: how a save went can be read for a while, and then its form is closed. */
export const rememberWhatIsSaid = (context: BrowserContext) =>
  context.addInitScript(() => {
    globalThis.said = []
    const texts = new WeakMap<Element, string>()
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role="status"]')) {
        const text = status.textContent
        if (texts.get(status) === text || !status.checkVisibility()) continue
        texts.set(status, text)
        globalThis.said.push(text)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })

/** Asks that something was said since it was last asked, however slow the machine is to look, and reads it. */
export async function expectSaid(form: Locator, text: string): Promise<void> {
  const page = form.page()
  await expect.poll(() => page.evaluate(() => globalThis.said)).toContain(text)
  await page.evaluate((found) => globalThis.said.splice(0, globalThis.said.indexOf(found) + 1), text)
  await page.clock.fastForward(READING_MS)
}
