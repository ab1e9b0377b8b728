import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { http } from './http.ts'
import classes from './MailServerNote.module.css'
import { Message } from './Message.tsx'

/** Whether letters can leave at all. The letters' list says so; its smallest page is enough to ask. */
const mailServerQuery = queryOptions({
  queryKey: ['mail server'],
  queryFn: ({ signal }) =>
    http.get<{ mail_server: boolean }>('/api/letters', { query: { page: 1, size: 1 }, signal }),
  select: ({ mail_server }) => mail_server,
})

/** Tells an administrator that letters wait, for as long as they do. */
export function MailServerNote({ children }: { children: ReactNode }) {
  const { data: hasMailServer } = useQuery(mailServerQuery)
  if (hasMailServer !== false) return null
  return (
    <div className={classes.note}>
      <Message tone="note">{children}</Message>
    </div>
  )
}
