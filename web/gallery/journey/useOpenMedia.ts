import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the gallery without it is one step back in this tab. */
    isOverGallery?: boolean
  }
}

/** Which picture or film stands open in the viewer is in the address: Back closes it, and a link leads to it. */
export function useOpenMedia(student: number) {
  const { media } = useSearch({ strict: false })
  const location = useLocation()
  const { isOverGallery } = location.state
  const { history } = useRouter()
  const navigate = useNavigate()
  const to = '/dashboard/studentgallery'

  /** One step forward at most, also where the viewer is slow to come and another is chosen meanwhile. */
  const open = (id: number) =>
    void navigate({
      to,
      search: { student, media: id },
      state: { isOverGallery: true },
      replace: isOverGallery === true,
      resetScroll: false,
    })
  /** Those that one comes by do not have to be gone through again on the way back. */
  const goOn = useCallback(
    (id: number) =>
      void navigate({ to, search: { student, media: id }, state: true, replace: true, resetScroll: false }),
    [navigate, student],
  )

  const left = useRef<typeof location>(undefined)
  const close = () => {
    // One step back only, by a double click too: a second would leave the gallery.
    if (left.current === location) return
    left.current = location
    if (isOverGallery) history.back()
    else void navigate({ to, search: { student }, replace: true, resetScroll: false })
  }
  return { openId: media, open, goOn, close }
}
