import type { Page } from '@playwright/test'

/** Dates that are broken over two lines. */
export const brokenDates = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const date = /\d{1,2}\s(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?:\s\d{4})?/g
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const found: string[] = []
    while (texts.nextNode())
      for (const { 0: words, index } of (texts.currentNode.textContent ?? '').matchAll(date)) {
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + words.length)
        if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1)
          found.push(words)
      }
    return found
  })
