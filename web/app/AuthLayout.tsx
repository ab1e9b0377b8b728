import { Outlet } from '@tanstack/react-router'
import classes from './AuthLayout.module.css'
import { PageFrame } from './PageFrame.tsx'

/** The layout of the signed-out forms, with the exercise book beside them. */
export function AuthLayout() {
  return (
    <PageFrame className={classes.wrap}>
      <aside className={classes.book}>
        <Tick />
        <p className={classes.words}>
          <b lang="sw">Elimu ni mwanga.</b>
          <span>Education is light.</span>
        </p>
        <p className={classes.motto}>Every student, every term, in one book.</p>
      </aside>
      <main className={classes.form}>
        <Outlet />
      </main>
    </PageFrame>
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
