import { useSearch } from '@tanstack/react-router'
import { useSessionUser } from '../shared/sessionUser.ts'
import { openMenu } from './menus.ts'
import { PanelView } from './PanelView.tsx'

export function PanelScreen() {
  const { role } = useSessionUser()
  const { menu } = useSearch({ from: '/dashboard' })
  return <PanelView menu={openMenu(menu, role)} />
}

export const GalleryScreen = () => <PanelView menu="gallery" />
