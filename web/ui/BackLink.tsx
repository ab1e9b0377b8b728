import { IconArrowLeft } from '@tabler/icons-react'
import { Link, type LinkProps, useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import classes from './BackLink.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list from which this screen was opened, one step back in this tab's history. */
    openedFrom?:
      | 'students'
      | 'duplicates'
      | 'academics'
      | 'consents'
      | 'requests'
      | 'retention'
      | 'finance'
      | 'funding'
      | 'plans'
      | 'payments'
      | 'gallery'
      | 'users'
      | 'schools'
  }
}

type BackLinkProps = Pick<LinkProps, 'to' | 'search'> & { children: string }

/** The link back to a list. If the list is one step back in this tab's history, it opens as the user left it. */
export function BackLink({ children, ...link }: BackLinkProps) {
  const { history } = useRouter()
  const openedFrom = useLocation({ select: ({ state }) => state.openedFrom })
  const goBack = (event: MouseEvent) => {
    // With one of these keys the link opens in a new tab, which has no history.
    if (!openedFrom || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.back()
  }
  return (
    <Link {...link} className={classes.back} data-screen-only onClick={goBack}>
      <IconArrowLeft size={18} aria-hidden />
      {children}
    </Link>
  )
}
