import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Message } from '../../ui/Message.tsx'

type ChartPlaceProps = { className: string | undefined; children: ReactNode }

/** Where a chart comes to. One that cannot be loaded or drawn leaves the rest of the profile as it is. */
export const ChartPlace = ({ className, children }: ChartPlaceProps) => (
  <CatchBoundary getResetKey={() => 0} errorComponent={ChartFault}>
    <Suspense fallback={<div className={className} />}>{children}</Suspense>
  </CatchBoundary>
)

const ChartFault = () => (
  <Message tone="note">This chart could not be opened. Loading the page again often helps.</Message>
)
