import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import head from '../PageHead.module.css'
import { HeadPlace } from '../PageHead.tsx'
import classes from './PageTabs.module.css'

export type Tab = {
  menu: string
  word: string
  /** Counts the work that waits there, if any. */
  Badge?: ComponentType | undefined
}

type PageTabsProps = {
  title: string
  subtitle?: string | undefined
  /** Whether the open tab is the heading. A panel's subtitle and buttons are then below the tabs, else above. */
  isHeadedByTab?: boolean | undefined
  tabs: Tab[]
  open: string
  /** The panel of the open tab. */
  children: ReactNode
}

/** A page of several panels, with a row of links to them. */
export function PageTabs({ title, subtitle, isHeadedByTab = false, tabs, open, children }: PageTabsProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <>
      {!isHeadedByTab && (
        <div className={head.head}>
          <div className={head.title}>
            <h1 className="el-h1">{title}</h1>
            {subtitle && <p className={`${head.subtitle} el-hidden-phone`}>{subtitle}</p>}
          </div>
          <div ref={setSlot} className={head.slot} />
        </div>
      )}
      <nav
        aria-label={title}
        className={classes.tabs}
        data-heading={isHeadedByTab || undefined}
        data-screen-only
      >
        {tabs.map(({ menu, word, Badge }) => {
          const isOpen = menu === open
          return (
            <Link
              key={menu}
              className={classes.tab}
              to="/dashboard"
              search={{ menu }}
              activeOptions={{ includeSearch: true }}
              aria-current={isOpen ? 'page' : undefined}
            >
              {isHeadedByTab && isOpen ? <h1>{word}</h1> : word}
              {Badge && <Badge />}
            </Link>
          )
        })}
      </nav>
      <HeadPlace value={isHeadedByTab ? 'below' : slot}>{children}</HeadPlace>
    </>
  )
}
