import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the entry exists only for a dialog. */
    isDialog?: boolean
  }
}

let openDialogs = 0

/**
 * On the first history entry Back leaves Elimu without asking a blocker. A dialog opened there gets an entry of
 * its own, which is removed together with the last dialog.
 */
export function useBackEntry(isOpen: boolean): void {
  const router = useRouter()
  // A layout effect, so that the entry is gone by the time the dialog is.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const { history } = router
    openDialogs += 1
    if (!history.canGoBack())
      void router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (state) => ({ ...state, isDialog: true }),
        resetScroll: false,
        ignoreBlocker: true,
      })
    return () => {
      openDialogs -= 1
      // Deferred, because another dialog may replace this one.
      queueMicrotask(() => leaveBackEntry(history))
    }
  }, [isOpen, router])
}

let isLeaving = false

/** Leaves an entry whose dialog no longer exists, also after a reload, or after a link out of the dialog and Back. */
export function leaveBackEntry(history: RouterHistory): void {
  if (openDialogs > 0 || isLeaving || !history.location.state.isDialog) return
  history.flush()
  // After Back the router first returns to the entry.
  const isThere = (window.history.state as { isDialog?: boolean } | null)?.isDialog === true
  isLeaving = isThere
  const afterPop = () => {
    isLeaving = false
    leaveBackEntry(history)
  }
  window.addEventListener('popstate', afterPop, { once: true })
  if (isThere) history.back({ ignoreBlocker: true })
}
