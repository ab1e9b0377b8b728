import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSessionUser } from '../ui/sessionUser.ts'
import { openMenu } from './menus.ts'
import { PanelSkeleton } from './PanelSkeleton.tsx'
import { PanelView } from './PanelView.tsx'
import { usePageTitle } from './usePageTitle.ts'

export function PanelScreen() {
  const user = useSessionUser()
  const { menu } = useSearch({ from: '/dashboard' })
  return <PanelView menu={openMenu(menu, user)} />
}

export const GalleryScreen = () => <PanelView menu="gallery" />

const JourneyPanel = lazy(() =>
  import('../gallery/journey/JourneyPanel.tsx').then((file) => ({ default: file.JourneyPanel })),
)

export function StudentGalleryScreen() {
  usePageTitle('Journey Gallery')
  return (
    <Suspense fallback={<PanelSkeleton title="Journey Gallery" heading="" />}>
      <JourneyPanel />
    </Suspense>
  )
}
