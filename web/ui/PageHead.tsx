import { ActionIcon, Button } from '@mantine/core'
import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { IconDotsVertical, type TablerIcon } from '@tabler/icons-react'
import { type HistoryState, Link, type LinkProps } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './PageHead.module.css'

type PageHeadProps = {
  title: string
  /** Whether it heads a part of the page, below the page's own title. */
  isSection?: boolean
  /** Not shown on a phone beside a BackLink, where there is no room for it. */
  subtitle?: ReactNode
  /** A BackLink, above the title; on a phone an arrow beside it. */
  back?: ReactNode
  /** The one button that stays beside the title on a phone, where the others move into a menu. */
  primary?: ReactNode
  /** The panel's other buttons. */
  children?: ReactNode
}

/**
 * Where the head of a panel is placed that is a tab of a page: its buttons in an element of the page's head, or both its
 * subtitle and its buttons `below` the tabs. Undefined if the panel has a title of its own.
 */
export const HeadPlace = createContext<HTMLElement | null | 'below' | undefined>(undefined)

export function PageHead({ title, isSection = false, subtitle, back, primary, children }: PageHeadProps) {
  const tabsPlace = use(HeadPlace)
  const place = isSection ? undefined : tabsPlace
  const actions = (
    <HeadActions title={title} primary={primary}>
      {children}
    </HeadActions>
  )
  if (place === 'below')
    return (
      (subtitle || primary || children) && (
        <div className={classes.head}>
          <p className="el-body el-ink-2">{subtitle}</p>
          {actions}
        </div>
      )
    )
  if (place !== undefined) return place && createPortal(actions, place)
  return (
    <div className={classes.head}>
      {back && <div className={classes.back}>{back}</div>}
      <div>
        {isSection ? <h2 className="el-h2">{title}</h2> : <h1 className="el-h1">{title}</h1>}
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {actions}
    </div>
  )
}

/**
 * The buttons: on a phone the primary one and a menu of the others, else all side by side. Only the style sheet
 * switches between the two, so that a dialog opened by a button stays open when the window is resized.
 */
function HeadActions({ title, primary, children }: Pick<PageHeadProps, 'title' | 'primary' | 'children'>) {
  const [isOpen, setIsOpen] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [menu, setMenu] = useState<HTMLDivElement | null>(null)
  const close = () => {
    // A dialog returns the focus to this button, because the menu item no longer exists.
    if (isOpen) button?.focus()
    setIsOpen(false)
  }
  useClickOutside(() => setIsOpen(false), null, [button, menu])
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && close())
  return (
    <div className={classes.actions} data-screen-only>
      <div ref={setMenu} className={classes.words} data-open={isOpen || undefined} onClickCapture={close}>
        {children}
      </div>
      {primary}
      <ActionIcon
        ref={setButton}
        variant="default"
        size={44}
        hiddenFrom="sm"
        className={classes.more}
        aria-label={`More for ${title}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconDotsVertical size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}

type HeadLinkProps = Pick<LinkProps, 'search'> &
  Required<Pick<HistoryState, 'openedFrom'>> & { icon: TablerIcon; children: string }

/** A button that opens another panel, which links back to this one. */
export const HeadLink = ({ icon: Icon, search, openedFrom, children }: HeadLinkProps) => (
  <Button
    variant="default"
    leftSection={<Icon size={18} aria-hidden />}
    renderRoot={(props) => <Link to="/dashboard" search={search} state={{ openedFrom }} {...props} />}
  >
    {children}
  </Button>
)
