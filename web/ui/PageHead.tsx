import { ActionIcon, Button } from '@mantine/core'
import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { IconDotsVertical, type TablerIcon } from '@tabler/icons-react'
import { type HistoryState, Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
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

export function PageHead({ title, isSection = false, subtitle, back, primary, children }: PageHeadProps) {
  return (
    <div className={classes.head}>
      {back && <div className={classes.back}>{back}</div>}
      <div>
        {isSection ? <h2 className="el-h2">{title}</h2> : <h1 className="el-h1">{title}</h1>}
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      <HeadActions title={title} primary={primary}>
        {children}
      </HeadActions>
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
