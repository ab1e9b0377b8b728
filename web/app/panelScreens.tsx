import { useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { ProfileSkeleton } from '../profile/ProfileSkeleton.tsx'
import { JourneySkeleton } from '../gallery/journey/JourneySkeleton.tsx'
import { BlankList } from '../ui/list/BlankList.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { SilenceNotice } from '../ui/SilenceNotice.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { NotLoadedPanel } from './NotLoadedPanel.tsx'
import { openMenu } from './menus.ts'
import { type Menu, panels } from './panels.ts'

export function PanelScreen() {
  const user = useSessionUser()
  const { menu } = useSearch({ from: '/dashboard' })
  return <PanelView menu={openMenu(menu, user)} />
}

export const GalleryScreen = () => <PanelView menu="gallery" />

const JourneyPanel = lazyComponent(
  () => import('../gallery/journey/JourneyPanel.tsx'),
  'JourneyPanel',
  NotLoadedPanel,
)

export const StudentGalleryScreen = () => (
  <Suspense fallback={<PanelSkeleton title="Journey Gallery" heading="" Skeleton={JourneySkeleton} />}>
    <JourneyPanel title="Journey Gallery" />
  </Suspense>
)

const CallsPanel = lazyComponent(() => import('../calls/CallsPanel.tsx'), 'CallsPanel', NotLoadedPanel)

export function CallsScreen() {
  usePageTitle('Calls')
  return (
    <Suspense fallback={<PanelSkeleton title="Calls" />}>
      <CallsPanel title="Calls" />
    </Suspense>
  )
}

function PanelView({ menu }: { menu: Menu }) {
  const { title, heading, Content } = panels[menu]
  // A panel with a student's name as its heading sets the tab's title itself.
  usePageTitle(heading === '' ? undefined : title)
  return (
    <Suspense
      fallback={
        <PanelSkeleton
          title={title}
          heading={heading}
          Skeleton={menu === 'profile' ? ProfileSkeleton : undefined}
        />
      }
    >
      <Content title={title} heading={heading} />
    </Suspense>
  )
}

type PanelSkeletonProps = {
  title: string
  heading?: string | undefined
  /** If the panel is not a list. */
  Skeleton?: ComponentType | undefined
}

/** Shown while a panel's code loads. Its shapes are not animated, so that they do not flicker. */
const PanelSkeleton = ({ title, heading = title, Skeleton }: PanelSkeletonProps) => (
  <>
    {heading && <PageHead title={heading} />}
    {Skeleton ? <Skeleton /> : <BlankList noun={title} />}
    <SilenceNotice />
  </>
)
