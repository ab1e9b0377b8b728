import type { Page } from '@playwright/test'

/** Elements that scroll sideways, and words that are broken over two lines. */
export const overflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrollers = [...document.querySelectorAll('main *, [role="dialog"] *')].filter((element) =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX),
    )
    const found = [document.documentElement, ...scrollers]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ nodeName, className }) => `${nodeName} ${className}`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const isBroken = () => new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1
    while (texts.nextNode()) {
      // An address may break anywhere, and a name at its hyphen.
      if (texts.currentNode.parentElement?.closest('p, span')?.textContent.includes('@')) continue
      range.selectNodeContents(texts.currentNode)
      if (!isBroken()) continue
      for (const { 0: word, index } of (texts.currentNode.textContent ?? '').matchAll(/[^\s-]+/g)) {
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + word.length)
        if (isBroken()) found.push(word)
      }
    }
    return found
  })
