import { Suspense } from 'react'
import type { Menu } from './menus.ts'
import { PanelSkeleton } from './PanelSkeleton.tsx'
import { PanelToCome } from './PanelToCome.tsx'
import { panels } from './panels.tsx'
import { usePageTitle } from './usePageTitle.ts'

type PanelViewProps = { menu: Menu }

export function PanelView({ menu }: PanelViewProps) {
  const { title, heading, Icon, Content } = panels[menu]
  usePageTitle(title)
  if (!Content) return <PanelToCome title={title} icon={Icon} />
  return (
    <Suspense fallback={<PanelSkeleton title={title} heading={heading} />}>
      <Content />
    </Suspense>
  )
}
