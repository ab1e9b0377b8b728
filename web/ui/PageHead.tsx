import { ActionIcon, Button } from '@mantine/core'
import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { IconDotsVertical, type TablerIcon } from '@tabler/icons-react'
import { type HistoryState, Link, type LinkProps } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { focusIn } from './modal/useModalLife.ts'
import classes from './PageHead.module.css'

type PageHeadProps = {
  title: string
  /** Whether it heads a part of the page, below the page's own title. */
  isSection?: boolean
  /** Not shown on a phone beside a BackLink, where there is no room for it. */
  subtitle?: ReactNode
  /** A BackLink, above the title; on a phone an arrow beside it. */
  back?: ReactNode
  /** The visible button. If there are several, a phone shows them in a row of their own. */
  primary?: ReactNode
  /** The other buttons, which are the items of a menu. */
  children?: ReactNode
}

/**
 * Where a panel that is a tab of a page shows its head: its buttons in an element of the page's head, or its subtitle and
 * buttons `below` the tabs. Undefined if the panel has a title of its own.
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
          <p className={`${classes.title} el-body`}>{subtitle}</p>
          {actions}
        </div>
      )
    )
  if (place !== undefined) return place && createPortal(actions, place)
  return (
    <div className={classes.head}>
      {back && <div className={classes.back}>{back}</div>}
      <div className={classes.title}>
        {isSection ? <h2 className="el-h2">{title}</h2> : <h1 className="el-h1">{title}</h1>}
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {actions}
    </div>
  )
}

/** The visible buttons, and a menu of the others. */
function HeadActions({ title, primary, children }: Pick<PageHeadProps, 'title' | 'primary' | 'children'>) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const menu = useClickOutside(() => setIsOpen(false))
  useEffect(() => {
    if (isOpen) words.current?.querySelector<HTMLElement>(ITEMS)?.focus()
  }, [isOpen])
  // The last item may remove itself, and the button with it.
  useEffect(() => {
    if (document.activeElement === button.current && button.current?.getClientRects().length === 0)
      focusIn(null)
  })
  const close = () => {
    // A dialog returns the focus to this button, because the item is hidden by then.
    if (isOpen) button.current?.focus()
    setIsOpen(false)
  }
  useWindowEvent('keydown', (event) => {
    if (!isOpen) return
    if (event.key === 'Escape') close()
    else if (words.current) moveFocus(words.current, event)
  })
  useWindowEvent('focusin', ({ target }) => {
    if (target instanceof Node && !menu.current?.contains(target)) setIsOpen(false)
  })
  return (
    <div className={classes.actions} data-screen-only>
      <div className={classes.primary}>{primary}</div>
      <div ref={menu} className={classes.menu}>
        <ActionIcon
          ref={button}
          variant="default"
          size="var(--el-ctl)"
          className={classes.more}
          aria-label={`More for ${title}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
        {/* Hidden by the style sheet only, so that a dialog opened from it stays open. */}
        <div ref={words} className={classes.words} data-open={isOpen || undefined} onClickCapture={close}>
          <IsMenuOpen value={isOpen}>{children}</IsMenuOpen>
        </div>
      </div>
    </div>
  )
}

const ITEMS = 'a, button'

/** The arrow keys move from item to item. */
function moveFocus(words: HTMLElement, event: KeyboardEvent) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...words.querySelectorAll<HTMLElement>(ITEMS)]
  const next = items.findIndex((item) => item === document.activeElement) + step
  items.at(next % items.length)?.focus()
}

/** Whether the menu of a page's head is open, for items that load something only then. */
export const IsMenuOpen = createContext(false)

type HeadLinkProps = Pick<LinkProps, 'search'> &
  Required<Pick<HistoryState, 'openedFrom'>> & { icon: TablerIcon; children: ReactNode }

/** An item that opens another panel, which links back to this one. */
export const HeadLink = ({ icon: Icon, search, openedFrom, children }: HeadLinkProps) => (
  <Button
    variant="default"
    leftSection={<Icon size={18} aria-hidden />}
    renderRoot={(props) => <Link to="/dashboard" search={search} state={{ openedFrom }} {...props} />}
  >
    {children}
  </Button>
)
