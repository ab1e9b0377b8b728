import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dayOf } from '#contract/fields.ts'
import { charity } from '../ui/charity.ts'
import { BrandMark } from './BrandMark.tsx'
import nav from './NavBar.module.css'
import classes from './PageFrame.module.css'

const YEAR = dayOf(new Date()).slice(0, 4)

type PageFrameProps = { className?: string | undefined; isSignedOut?: boolean; children: ReactNode }

/** The nav bar and the footer of the pages outside the dashboard. */
export function PageFrame({ className = classes.frame, isSignedOut = true, children }: PageFrameProps) {
  return (
    <div className={className}>
      <header className={`${nav.bar} ${classes.bar}`} data-screen-only>
        <Link to="/" className={nav.brand}>
          <BrandMark size={28} />
          Elimu
        </Link>
        {isSignedOut && charity.url && (
          <nav aria-label="Main" className={classes.nav}>
            <a href={charity.url} className={nav.item}>
              Website <IconExternalLink size={16} aria-hidden />
            </a>
          </nav>
        )}
      </header>
      {children}
      {isSignedOut && (
        <footer className={classes.foot}>
          © {YEAR} {charity.name}. For staff use.
        </footer>
      )}
    </div>
  )
}
