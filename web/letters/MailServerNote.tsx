import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { http } from '../ui/http.ts'
import classes from './MailServerNote.module.css'
import { Message } from '../ui/Message.tsx'

/** Whether letters can leave at all. Lists of letters say so; the smallest page of one is enough to ask. */
const mailServerQuery = (path: string) =>
  queryOptions({
    queryKey: ['mail server', path],
    queryFn: ({ signal }) =>
      http.get<{ mail_server: boolean }>(path, { query: { page: 1, size: 1 }, signal }),
    select: ({ mail_server }) => mail_server,
  })

type MailServerNoteProps = {
  /** A list that whoever reads this may see. */
  path?: '/api/letters' | '/api/notifications'
  children: ReactNode
}

/** Tells that letters wait, for as long as they do. */
export function MailServerNote({ path = '/api/letters', children }: MailServerNoteProps) {
  const { data: hasMailServer } = useQuery(mailServerQuery(path))
  if (hasMailServer !== false) return null
  return (
    <div className={classes.note}>
      <Message tone="note">{children}</Message>
    </div>
  )
}
