import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { IconDotsVertical } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import classes from './PageHead.module.css'

type PageHeadProps = {
  title: string
  subtitle?: ReactNode
  /** The one button that stays beside the title on a phone, where the others go into a menu. */
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
 * The other buttons: on a phone a menu of words, else beside each other. Only the style sheet tells the two apart: a
 * dialog that a button has opened stays open when the window changes its width.
 */
function HeadMenu({ title, children }: Pick<PageHeadProps, 'title' | 'children'>) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    // A dialog gives the focus back to where it was, and the menu is closed by then.
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
