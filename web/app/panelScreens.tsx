import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { type Menu, openMenu } from './menus.ts'
import { type Panel, panels } from './panels.tsx'
import classes from './panelScreens.module.css'

export function PanelScreen() {
  const user = useSessionUser()
  const { menu } = useSearch({ from: '/dashboard' })
  return <PanelView menu={openMenu(menu, user)} />
}

export const GalleryScreen = () => <PanelView menu="gallery" />

const JourneyPanel = lazy(() =>
  import('../gallery/journey/JourneyPanel.tsx').then((file) => ({ default: file.JourneyPanel })),
)

export const StudentGalleryScreen = () => (
  <Suspense fallback={<PanelSkeleton title="Journey Gallery" heading="" />}>
    <JourneyPanel />
  </Suspense>
)

const CallsPanel = lazy(() =>
  import('../calls/CallsPanel.tsx').then((file) => ({ default: file.CallsPanel })),
)

export function CallsScreen() {
  usePageTitle('Calls')
  return (
    <Suspense fallback={<PanelSkeleton title="Calls" />}>
      <CallsPanel />
    </Suspense>
  )
}

function PanelView({ menu }: { menu: Menu }) {
  const { title, heading, Content } = panels[menu]
  // A panel that is headed by a student's name also gives it to the tab.
  usePageTitle(heading === '' ? undefined : title)
  return (
    <Suspense fallback={<PanelSkeleton title={title} heading={heading} />}>
      <Content />
    </Suspense>
  )
}

type PanelSkeletonProps = Pick<Panel, 'title' | 'heading'>

const BARS = ['58%', '72%', '50%', '66%', '80%']

/** Shown while a panel's code loads. The bars do not move, so that they do not flicker. */
const PanelSkeleton = ({ title, heading = title }: PanelSkeletonProps) => (
  <>
    {heading && <PageHead title={heading} />}
    <VisuallyHidden component="output">Loading {title}</VisuallyHidden>
    <div className={classes.card} aria-hidden>
      {BARS.map((width) => (
        <span key={width} className={classes.bar} style={{ width }} />
      ))}
    </div>
  </>
)
