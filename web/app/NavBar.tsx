import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { landingMenu } from '#contract/permissions.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { BrandMark } from './BrandMark.tsx'
import { MenuLink } from './MenuLink.tsx'
import { type Menu as MenuName, navMenus, settingsMenus } from './menus.ts'
import classes from './NavBar.module.css'
import { panels } from './panels.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'

export function NavBar() {
  const user = useSessionUser()
  const settings = settingsMenus(user)
  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <PhoneMenu />
        <Link to="/dashboard" search={{ menu: landingMenu(user.role) }} className={classes.brand}>
          <BrandMark size={28} />
          Elimu
        </Link>
        <nav aria-label="Main" className={classes.items}>
          {navMenus(user.role).map((menu) => (
            <MenuLink key={menu} menu={menu} className={classes.item}>
              {panels[menu].title}
            </MenuLink>
          ))}
          {settings.length > 0 && <SettingsMenu menus={settings} />}
        </nav>
        <AccountMenu />
      </div>
    </header>
  )
}

type SettingsMenuProps = { menus: MenuName[] }

function SettingsMenu({ menus }: SettingsMenuProps) {
  const { menu: current } = useSearch({ from: '/dashboard' })
  return (
    <Menu position="bottom-start" width={232} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.item} data-current={menus.some((menu) => menu === current)}>
          Settings
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {menus.map((menu) => {
          const { Icon, title } = panels[menu]
          return (
            <Menu.Item
              key={menu}
              leftSection={<Icon size={18} aria-hidden />}
              renderRoot={(props) => <MenuLink menu={menu} {...props} />}
            >
              {title}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
