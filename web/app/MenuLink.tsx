import { Link, useMatchRoute, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { Menu } from './menus.ts'

type MenuLinkProps = Omit<ComponentProps<'a'>, 'ref' | 'href' | 'children'> & {
  menu: Menu
  children?: ReactNode
}

/** Leads to a menu's panel, and starts its list afresh. The gallery alone has an address of its own. */
export function MenuLink({ menu, ...rest }: MenuLinkProps) {
  const { menu: open, profile } = useSearch({ from: '/dashboard' })
  const isJourney = useMatchRoute()({ to: '/dashboard/studentgallery' }) !== false
  // A profile belongs to the panel that it is opened for, and a student's gallery to that of all.
  if ((open === 'profile' && profile === menu) || (isJourney && menu === 'gallery'))
    rest['aria-current'] = 'page'
  return menu === 'gallery' ? (
    <Link to="/dashboard/gallery" {...rest} />
  ) : (
    <Link to="/dashboard" search={{ menu }} activeOptions={{ includeSearch: true }} {...rest} />
  )
}
