import type { Page } from '@playwright/test'

/** More stops of the Tab key than any screen has. */
const MOST_STOPS = 120

/**
 * Walks through the screen with the Tab key. Reports elements that it does not reach or reaches out of order, and those
 * whose focus cannot be seen, because nothing shows it or because something covers it.
 */
export async function tabProblems(page: Page): Promise<string[]> {
  await page.evaluate(startWalk)
  const problems: string[] = []
  for (let stop = 0; ; stop++) {
    if (stop === MOST_STOPS) return [...problems, 'the focus never arrives at the end']
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => globalThis.tabWalk.step())
    if (!found) break
    problems.push(...found)
  }
  return [...problems, ...(await page.evaluate(() => globalThis.tabWalk.unreached()))]
}

type TabWalk = {
  /** The problems of the focused element; undefined at the end. */
  step: () => string[] | undefined
  unreached: () => string[]
}

declare global {
  var tabWalk: TabWalk
}

/** Runs in the page. */
function startWalk() {
  const dialog = [...document.querySelectorAll('[role="dialog"]')].findLast((each) => each.checkVisibility())
  const isStop = (element: HTMLElement) => {
    const isRadioOfOther =
      element instanceof HTMLInputElement &&
      element.type === 'radio' &&
      !element.checked &&
      [...document.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(element.name)}"]`)].some(
        (radio) => radio.checked || radio.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
      )
    // Arrow keys move inside these. The button beside a hidden file input is for the mouse only.
    const isInside = element.closest(
      '[role="menu"], [role="listbox"], [role="tablist"], [role="grid"], :has(> * > [type="file"])',
    )
    // Tab skips locked actions of a row: one that can be used says why they are locked.
    const isSkipped = element.ariaDisabled === 'true'
    const isReachable =
      element.tabIndex >= 0 ||
      (!isInside && !isSkipped && element.matches('a, button, input, select, textarea, summary'))
    return (
      isReachable &&
      element.checkVisibility({ checkVisibilityCSS: true }) &&
      !element.matches(':disabled') &&
      !element.closest('[inert]') &&
      !isRadioOfOther
    )
  }
  const stops = () =>
    [
      ...(dialog ?? document).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ].filter(isStop)
  const nameOf = (element: Element) =>
    `${element.nodeName.toLowerCase()} ${element.getAttribute('aria-label') ?? ''} ${element.textContent.trim().slice(0, 40)} ${element.getAttribute('name') ?? ''}`
  /** What shows the focus: the element itself, or a box around or beside it. */
  const marks = (element: HTMLElement) =>
    JSON.stringify(
      [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling].map(
        (box) => {
          if (!box) return null
          const { outlineStyle, outlineWidth, outlineColor, outlineOffset, boxShadow, borderColor } =
            getComputedStyle(box)
          const isDrawn = outlineStyle !== 'none' && outlineWidth !== '0px'
          return [isDrawn && [outlineWidth, outlineColor, outlineOffset], boxShadow, borderColor]
        },
      ),
    )
  /** The box that a user sees: that of the label, if the field itself is hidden behind it. */
  const boxOf = (element: HTMLElement): HTMLElement => {
    const { width, height } = element.getBoundingClientRect()
    const parent = element.parentElement?.getBoundingClientRect()
    const isClipped = parent && parent.width < 4 && width > 4
    const isBehind = isClipped || width < 4 || height < 4 || getComputedStyle(element).opacity === '0'
    return isBehind && element.parentElement ? boxOf(element.parentElement) : element
  }
  /** What is in front of most of an element; nothing if it can be seen. */
  const coverOf = (element: HTMLElement) => {
    const seen = boxOf(element)
    const { left, right, top, bottom } = seen.getBoundingClientRect()
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
    const points = [
      middle,
      { x: left + 4, y: middle.y },
      { x: right - 4, y: middle.y },
      { x: middle.x, y: top + 4 },
      { x: middle.x, y: bottom - 4 },
    ]
    const others = points.flatMap(({ x, y }) => {
      const hit = document.elementFromPoint(x, y)
      const isOwn = hit && (seen.contains(hit) || hit.contains(seen) || hit.closest('label')?.contains(seen))
      return isOwn ? [] : [hit ? hit.outerHTML.slice(0, 150) : 'outside the window']
    })
    return others.length > 2 ? others[0] : undefined
  }
  /** Bars do not scroll with the page, so their position says nothing about its order. */
  const isInBar = (element: Element | null): boolean =>
    element !== null &&
    element !== dialog &&
    (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isInBar(element.parentElement))
  const placeOf = (element: HTMLElement) => {
    const { left, right, top, bottom } = boxOf(element).getBoundingClientRect()
    const y = scrollY
    return { left, right, top: top + y, bottom: bottom + y }
  }
  if (!dialog && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const unfocused = stops().filter((element) => element !== document.activeElement)
  const before = new Map(unfocused.map((element) => [element, marks(element)]))
  const reached = new Set<HTMLElement>()
  let last: HTMLElement | undefined
  let highest = Infinity

  const step = () => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body || reached.has(element))
      return undefined
    const problems: string[] = []
    reached.add(element)
    if (before.get(element) === marks(element)) problems.push(`no sign of the focus: ${nameOf(element)}`)
    const cover = coverOf(element)
    if (cover) problems.push(`covered: ${nameOf(element)} by ${cover}`)
    if (last && !isInBar(last) && !isInBar(element)) {
      const [from, to] = [placeOf(last), placeOf(element)]
      const isAbove = to.bottom <= from.top + 1 && to.left < from.right - 1
      // In a dialog, Tab leads from the last element to the first.
      const isFirst = dialog && to.top < highest
      const isLeft = to.top < from.bottom - 1 && to.bottom > from.top + 1 && to.right <= from.left + 1
      if (!isFirst && (isAbove || isLeft)) problems.push(`backwards: ${nameOf(last)} -> ${nameOf(element)}`)
    }
    highest = Math.min(highest, placeOf(element).top)
    last = element
    return problems
  }
  const unreached = () =>
    stops()
      .filter((element) => !reached.has(element))
      .map((element) => `not reached: ${nameOf(element)}`)
  Object.assign(globalThis, { tabWalk: { step, unreached } })
  if (dialog) return
  scrollTo(0, 0)
  // Only the focus moves the place from which Tab continues.
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
}
