import { landingMenu } from '#contract/permissions.ts'
import { type ImportAddress, listMenus } from '../imports/importAddress.ts'
import { type Menu, type MenuUser, type Panel, panels } from './panels.ts'

const isMenu = (text: string | undefined): text is Menu => text !== undefined && Object.hasOwn(panels, text)

/** The menu that opens when `wanted` is asked for: that menu if the user may open it, else the first one of the role. */
export function openMenu(wanted: string | undefined, user: MenuUser): Menu {
  return isMenu(wanted) && panels[wanted].may(user.role, user) ? wanted : landingMenu(user.role)
}

/** The menu that contains a page without its own item. */
export function menuOver({ menu, what = 'students' }: Pick<ImportAddress, 'what'> & { menu?: string }) {
  if (menu === 'import') return listMenus[what]
  return isMenu(menu) ? (panels[menu].under ?? menu) : menu
}

/** The nav's items for a user, in their order. */
export const navMenus = (user: MenuUser) => menusIn('bar', user)

export const settingsMenus = (user: MenuUser) => menusIn('settings', user)

const menusIn = (section: Panel['listed'], user: MenuUser) =>
  (Object.keys(panels) as Menu[]).filter((menu) => {
    const { listed, may, mayList = () => true } = panels[menu]
    return listed === section && may(user.role, user) && mayList(user.role)
  })
