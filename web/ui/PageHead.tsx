import '@mantine/core/styles/Popover.css'
import { Popover } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import classes from './PageHead.module.css'
import { useIsPhone } from './useIsPhone.ts'

type PageHeadProps = {
  title: string
  subtitle?: ReactNode
  /** The one button that stays beside the title on a phone, where the others go into a menu. */
  primary?: ReactNode
  /** The panel's other buttons. */
  children?: ReactNode
}

export function PageHead({ title, subtitle, primary, children }: PageHeadProps) {
  const hasMenu = useIsPhone() && Boolean(primary)
  return (
    <div className={classes.head} data-row={hasMenu || undefined}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      <div className={classes.actions} data-screen-only>
        {hasMenu ? (
          <>
            {primary}
            <HeadMenu title={title}>{children}</HeadMenu>
          </>
        ) : (
          <>
            {children}
            {primary}
          </>
        )}
      </div>
    </div>
  )
}

/** The other buttons, in words under each other. It is not drawn where this user has none. */
function HeadMenu({ title, children }: Pick<PageHeadProps, 'title' | 'children'>) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className={classes.menu}>
      <Popover
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-end"
        width={264}
        // The style sheet asks whether there is any button.
        keepMounted
        withinPortal={false}
        transitionProps={{ duration: 0 }}
        classNames={{ dropdown: classes.words ?? '' }}
      >
        <Popover.Target>
          <button
            ref={button}
            type="button"
            className={classes.more}
            aria-label={`More for ${title}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconDotsVertical size={20} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown
          onClickCapture={() => {
            // A dialog gives the focus back to where it was, and the menu is closed by then.
            button.current?.focus()
            setIsOpen(false)
          }}
        >
          {children}
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
