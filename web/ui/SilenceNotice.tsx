import { useEffect, useState } from 'react'
import { noAnswerYet, PATIENCE_MS } from './http.ts'
import { Message } from './Message.tsx'
import classes from './SilenceNotice.module.css'

/** Mounted while the user waits for the server. Its notice appears after a while, above any open dialog. */
export function SilenceNotice() {
  const [isOverdue, setIsOverdue] = useState(false)
  useEffect(() => {
    const patience = setTimeout(() => setIsOverdue(true), PATIENCE_MS)
    return () => clearTimeout(patience)
  }, [])
  return (
    isOverdue && (
      <div className={classes.notice} data-screen-only>
        <Message tone="note">{noAnswerYet().message}</Message>
      </div>
    )
  )
}
