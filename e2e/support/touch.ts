import type { Locator, Page } from '@playwright/test'
import { isPhone } from './screen.ts'

export const STEPS = 8
type Point = { x: number; y: number }

/** Drags by fractions of the page's size: with a finger on a phone, else with the mouse. */
export async function drag(page: Page, { x = 0, y = 0 }: Partial<Point>): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  // Starts before the middle, so that the whole drag stays on the page.
  const from = { x: width * (0.5 - x / 2), y: height * (0.5 - y / 2) }
  const at = (step: number) => ({
    x: Math.round(from.x + (width * x * step) / STEPS),
    y: Math.round(from.y + (height * y * step) / STEPS),
  })
  if (isPhone(page)) return touch(page, (step) => [at(step)])
  await page.mouse.move(at(0).x, at(0).y)
  await page.mouse.down()
  for (let step = 1; step <= STEPS; step++) await page.mouse.move(at(step).x, at(step).y)
  await page.mouse.up()
}

/** Zooms into an element with a two-finger gesture. */
export async function zoomIn(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing to zoom')
  const y = Math.round(box.y + box.height / 2)
  const middle = Math.round(box.x + box.width / 2)
  await touch(page, (step) => [-1, 1].map((side) => ({ x: middle + side * (step + 1) * 10, y })))
}

/** Moves fingers through the points of each step. */
export async function touch(page: Page, pointsAt: (step: number) => Point[]): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => Object.assign(point, { id })),
    })
  await send('touchStart', pointsAt(0))
  for (let step = 1; step <= STEPS; step++) await send('touchMove', pointsAt(step))
  await send('touchEnd', [])
  await browser.detach()
}
