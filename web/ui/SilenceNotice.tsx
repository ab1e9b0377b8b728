import { useEffect, useState } from 'react'
import { noAnswerYet, PATIENCE_MS } from './http.ts'
import { Message } from './Message.tsx'
import classes from './SilenceNotice.module.css'

/** Stands where somebody waits for the server. It appears when that takes long, above whatever is open. */
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
