import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { http } from '../ui/http.ts'
import classes from './MailServerNote.module.css'
import { Message } from '../ui/Message.tsx'

/** Whether a mail server is set. Every page of a list of letters says so, even the smallest one. */
const mailServerQuery = (path: string) =>
  queryOptions({
    queryKey: ['mail server', path],
    queryFn: ({ signal }) =>
      http.get<{ mail_server: boolean }>(path, { query: { page: 1, size: 1 }, signal }),
    select: ({ mail_server }) => mail_server,
  })

type MailServerNoteProps = {
  /** A list of letters that the user may see. */
  path?: '/api/letters' | '/api/notifications'
  children: ReactNode
}

/** Shown as long as letters wait for a mail server. */
export function MailServerNote({ path = '/api/letters', children }: MailServerNoteProps) {
  const { data: hasMailServer } = useQuery(mailServerQuery(path))
  if (hasMailServer !== false) return null
  return (
    <div className={classes.note}>
      <Message tone="note">{children}</Message>
    </div>
  )
}
