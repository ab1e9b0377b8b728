import type { Page } from '@playwright/test'
import { overflows } from './overflows.ts'

/** Elements that scroll sideways, and text or values that are broken, cut off, outside the page, or over other text. */
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
        let [top, bottom] = [box.top, box.bottom]
        if (box.left < -1 || box.right > innerWidth + 1) problems.push(`outside: ${text}`)
        for (let clip: Element | null = parent; clip && clip !== document.body; clip = clip.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(clip)
          const edge = clip.getBoundingClientRect()
          // The rest can be scrolled to.
          if (['auto', 'scroll'].includes(overflowY)) {
            ;[top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
            break
          }
          const isCutX = overflowX === 'hidden' && (box.left < edge.left - 2 || box.right > edge.right + 2)
          // A line is higher than its letters.
          const spare = box.height / 5
          const isCutY =
            overflowY === 'hidden' && (box.top < edge.top - spare || box.bottom > edge.bottom + spare)
          if (isCutX || isCutY) problems.push(`cut: ${text}`)
        }
        if (top < bottom) lines.push({ text, box: new DOMRect(box.x, top, box.width, bottom - top) })
      }
    }
    for (const [index, { text, box }] of lines.entries())
      for (const other of lines.slice(index + 1)) {
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        const least = Math.min(box.height, other.box.height)
        if (width > 2 && height > least / 4) problems.push(`covers: ${text} | ${other.text}`)
      }
    const canvas = document.createElement('canvas').getContext('2d')
    for (const field of (dialog ?? document).querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      'input:not([type="search"], [type="radio"], [type="checkbox"], [type="file"]), select',
    )) {
      const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.value
      if (!text || !canvas || field.clientWidth <= 2 || !field.checkVisibility()) continue
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      canvas.font = font
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      if (canvas.measureText(text).width > room + 1) problems.push(`cut value: ${text}`)
    }
    return problems
  })),
]
