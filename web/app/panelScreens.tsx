import { useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { GradeScaleSkeleton } from '../lookups/GradeScaleSkeleton.tsx'
import { ProfileSkeleton } from '../profile/ProfileSkeleton.tsx'
import { JourneySkeleton } from '../gallery/journey/JourneySkeleton.tsx'
import { BlankCards } from '../ui/card/BlankCards.tsx'
import { BlankList } from '../ui/list/BlankList.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { BackupBadge } from '../backup/BackupBadge.tsx'
import { FailedBadge, MissingBadge, ReadyBadge } from '../notifications/TermBadges.tsx'
import { RequestsBadge } from '../privacy/requests/RequestsBadge.tsx'
import { PageTabs } from '../ui/tabs/PageTabs.tsx'
import { SilenceNotice } from '../ui/SilenceNotice.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { NotLoadedPanel } from './NotLoadedPanel.tsx'
import { openMenu, tabsBeside, tabWord } from './menus.ts'
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

/** The badges of tabs, which count the waiting work in their panels. */
const badges: Partial<Record<Menu, ComponentType>> = {
  notification: ReadyBadge,
  missing: MissingBadge,
  letters: FailedBadge,
  requests: RequestsBadge,
  backup: BackupBadge,
}

/** The shapes of panels that are not lists. */
const skeletons: Partial<Record<Menu, Skeleton>> = {
  profile: ProfileSkeleton,
  gradeScale: GradeScaleSkeleton,
  calendar: BlankCards,
  backup: BlankCards,
  signIn: BlankCards,
  import: BlankCards,
  security: BlankCards,
  secondStep: BlankCards,
}

function PanelView({ menu }: { menu: Menu }) {
  const { title, heading, Content, isPage } = panels[menu]
  const address = useSearch({ from: '/dashboard' })
  const hasOwnPage = isPage?.(address) ?? false
  // A panel with a student's name as its heading sets the tab's title itself.
  usePageTitle(heading === '' || hasOwnPage ? undefined : title)
  const beside = tabsBeside(menu, useSessionUser())
  const panel = (
    <Suspense
      fallback={
        <PanelSkeleton title={title} heading={hasOwnPage ? '' : heading} Skeleton={skeletons[menu]} />
      }
    >
      <Content title={title} heading={heading} />
    </Suspense>
  )
  if (!beside || hasOwnPage) return panel
  const { title: page, tabs } = panels[beside.first]
  return (
    <PageTabs
      title={tabs?.title ?? page}
      subtitle={tabs?.subtitle}
      isHeadedByTab={tabs?.isHeadedByTab}
      tabs={beside.menus.map((tab) => ({ menu: tab, word: tabWord(tab), Badge: badges[tab] }))}
      open={menu}
    >
      {panel}
    </PageTabs>
  )
}

type PanelSkeletonProps = {
  title: string
  heading?: string | undefined
  /** If the panel is not a list. */
  Skeleton?: Skeleton | undefined
}

type Skeleton = ComponentType<{ noun: string }>

/** Shown while a panel's code loads. Its shapes are not animated, so that they do not flicker. */
const PanelSkeleton = ({ title, heading = title, Skeleton = BlankList }: PanelSkeletonProps) => (
  <>
    {heading && <PageHead title={heading} />}
    <Skeleton noun={title} />
    <SilenceNotice />
  </>
)
