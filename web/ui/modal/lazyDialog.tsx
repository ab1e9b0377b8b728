import { lazyRouteComponent } from '@tanstack/react-router'
import { useIsFetching } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { SilenceNotice } from '../SilenceNotice.tsx'

/** One answer often leads to the next request. */
const SETTLED_MS = 1_500
const likely = new Set<() => unknown>()

/** A dialog whose code is loaded when it is first opened; if that is likely, soon after the screen. */
export function lazyDialog<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  { isLikely = false } = {},
) {
  const Dialog: ComponentType<Props> & { preload?: () => Promise<unknown> | undefined } = lazyRouteComponent(
    async () => ({ Dialog: await load() }),
    'Dialog',
  )
  // A dialog whose code does not load reports that when it is opened.
  if (isLikely) likely.add(() => Dialog.preload?.()?.catch(() => undefined))
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
      for (const load of likely) load()
      likely.clear()
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [isFetching])
  return null
}
