import { IconExternalLink } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { charity } from '../ui/charity.ts'
import classes from './AuthLayout.module.css'
import { BrandMark } from './BrandMark.tsx'

const YEAR = new Date().getFullYear()

/** The exercise book beside every signed-out form. */
export function AuthLayout() {
  return (
    <div className={classes.wrap}>
      <aside className={classes.book}>
        <div className={classes.logo}>
          <BrandMark size={36} />
          Elimu
        </div>
        <Tick />
        <p className={classes.words}>
          <b lang="sw">Elimu ni mwanga.</b>
          <span>Education is light.</span>
        </p>
        <p className={classes.motto}>Every student, every term, in one book.</p>
      </aside>
      <div className={classes.side}>
        {charity.url && (
          <nav aria-label="Main" className={classes.nav}>
            <WebsiteLink />
          </nav>
        )}
        <main className={classes.form}>
          <Outlet />
        </main>
        <footer className={classes.foot}>
          <span>
            © {YEAR} {charity.name}. For staff use.
          </span>
          <WebsiteLink />
        </footer>
      </div>
    </div>
  )
}

const Tick = () => (
  <svg
    className={classes.tick}
    viewBox="0 0 46 46"
    fill="none"
    stroke="currentColor"
    strokeWidth="5.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d="m5 25 11 13L41 7" />
  </svg>
)

function WebsiteLink() {
  if (!charity.url) return null
  return (
    <a href={charity.url} className={classes.link}>
      Website <IconExternalLink size={16} aria-hidden />
    </a>
  )
}
