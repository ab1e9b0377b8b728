import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { SilenceNotice } from '../SilenceNotice.tsx'

/** A dialog whose code is loaded when it is first opened. */
export function lazyDialog<Props extends object>(load: () => Promise<(props: Props) => ReactNode>) {
  const Dialog: ComponentType<Props> = lazyRouteComponent(async () => ({ Dialog: await load() }), 'Dialog')
  return (props: Props) => (
    <Suspense fallback={<SilenceNotice />}>
      <Dialog {...props} />
    </Suspense>
  )
}
