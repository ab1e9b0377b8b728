import { useEffect, useState } from 'react'
import { noAnswerYet, SILENT_AFTER_MS } from './http.ts'
import { Message } from './Message.tsx'
import classes from './SilenceNotice.module.css'

/** Mounted while the user waits for the server. Its notice appears after a while, above any open dialog. */
export function SilenceNotice() {
  const [isOverdue, setIsOverdue] = useState(false)
  useEffect(() => {
    const timeout = setTimeout(() => setIsOverdue(true), SILENT_AFTER_MS)
    return () => clearTimeout(timeout)
  }, [])
  return (
    isOverdue && (
      <div className={classes.notice} data-screen-only>
        <Message tone="note">{noAnswerYet().message}</Message>
      </div>
    )
  )
}
