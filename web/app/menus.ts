import type { SessionUser } from '#contract/identity/auth.ts'
import {
  canSeeAcademics,
  canSeeBackups,
  canSeeConsents,
  canSeeDuplicates,
  canSeeImports,
  canSeeMissing,
  canNoteRequests,
  canSeeNotifications,
  canSeeReports,
  canSeeRetention,
  canSeeSettings,
  canSeeStudents,
  canSeeUsers,
  canSetSignIn,
  landingMenu,
} from '#contract/permissions.ts'
import { type ImportAddress, listMenus } from '../imports/importAddress.ts'

/** What determines the menus: the role, and whether this is the one account that may send notifications. */
type MenuUser = Pick<SessionUser, 'role' | 'notifications_admin'>

const everyone = () => true

/** Every value of the current menu, and who may open it. */
const mayOpen = {
  students: canSeeStudents,
  duplicates: canSeeDuplicates,
  users: canSeeUsers,
  letters: canSeeNotifications,
  academics: everyone,
  finance: everyone,
  gallery: everyone,
  profile: everyone,
  notification: canSeeNotifications,
  missing: (role, user) => canSeeMissing(role) || canSeeNotifications(role, user),
  schools: canSeeSettings,
  cluster: canSeeReports,
  supporter: canSeeReports,
  academicsRep: canSeeReports,
  financeRep: canSeeReports,
  gradeScale: canSeeSettings,
  consents: canSeeConsents,
  requests: canNoteRequests,
  retention: canSeeRetention,
  backup: canSeeBackups,
  signIn: canSetSignIn,
  security: everyone,
  secondStep: everyone,
  import: canSeeImports,
} satisfies Record<string, (role: number, user: MenuUser) => boolean>

export type Menu = keyof typeof mayOpen

const isMenu = (text: string): text is Menu => Object.hasOwn(mayOpen, text)

const mayOpenMenu = (menu: Menu, user: MenuUser): boolean => mayOpen[menu](user.role, user)

/** The menu that opens when `wanted` is asked for: that menu if the user may open it, else the first one of the role. */
export function openMenu(wanted: string | undefined, user: MenuUser): Menu {
  return wanted !== undefined && isMenu(wanted) && mayOpenMenu(wanted, user) ? wanted : landingMenu(user.role)
}

const items = ['students', 'users', 'academics', 'finance', 'gallery'] as const

const settings: Menu[] = [
  'notification',
  'schools',
  'cluster',
  'supporter',
  'academicsRep',
  'financeRep',
  'consents',
  'requests',
  'retention',
  'gradeScale',
  'backup',
  'signIn',
]

/** The menu that contains a page without its own item. */
export function menuOver({ menu, what = 'students' }: Pick<ImportAddress, 'what'> & { menu?: string }) {
  if (menu === 'import') return listMenus[what]
  if (menu === 'duplicates') return 'students'
  return menu === 'missing' || menu === 'letters' ? 'notification' : menu
}

/** The nav's items for a role, in their order. */
export const navMenus = (role: number) =>
  items.filter((menu) => (menu === 'academics' ? canSeeAcademics(role) : mayOpen[menu](role)))

/** Liaison officers have no settings: they open requests from a student's page and by search. */
export const settingsMenus = (user: MenuUser) =>
  settings.filter((menu) => mayOpenMenu(menu, user) && (menu !== 'requests' || canSeeSettings(user.role)))
