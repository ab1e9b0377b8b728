import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * When a link leads to another page, the focus moves to the start of that page; when the user comes back, to the link, as soon as
 * it is rendered. Links of the nav bar and tabs stay, and keep the focus.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  /** The addresses of the links that were used, by the address that they left. */
  const used = useRef(new Map<string, string>())
  useEffect(() => {
    let stopWaiting = () => {}
    const stopLeaving = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
      const href = document.activeElement?.closest('main a[href]')?.getAttribute('href')
      if (fromLocation && href) used.current.set(fromLocation.href, href)
    })
    const stopArriving = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      const page = main.current
      if (!page || !fromLocation || pageOf(fromLocation) === pageOf(toLocation)) return
      stopWaiting()
      // A page may have focused its own heading.
      if (!document.activeElement?.closest('header, nav, h1')) page.focus({ preventScroll: true })
      const href = used.current.get(toLocation.href)
      stopWaiting = href === undefined ? () => {} : focusLink(page, href)
    })
    return () => {
      stopWaiting()
      stopLeaving()
      stopArriving()
    }
  }, [router, main])
}

type At = { pathname: string; search: { menu?: string; student?: number; payment?: number; step?: string } }

/** The steps of an import focus their headings themselves. */
const pageOf = ({ pathname, search: { menu, student, payment, step } }: At) =>
  `${pathname} ${menu} ${student} ${payment} ${step !== undefined}`

/** Focuses a link of the page once it is rendered, unless the user has focused something else before. */
function focusLink(page: HTMLElement, href: string): () => void {
  const look = () => {
    const link = page.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
    if (document.activeElement === page) link?.focus({ preventScroll: true })
    if (link || document.activeElement !== page) observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(page, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}
