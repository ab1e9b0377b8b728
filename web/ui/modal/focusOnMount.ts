/** A ref: focuses an element as it appears, where the focused one has just been removed. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** The same, and gives the focus back as the element disappears. */
export function focusWhileMounted(element: HTMLElement | null) {
  const opener = document.activeElement
  element?.focus()
  return () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  }
}
