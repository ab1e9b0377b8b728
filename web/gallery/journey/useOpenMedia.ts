import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the gallery without the viewer is one step back in this tab's history. */
    isOverGallery?: boolean
  }
}

/** The address names the open picture or film, so that Back closes the viewer and a link opens it. */
export function useOpenMedia(student: number) {
  const { media } = useSearch({ strict: false })
  const location = useLocation()
  const { isOverGallery } = location.state
  const { history } = useRouter()
  const navigate = useNavigate()
  const to = '/dashboard/studentgallery'

  /** Adds at most one history entry, even if another picture is chosen while the viewer is still loading. */
  const open = (id: number) =>
    void navigate({
      to,
      search: { student, media: id },
      state: { isOverGallery: true },
      replace: isOverGallery === true,
      resetScroll: false,
    })
  /** Replaces the history entry, so that Back leads to the gallery and not through every picture on the way. */
  const showOther = useCallback(
    (id: number) =>
      void navigate({ to, search: { student, media: id }, state: true, replace: true, resetScroll: false }),
    [navigate, student],
  )

  const left = useRef<typeof location>(undefined)
  const close = () => {
    // A double click must go back only one step: a second step would leave the gallery.
    if (left.current === location) return
    left.current = location
    if (isOverGallery) history.back()
    else void navigate({ to, search: { student }, replace: true, resetScroll: false })
  }
  return { openId: media, open, showOther, close }
}
