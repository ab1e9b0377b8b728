import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { ProfileType } from '#contract/profile.ts'
import classes from './BackLink.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that the profile was opened from, one step back in this tab. */
    openedFrom?: 'students'
  }
}

/** To the list that the profile was opened from, as it was left where that is one step back. */
export function BackLink({ profile }: { profile: ProfileType }) {
  const { history } = useRouter()
  const openedFrom = useLocation({ select: ({ state }) => state.openedFrom })
  const goBack = (event: MouseEvent) => {
    // With a key held it opens elsewhere, where there is nothing to go back to.
    if (!openedFrom || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.back()
  }
  return (
    <Link to="/dashboard" search={{ menu: openedFrom ?? profile }} className={classes.back} onClick={goBack}>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden />
      Back to list
    </Link>
  )
}
