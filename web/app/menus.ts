import { landingMenu } from '#contract/permissions.ts'
import { type ImportAddress, listMenus } from '../imports/importAddress.ts'
import { type Menu, type MenuUser, type Panel, panels, settingsGroups } from './panels.ts'

const isMenu = (text: string | undefined): text is Menu => text !== undefined && Object.hasOwn(panels, text)

/** The menu that an address opens: `wanted` if the user may open it, else the first one of the role. */
export function openMenu(wanted: string | undefined, user: MenuUser): Menu {
  return isMenu(wanted) && panels[wanted].may(user.role, user) ? wanted : landingMenu(user.role)
}

/** The menu whose item in the navigation contains a page: its own, or that of the page that it is a tab or a part of. */
export function menuOver({ menu, what = 'students' }: Pick<ImportAddress, 'what'> & { menu?: string }) {
  const of = menu === 'import' ? listMenus[what] : menu
  if (!isMenu(of)) return of
  const page = panels[of].under ?? of
  return firstTabs.get(page) ?? page
}

const menus = Object.keys(panels) as Menu[]

/** The first tab of each menu that is a tab. */
const firstTabs = new Map(
  menus.flatMap((first) => (panels[first].tabs?.menus ?? []).map((menu) => [menu, first] as const)),
)

/** The tabs of a menu's page that the user may open, and its first one; undefined where there is only one. */
export function tabsBeside(menu: Menu, user: MenuUser): { first: Menu; menus: Menu[] } | undefined {
  const first = firstTabs.get(menu)
  const open = first && panels[first].tabs?.menus.filter((tab) => panels[tab].may(user.role, user))
  return open && open.length > 1 ? { first, menus: open } : undefined
}

/** The word of a menu as a tab. */
export const tabWord = (menu: Menu): string => {
  const { tab, heading, title } = panels[menu]
  return tab ?? (heading || title)
}

/** The icon and the words of a menu's item in the navigation; as a hint, the tabs that its name does not contain. */
export function navItem(menu: Menu, user: MenuUser) {
  const { title, Icon, tabs = { menus: [] } } = panels[menu]
  const name = tabs.title ?? title
  const hinted = tabs.isHeadedByTab ? [] : (tabsBeside(menu, user)?.menus ?? [])
  const hint = hinted.filter((tab) => panels[tab].title !== name).map(tabWord)
  return { title: name, Icon: tabs.Icon ?? Icon, hint: hint.join(', ') || undefined }
}

/** The nav's items for a user, in their order. */
export const navMenus = (user: MenuUser) => menusIn('bar', user)

/** The groups of the settings' items for a user, without the empty ones. */
export const settingsMenus = (user: MenuUser): { group: string; menus: Menu[] }[] =>
  settingsGroups
    .map((group) => ({ group, menus: menusIn(group, user) }))
    .filter(({ menus: items }) => items.length > 0)

const menusIn = (section: Panel['listed'], user: MenuUser) =>
  menus.filter((menu) => {
    const { listed, may, mayList = () => true } = panels[menu]
    return listed === section && may(user.role, user) && mayList(user.role)
  })
