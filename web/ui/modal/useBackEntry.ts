import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the entry exists only for a dialog. */
    isDialog?: boolean
  }
}

let openDialogs = 0

/** Whether a dialog is open that Back closes. */
export const isDialogOpen = () => openDialogs > 0

/**
 * On the first history entry Back leaves Elimu without asking a blocker. A dialog opened there gets an entry of
 * its own, which is removed together with the last dialog.
 */
export function useBackEntry(isOpen: boolean): void {
  const router = useRouter()
  // A layout effect, so that the entry is gone by the time the dialog is.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    openDialogs += 1
    addBackEntry(router)
    return () => {
      openDialogs -= 1
      // Deferred, because another dialog may replace this one.
      queueMicrotask(() => leaveBackEntry(router))
    }
  }, [isOpen, router])
}

function addBackEntry(router: AnyRouter): void {
  if (!router.history.canGoBack())
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: (state) => ({ ...state, isDialog: true }),
      resetScroll: false,
      ignoreBlocker: true,
    })
}

let isLeaving = false

/** Leaves an entry whose dialog no longer exists, also after a reload, or after a link out of the dialog and Back. */
export function leaveBackEntry(router: AnyRouter): void {
  const { history } = router
  if (openDialogs > 0 || isLeaving || !history.location.state.isDialog) return
  history.flush()
  // Set also while the router still returns to the entry after Back: two calls would go back twice, out of Elimu.
  isLeaving = true
  const afterPop = () => {
    isLeaving = false
    // A dialog that opened in between found this entry, which is gone now.
    if (openDialogs > 0) addBackEntry(router)
    else leaveBackEntry(router)
  }
  window.addEventListener('popstate', afterPop, { once: true })
  const isThere = (window.history.state as { isDialog?: boolean } | null)?.isDialog === true
  if (isThere) history.back({ ignoreBlocker: true })
}
