import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { MenuLink } from './MenuLink.tsx'
import type { Menu as MenuName } from './menus.ts'
import classes from './NavBar.module.css'
import { panels } from './panels.tsx'

type SettingsMenuProps = { menus: MenuName[] }

export function SettingsMenu({ menus }: SettingsMenuProps) {
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
