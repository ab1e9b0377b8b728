import { Group, Menu } from '@mantine/core'
import { IconChevronDown, IconMenu2, IconX } from '@tabler/icons-react'
import { Link, useLocation, useMatchRoute, useSearch } from '@tanstack/react-router'
import { type ComponentProps, Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { canSearch, canSeeMissing, landingMenu } from '#contract/permissions.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { BrandMark } from '../PageFrame.tsx'
import { menuOver, navItem, navMenus, settingsMenus } from '../menus.ts'
import classes from './NavBar.module.css'
import { type Menu as MenuName, panels } from '../panels.ts'
import { SearchButton } from '../search/SearchButton.tsx'
import { WorkButton } from './WorkButton.tsx'

/** Without its menus while a second step must be set up first. */
export function NavBar({ hasMenus }: { hasMenus: boolean }) {
  const user = useSessionUser()
  const settings = settingsMenus(user)
  const isPhone = useIsPhone()
  return (
    <header className={classes.bar} data-screen-only>
      <div className={classes.inner}>
        {isPhone && hasMenus && <PhoneMenu />}
        <Link to="/dashboard" search={{ menu: landingMenu(user.role) }} className={classes.brand}>
          <BrandMark size={28} />
          Elimu
        </Link>
        {!isPhone && hasMenus && (
          <Group component="nav" aria-label="Main" gap={4} align="stretch" wrap="nowrap">
            {navMenus(user).map((menu) => (
              <MenuLink key={menu} menu={menu} className={classes.item}>
                {panels[menu].title}
              </MenuLink>
            ))}
            {settings.length > 0 && <SettingsMenu groups={settings} />}
          </Group>
        )}
        <Group gap={4} ml="auto" wrap="nowrap" miw={0}>
          {hasMenus && canSearch(user.role) && <SearchButton />}
          {hasMenus && canSeeMissing(user.role) && <WorkButton />}
          <AccountMenu hasSecurity={hasMenus} />
        </Group>
      </div>
    </header>
  )
}

type SettingsMenuProps = { groups: ReturnType<typeof settingsMenus> }

function SettingsMenu({ groups }: SettingsMenuProps) {
  const user = useSessionUser()
  const current = menuOver(useSearch({ from: '/dashboard' }))
  const isCurrent = groups.some(({ menus }) => menus.some((menu) => menu === current))
  return (
    <Menu position="bottom-start" width={412} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.item} data-current={isCurrent}>
          Settings
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map(({ group, menus }, index) => (
          <Fragment key={group}>
            {index > 0 && <Menu.Divider />}
            {menus.map((menu) => {
              const { Icon, title, hint } = navItem(menu, user)
              return (
                <Menu.Item
                  key={menu}
                  leftSection={<Icon size={18} aria-hidden />}
                  aria-description={hint}
                  renderRoot={(props) => <MenuLink menu={menu} {...props} />}
                >
                  <span className="el-between">
                    {title}
                    <Hint text={hint} />
                  </span>
                </Menu.Item>
              )
            })}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The tabs of an item's page: a description, not a part of its name. */
const Hint = ({ text }: { text: string | undefined }) =>
  text && (
    <span className={classes.hint} aria-hidden>
      {text}
    </span>
  )

type MenuLinkProps = Omit<ComponentProps<'a'>, 'ref' | 'href' | 'children'> & {
  menu: MenuName
  children?: ReactNode
}

/** Opens a menu's panel with its list in the initial state. Only the gallery has its own path. */
function MenuLink({ menu, ...rest }: MenuLinkProps) {
  const address = useSearch({ from: '/dashboard' })
  const { menu: open, profile } = address
  const isJourney = useMatchRoute()({ to: '/dashboard/studentgallery' }) !== false
  // A profile belongs to the panel that it is opened for, and a student's gallery to the Gallery panel.
  const isInside = (open === 'profile' && profile === menu) || (isJourney && menu === 'gallery')
  if (isInside || menuOver(address) === menu) rest['aria-current'] = 'page'
  return menu === 'gallery' ? (
    <Link to="/dashboard/gallery" {...rest} />
  ) : (
    <Link to="/dashboard" search={{ menu }} activeOptions={{ includeSearch: true }} {...rest} />
  )
}

/** The navigation on phones: one menu that also lists the settings. */
function PhoneMenu() {
  const user = useSessionUser()
  const address = useLocation({ select: ({ href }) => href })
  const [openAt, setOpenAt] = useState<string>()
  // Every other navigation, such as Back, also closes the menu.
  if (openAt !== undefined && openAt !== address) setOpenAt(undefined)
  const isOpen = openAt === address
  const id = useId()
  const settings = settingsMenus(user)
  const close = () => setOpenAt(undefined)
  const element = useCloseByKeyboard(isOpen, close)

  const items = (menus: MenuName[], group?: string) => (
    <ul key={group} aria-label={group} className={classes.group}>
      {menus.map((menu) => {
        const { Icon, title, hint } = navItem(menu, user)
        return (
          <li key={menu}>
            <MenuLink menu={menu} className={classes.phoneItem} aria-description={hint} onClick={close}>
              <Icon size={20} aria-hidden />
              {title}
              <Hint text={hint} />
            </MenuLink>
          </li>
        )
      })}
    </ul>
  )

  return (
    <div ref={element}>
      <button
        type="button"
        className={classes.burger}
        aria-label={isOpen ? 'Close menu' : 'Open menu'}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenAt(isOpen ? undefined : address)}
      >
        {isOpen ? <IconX size={24} aria-hidden /> : <IconMenu2 size={24} aria-hidden />}
      </button>
      <nav id={id} aria-label="Main" className={classes.sheet} hidden={!isOpen}>
        {isOpen && items(navMenus(user))}
        {isOpen && settings.length > 0 && (
          <>
            <h2 className={classes.settings}>Settings</h2>
            {settings.map(({ group, menus }) => items(menus, group))}
          </>
        )}
      </nav>
    </div>
  )
}

/** Esc closes the menu; so does leaving it by Tab, because it covers the page behind. */
function useCloseByKeyboard(isOpen: boolean, close: () => void) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const menu = element.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      menu?.querySelector('button')?.focus()
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !menu?.contains(relatedTarget)) close()
    }
    menu?.addEventListener('keydown', onKeyDown)
    menu?.addEventListener('focusout', onFocusOut)
    return () => {
      menu?.removeEventListener('keydown', onKeyDown)
      menu?.removeEventListener('focusout', onFocusOut)
    }
  })
  return element
}
