import { canSeeAcademics, canSeeStudents, canSeeUsers } from '#contract/permissions.ts'
import { type Menu, mayOpenMenu, type MenuUser } from './menus.ts'

type NavItem = { menu: Menu; isListed: (role: number) => boolean }

const everyone = () => true

const items: NavItem[] = [
  { menu: 'students', isListed: canSeeStudents },
  { menu: 'users', isListed: canSeeUsers },
  { menu: 'academics', isListed: canSeeAcademics },
  { menu: 'finance', isListed: everyone },
  { menu: 'gallery', isListed: everyone },
]

const settings: Menu[] = ['notification', 'schools', 'cluster', 'supporter', 'academicsRep', 'financeRep']

/** The nav's items for a role, in the spec's order. */
export const navMenus = (role: number) =>
  items.filter(({ isListed }) => isListed(role)).map(({ menu }) => menu)

export const settingsMenus = (user: MenuUser) => settings.filter((menu) => mayOpenMenu(menu, user))
