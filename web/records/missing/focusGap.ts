/** The drawn students, in their order. */
export const gapRowsIn = (box: HTMLElement | null) => [
  ...(box?.querySelectorAll<HTMLElement>('[data-student]') ?? []),
]

/** What can be done about the student in this place takes the focus; the dialog does where that is nothing. */
export function focusGap(box: HTMLElement | null, place: number): void {
  const rows = gapRowsIn(box)
  const deed = rows[Math.min(place, rows.length - 1)]?.querySelector('button')
  const target = deed ?? box?.closest<HTMLElement>('[role="dialog"]')
  target?.focus()
}
