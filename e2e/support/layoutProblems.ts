import type { Page } from '@playwright/test'
import { overflows } from './overflows.ts'

/** What scrolls sideways, is broken, is cut off, lies outside the page, or covers other text. */
export const layoutProblems = async (page: Page): Promise<string[]> => [
  ...(await overflows(page)),
  ...(await page.evaluate(() => {
    // A bar at the top may cover what was scrolled behind it.
    scrollTo(0, 0)
    const isShown = (element: Element) =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      !element.closest('[inert], [aria-hidden="true"], svg, select, iframe')
    /** Whether only screen readers have the text. */
    const isForReadersOnly = (element: Element): boolean =>
      (element.clientWidth <= 2 && getComputedStyle(element).overflow !== 'visible') ||
      (element.parentElement !== null && isForReadersOnly(element.parentElement))
    const dialog = [...document.querySelectorAll('[role="dialog"]')].findLast(isShown)
    const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const problems: string[] = []
    const lines: { text: string; box: DOMRect }[] = []
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      const text = walker.currentNode.textContent?.trim() ?? ''
      if (text === '' || !parent || !isShown(parent) || isForReadersOnly(parent)) continue
      range.selectNodeContents(walker.currentNode)
      for (const box of range.getClientRects()) {
        lines.push({ text, box })
        if (box.left < -1 || box.right > innerWidth + 1) problems.push(`outside: ${text}`)
        for (let clip: Element | null = parent; clip && clip !== document.body; clip = clip.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(clip)
          // The rest can be scrolled to.
          if (['auto', 'scroll'].includes(overflowY)) break
          const edge = clip.getBoundingClientRect()
          const isCutX = overflowX === 'hidden' && (box.left < edge.left - 2 || box.right > edge.right + 2)
          // A line is higher than its letters.
          const spare = box.height / 5
          const isCutY =
            overflowY === 'hidden' && (box.top < edge.top - spare || box.bottom > edge.bottom + spare)
          if (isCutX || isCutY) problems.push(`cut: ${text}`)
        }
      }
    }
    for (const [index, { text, box }] of lines.entries())
      for (const other of lines.slice(index + 1)) {
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        const least = Math.min(box.height, other.box.height)
        if (width > 2 && height > least / 4) problems.push(`covers: ${text} | ${other.text}`)
      }
    return problems
  })),
]
