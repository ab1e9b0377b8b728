import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { IconDotsVertical } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import classes from './PageHead.module.css'

type PageHeadProps = {
  title: string
  subtitle?: ReactNode
  /** The one button that stays beside the title on a phone, where the others move into a menu. */
  primary?: ReactNode
  /** The panel's other buttons. */
  children?: ReactNode
}

export function PageHead({ title, subtitle, primary, children }: PageHeadProps) {
  return (
    <div className={classes.head} data-row={Boolean(primary) || undefined}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      <div className={classes.actions} data-screen-only>
        {primary ? <HeadMenu title={title}>{children}</HeadMenu> : children}
        {primary}
      </div>
    </div>
  )
}

/**
 * The other buttons: a menu on a phone, else side by side. Only the style sheet switches between the two, so that a
 * dialog opened by a button stays open when the window is resized.
 */
function HeadMenu({ title, children }: Pick<PageHeadProps, 'title' | 'children'>) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    // A dialog returns the focus to this button, because the menu item no longer exists.
    if (isOpen) button.current?.focus()
    setIsOpen(false)
  }
  const menu = useClickOutside<HTMLDivElement>(() => setIsOpen(false))
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && close())
  return (
    <div ref={menu} className={classes.menu}>
      <button
        ref={button}
        type="button"
        className={classes.more}
        aria-label={`More for ${title}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconDotsVertical size={20} aria-hidden />
      </button>
      <div className={classes.words} data-open={isOpen || undefined} onClickCapture={close}>
        {children}
      </div>
    </div>
  )
}
