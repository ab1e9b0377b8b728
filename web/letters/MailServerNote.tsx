import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../ui/call.ts'
import { Message } from '../ui/Message.tsx'

/** Whether a mail server is set. Every list of letters says so, so the smallest page is enough. */
const mailServerQuery = (list: LetterList) =>
  queryOptions({
    queryKey: ['mail server', list],
    queryFn: ({ signal }) => call(list, { query: { page: 1, size: 1 }, signal }),
    select: ({ mail_server }) => mail_server,
  })

/** A list of letters that the user may see. */
type LetterList = 'GET /api/letters' | 'GET /api/notifications'
type MailServerNoteProps = {
  list?: LetterList
  children: ReactNode
}

/** Shown as long as letters wait for a mail server. */
export function MailServerNote({ list = 'GET /api/letters', children }: MailServerNoteProps) {
  const { data: hasMailServer } = useQuery(mailServerQuery(list))
  if (hasMailServer !== false) return null
  return (
    <Message tone="note" hasSpaceBelow>
      {children}
    </Message>
  )
}
