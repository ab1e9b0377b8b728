import { IconMenu2, IconX } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useSessionUser } from '../ui/sessionUser.ts'
import { MenuLink } from './MenuLink.tsx'
import { type Menu, navMenus, settingsMenus } from './menus.ts'
import { panels } from './panels.tsx'
import classes from './PhoneMenu.module.css'

/** On phones the whole nav, with Settings listed flat. */
export function PhoneMenu() {
  const user = useSessionUser()
  const address = useLocation({ select: ({ href }) => href })
  const [openAt, setOpenAt] = useState<string>()
  // Back and whatever else leads elsewhere closes it.
  if (openAt !== undefined && openAt !== address) setOpenAt(undefined)
  const isOpen = openAt === address
  const id = useId()
  const settings = settingsMenus(user)
  const close = () => setOpenAt(undefined)
  const element = useCloseByKeyboard(isOpen, close)

  const items = (menus: Menu[]) =>
    menus.map((menu) => {
      const { Icon, title } = panels[menu]
      return (
        <li key={menu}>
          <MenuLink menu={menu} className={classes.item} onClick={close}>
            <Icon size={20} aria-hidden />
            {title}
          </MenuLink>
        </li>
      )
    })

  return (
    <div ref={element} className={classes.menu}>
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
        <ul>{items(navMenus(user.role))}</ul>
        {settings.length > 0 && (
          <>
            <h2 className={classes.group}>Settings</h2>
            <ul>{items(settings)}</ul>
          </>
        )}
      </nav>
    </div>
  )
}

/** Esc closes the menu; so does leaving it by Tab, because the page behind is covered. */
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
