import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds on the screen. Waits for all animations, because contrast is too low in the middle of a fade. */
export async function accessProblems(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  )
  // Loaded once per document, because compiling the source takes longer than a check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(async (only) => {
    const { violations } = await globalThis.axe.run({
      resultTypes: ['violations'],
      // The only frame is a shown letter, where no script may run.
      iframes: false,
      ...(only && { runOnly: only }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules)
}

declare global {
  var axe: typeof axeCore
}
