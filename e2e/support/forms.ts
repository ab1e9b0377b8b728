import { type BrowserContext, expect, type Locator } from '@playwright/test'

declare global {
  /** The messages that this page has shown and no journey has asked for yet, the oldest first. */
  var shownMessages: string[]
}

/** How long a form stays open after a save, for people to read the message. */
const READING_MS = 2_000

/** Records the messages of every page, because they disappear with their form soon after a save. */
export const collectMessages = (context: BrowserContext) =>
  context.addInitScript(() => {
    globalThis.shownMessages = []
    const texts = new WeakMap<Element, string>()
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role="status"]')) {
        const text = status.textContent
        if (texts.get(status) === text || !status.checkVisibility()) continue
        texts.set(status, text)
        globalThis.shownMessages.push(text)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })

/** Expects a message that was shown since the last one, even if it has disappeared, and lets its form close. */
export async function expectMessage(form: Locator, text: string): Promise<void> {
  const page = form.page()
  await expect.poll(() => page.evaluate(() => globalThis.shownMessages)).toContain(text)
  await page.evaluate(
    (found) => globalThis.shownMessages.splice(0, globalThis.shownMessages.indexOf(found) + 1),
    text,
  )
  await page.clock.fastForward(READING_MS)
}

/** Saves a form, expects its message, and waits until the form has closed. */
export async function saveForm(form: Locator, message: string, button = 'Save'): Promise<void> {
  await form.getByRole('button', { name: button, exact: true }).click()
  await expectMessage(form, message)
  await expect(form).toBeHidden()
}
