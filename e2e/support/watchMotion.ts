import type { Page } from '@playwright/test'

/** Records every animation, transition and smooth scroll of the page; the returned function lists them. */
export async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moving = new Set<string>()
    globalThis.moving = moving
    const note = (what: string, element: EventTarget | null) =>
      moving.add(`${what}: ${element instanceof Element ? element.outerHTML.slice(0, 120) : ''}`)
    addEventListener('transitionrun', ({ target, propertyName }) => note(propertyName, target), true)
    addEventListener('animationstart', ({ target, animationName }) => note(animationName, target), true)
    // oxlint-disable-next-line typescript/unbound-method -- called on the element below
    const { animate, scrollIntoView } = Element.prototype
    Element.prototype.animate = function noted(...options) {
      note('animate', this)
      return animate.apply(this, options)
    }
    Element.prototype.scrollIntoView = function noted(options) {
      if (typeof options === 'object' && options.behavior === 'smooth') note('scroll', this)
      scrollIntoView.call(this, options)
    }
  })
  return () => page.evaluate(() => [...globalThis.moving])
}

declare global {
  var moving: Set<string>
}
