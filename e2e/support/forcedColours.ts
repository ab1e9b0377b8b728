import type { Page } from '@playwright/test'

/** Open, chosen or pressed elements that look like their neighbours where the user's colours replace those of the page. */
export const unmarked = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CHOSEN =
      '[aria-current], [data-current="true"], [aria-selected="true"], [aria-pressed="true"], label:has(> [type="radio"]:checked)'
    const styleOf = (element: Element) => {
      const { backgroundColor, outline, borderColor, textDecorationLine } = getComputedStyle(element)
      return [backgroundColor, outline, borderColor, textDecorationLine].join()
    }
    const isShown = (element: Element) => element.checkVisibility({ checkVisibilityCSS: true })
    return [...document.querySelectorAll(CHOSEN)].filter(isShown).flatMap((chosen) => {
      const group = chosen.closest('nav, ul, fieldset, [role]') ?? chosen.parentElement
      const neighbours = [...(group?.querySelectorAll(chosen.nodeName) ?? [])].filter(
        (each) => !each.matches(CHOSEN) && !each.matches(':disabled, :has(:disabled)') && isShown(each),
      )
      return neighbours.some((each) => styleOf(each) === styleOf(chosen))
        ? [`looks like its neighbours: ${chosen.outerHTML.slice(0, 150)}`]
        : []
    })
  })
