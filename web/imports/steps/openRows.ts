import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'

/** The options of an open row, which has `data-open`: its buttons with `data-option`, and its radio buttons. */
const optionsIn = (row: Element) => [
  ...row.querySelectorAll<HTMLElement>('[data-option], input[type="radio"]'),
]

const openIn = (box: Element | null) => [...(box?.querySelectorAll('[data-open]') ?? [])]

/** Links are skipped, because Enter would leave the page. */
function focusIn(row: Element | undefined): void {
  const options = row ? optionsIn(row) : []
  const option = options.find((each) => !(each instanceof HTMLAnchorElement)) ?? options[0]
  option?.focus()
}

export const focusFirstOpen = (box: Element | null) => focusIn(openIn(box)[0])

/**
 * Answers the open row that has the focus, or several by a button that goes away, or opens a row by such a button. Moves the
 * focus to the next open row, or else to the one that was opened, to the first, or to the button for the next step.
 */
export function answerAndMove(box: Element | null, answer: () => void): void {
  const { activeElement } = document
  const row = box?.querySelector(`[data-open]:focus-within`)
  const rows = openIn(box)
  const after = row ? rows[rows.indexOf(row) + 1] : undefined
  flushSync(answer)
  if (!row && activeElement?.isConnected) return
  if (after?.isConnected) focusIn(after)
  else focusOpened(box, rows)
}

/** Undoes answers, and moves the focus to the first row that is open again. */
export function reopenAndMove(box: Element | null, undo: () => void): void {
  const rows = openIn(box)
  flushSync(undo)
  focusOpened(box, rows)
}

/** Focuses the first open row that was not open before, or else the first one, or the button for the next step. */
function focusOpened(box: Element | null, before: Element[]): void {
  const rows = openIn(box)
  const next = rows.find((row) => !before.includes(row)) ?? rows[0]
  if (next) focusIn(next)
  else document.querySelector<HTMLElement>('[data-next]')?.focus()
}

/** Up and down to open rows, left and right between the options of one. */
export function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLElement) || target.closest('input, select, textarea, [role="listbox"]')) return
  const row = target.closest('[data-open]')
  const options = row ? optionsIn(row) : []
  const at = options.indexOf(target)
  const rows = openIn(currentTarget).filter((each) => each !== row)
  const isBefore = (each: Element) =>
    each.compareDocumentPosition(target) === Node.DOCUMENT_POSITION_FOLLOWING
  const after = rows.find((each) => !isBefore(each))
  const before = rows.findLast(isBefore)
  const option = { ArrowRight: row && options[at + 1], ArrowLeft: row && options[at - 1] }[key]
  const other = { ArrowDown: after, ArrowUp: before }[key]
  if (!option && !other) return
  event.preventDefault()
  if (option) option.focus()
  else focusIn(other)
}
