import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dayOf } from '#contract/base/days.ts'
import { charity } from '../ui/charity.ts'
import nav from './nav/NavBar.module.css'
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
          <nav aria-label="Main" className="el-between">
            <a href={charity.url} className={nav.item}>
              Website <IconExternalLink size={16} aria-hidden />
            </a>
          </nav>
        )}
      </header>
      {children}
      {isSignedOut && (
        <footer className={classes.foot}>
          © {YEAR} {charity.name}
        </footer>
      )}
    </div>
  )
}

/** The logo, an exercise book with a tick. public/mark.svg is the same, as the favicon. */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden>
      <rect x="1" y="1" width="26" height="26" rx="6" fill="#e5ab3a" />
      <path d="M8.5 1v26" stroke="#0b3d40" strokeWidth="1.6" opacity=".55" />
      <path
        d="m12 14.5 3.6 4L22.5 9"
        fill="none"
        stroke="#0b3d40"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
