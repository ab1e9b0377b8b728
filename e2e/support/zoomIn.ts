import type { Locator, Page } from '@playwright/test'

const STEPS = 8
const STEP = 10

/** Zooms into an element with a two-finger gesture. */
export async function zoomIn(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing to zoom')
  const y = Math.round(box.y + box.height / 2)
  const middle = Math.round(box.x + box.width / 2)
  const browser = await page.context().newCDPSession(page)
  for (let step = 1; step <= STEPS; step++)
    await browser.send('Input.dispatchTouchEvent', {
      type: step === 1 ? 'touchStart' : 'touchMove',
      touchPoints: [
        { id: 0, x: middle - step * STEP, y },
        { id: 1, x: middle + step * STEP, y },
      ],
    })
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await browser.detach()
}
