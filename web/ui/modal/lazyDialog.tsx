import { lazyRouteComponent } from '@tanstack/react-router'
import { useIsFetching } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { SilenceNotice } from '../SilenceNotice.tsx'

/** One answer often leads to the next request. */
const SETTLED_MS = 1_500
const likely = new Set<() => Promise<unknown>>()

/** A dialog whose code is loaded when it is first opened; if that is likely, soon after the screen. */
export function lazyDialog<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  { isLikely = false } = {},
) {
  const Dialog: ComponentType<Props> & { preload?: () => Promise<unknown> | undefined } = lazyRouteComponent(
    async () => ({ Dialog: await load() }),
    'Dialog',
  )
  if (isLikely) {
    const preload = async () => {
      // Not `Dialog.preload` alone: the dialog would remember a failure, and reload the page when it is opened.
      await load()
      likely.delete(preload)
      await Dialog.preload?.()
    }
    likely.add(preload)
  }
  return (props: Props) => (
    <Suspense fallback={<SilenceNotice />}>
      <Dialog {...props} />
    </Suspense>
  )
}

/** Loads the code of likely dialogs once a screen has its data. */
export function LikelyDialogs() {
  const isFetching = useIsFetching() > 0
  useEffect(() => {
    if (isFetching) return undefined
    const timer = setTimeout(() => {
      // What fails is tried again after the next data, or when the dialog is opened.
      for (const preload of likely) preload().catch(() => undefined)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [isFetching])
  return null
}
