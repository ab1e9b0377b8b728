import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { CodeFailure, lazyComponent } from '../lazyComponent.tsx'
import { SilenceNotice } from '../SilenceNotice.tsx'
import notice from '../SilenceNotice.module.css'

/** One answer often leads to the next request. */
const SETTLED_MS = 1_500
const likely = new Set<() => Promise<unknown>>()

/** A dialog whose code is loaded when it is first opened; if that is likely, soon after the screen. */
export function lazyDialog<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
  { isLikely = false } = {},
) {
  const Dialog = lazyComponent<'Dialog', Props>(
    async () => ({ Dialog: await load() }),
    'Dialog',
    DialogFailure,
  )
  if (isLikely) {
    const preload = async () => {
      await load()
      await Dialog.preload()
    }
    likely.add(preload)
  }
  return (props: Props) => (
    <Suspense fallback={<SilenceNotice />}>
      <Dialog {...props} />
    </Suspense>
  )
}

type DialogFailureProps = { onRetry: () => void; onClose?: (() => void) | undefined }

/** In place of a dialog, whose frame may not be loaded either. */
const DialogFailure = ({ onRetry, onClose }: DialogFailureProps) => (
  <div className={notice.notice} data-screen-only>
    <CodeFailure onRetry={onRetry} onClose={onClose} />
  </div>
)

/** Adds to the code of likely dialogs, while `isLikely`. */
export function useLikelyCode(load: () => Promise<unknown>, isLikely: boolean): void {
  useEffect(() => {
    if (!isLikely) return undefined
    likely.add(load)
    return () => void likely.delete(load)
  }, [load, isLikely])
}

/** Loads the code of likely dialogs once a screen has its data. */
export function LikelyDialogs() {
  const isFetching = useIsFetching() > 0
  useEffect(() => {
    if (isFetching) return undefined
    const timer = setTimeout(() => {
      for (const preload of likely) {
        likely.delete(preload)
        // What fails is tried again after the next data, or when the dialog is opened.
        preload().catch(() => likely.add(preload))
      }
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [isFetching])
  return null
}
