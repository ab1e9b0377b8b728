import type { Page } from '@playwright/test'
import { isPhone } from './isPhone.ts'

const STEPS = 8

/** Drags by shares of the page's size: with a finger on a phone, else with the mouse. */
export async function drag(page: Page, { x = 0, y = 0 }: { x?: number; y?: number }): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  // Starts before the middle, so that the whole drag stays on the page.
  const from = { x: width * (0.5 - x / 2), y: height * (0.5 - y / 2) }
  const at = (step: number) => ({
    x: Math.round(from.x + (width * x * step) / STEPS),
    y: Math.round(from.y + (height * y * step) / STEPS),
  })
  if (!isPhone(page)) {
    await page.mouse.move(at(0).x, at(0).y)
    await page.mouse.down()
    for (let step = 1; step <= STEPS; step++) await page.mouse.move(at(step).x, at(step).y)
    await page.mouse.up()
    return
  }
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [at(0)])
  for (let step = 1; step <= STEPS; step++) await touch('touchMove', [at(step)])
  await touch('touchEnd', [])
  await browser.detach()
}
