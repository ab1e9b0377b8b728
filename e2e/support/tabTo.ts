import { expect, type FileChooser, type Locator } from '@playwright/test'

/** More stops of the Tab key than any screen has. */
const MOST_STOPS = 60

/** Presses Tab until the target has the focus, and expects that the focus can be seen there. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  if (await hasFocus(target)) return
  const before = await outlinesOf(target)
  for (let stop = 0; stop < MOST_STOPS && !(await hasFocus(target)); stop++)
    await target.page().keyboard.press('Tab')
  await expect(target).toBeFocused()
  await expect.poll(() => outlinesOf(target), 'the focus can be seen').not.toEqual(before)
}

/**
 * Chooses a file by the keyboard. The browser receives the key and the request to intercept its file chooser over
 * different channels. `tabTo` queries the page in between, so that the key never arrives first.
 */
export async function chooseByKeyboard(
  field: Locator,
  file: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const page = field.page()
  const chooser = page.waitForEvent('filechooser')
  await tabTo(field)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(file)
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** The outlines of an element and of the boxes that may show its focus, such as a field around its input. */
const outlinesOf = (target: Locator) =>
  target.evaluate((element) =>
    [element, element.parentElement, element.parentElement?.parentElement].map((box) => {
      if (!box) return undefined
      const { outline, boxShadow, borderColor } = getComputedStyle(box)
      return { outline, boxShadow, borderColor }
    }),
  )
