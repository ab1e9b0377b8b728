import { type MantineColorScheme, Menu, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconKeyboard, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { roleName } from '#contract/permissions.ts'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import classes from './AccountMenu.module.css'
import { hasDialog, isTyping } from '../keys/keyboard.ts'
import nav from './NavBar.module.css'
import { useSession } from '../session.ts'

const KeysDialog = lazyDialog(async () => (await import('../keys/KeysDialog.tsx')).KeysDialog)

export function AccountMenu({ hasSecurity }: { hasSecurity: boolean }) {
  const { name, role } = useSessionUser()
  const { signOut } = useSession()
  const [isLeaving, setIsLeaving] = useState(false)
  const [areKeysShown, setAreKeysShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useWindowEvent('keydown', (event) => {
    if (event.key === '?' && !isTyping(event) && !hasDialog()) setAreKeysShown(true)
  })
  const leave = () => {
    // The menu closes, so the logout's question returns the focus to the menu's button.
    button.current?.focus()
    setIsLeaving(true)
    void signOut().finally(() => setIsLeaving(false))
  }
  return (
    <>
      <Menu position="bottom-end" width={232} withinPortal={false}>
        <Menu.Target>
          <button ref={button} type="button" className={nav.account}>
            <span className={nav.avatar} aria-hidden>
              {initialsOf(name)}
            </span>
            <span className={`el-hidden-tablet ${nav.name}`}>Hi, {name}</span>
            <VisuallyHidden>Account menu</VisuallyHidden>
            <IconChevronDown size={16} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <p className={classes.who}>
            <b>Hi, {name}</b>
            <span>{roleName(role)}</span>
          </p>
          <SchemeChoice />
          <Menu.Divider />
          {hasSecurity && (
            <Menu.Item
              leftSection={<IconShieldLock size={18} aria-hidden />}
              renderRoot={(props) => <Link to="/dashboard" search={{ menu: 'security' }} {...props} />}
            >
              Security
            </Menu.Item>
          )}
          <Menu.Item
            className="el-keyboard-only"
            leftSection={<IconKeyboard size={18} aria-hidden />}
            onClick={() => {
              // The menu closes, so the dialog returns the focus to the menu's button.
              button.current?.focus()
              setAreKeysShown(true)
            }}
          >
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Item
            className={classes.logout}
            leftSection={<IconLogout size={18} aria-hidden />}
            disabled={isLeaving}
            onClick={leave}
          >
            Logout?
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {areKeysShown && <KeysDialog onClose={() => setAreKeysShown(false)} />}
    </>
  )
}

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(' ')
  return [words[0], words.length > 1 && words.at(-1)].map((word) => (word || '').charAt(0)).join('')
}

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>Colours</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) =>
          setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')
        }
      >
        {schemes.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value} checkIcon={<IconCheck size={18} aria-hidden />}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
