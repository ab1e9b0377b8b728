import { expect, type Locator } from '@playwright/test'

/** More than any screen has. */
const MOST_STOPS = 60

/** Presses Tab until the focus is where it is wanted, and asks that it can be seen there. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  if (await hasFocus(target)) return
  const atRest = await look(target)
  for (let stop = 0; stop < MOST_STOPS && !(await hasFocus(target)); stop++)
    await target.page().keyboard.press('Tab')
  await expect(target).toBeFocused()
  await expect.poll(() => look(target), 'the focus can be seen').not.toEqual(atRest)
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** The outlines of an element and of the boxes that may stand in for it, such as a field around its input. */
const look = (target: Locator) =>
  target.evaluate((element) =>
    [element, element.parentElement, element.parentElement?.parentElement].map((box) => {
      if (!box) return undefined
      const { outline, boxShadow, borderColor } = getComputedStyle(box)
      return { outline, boxShadow, borderColor }
    }),
  )
