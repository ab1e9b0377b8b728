import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from './call.ts'
import { Message } from './Message.tsx'

/** Whether a mail server is set. The list of letters says so, of which the smallest page is enough. */
const mailServerQuery = queryOptions({
  queryKey: ['mail server'],
  queryFn: ({ signal }) => call('GET /api/letters', { query: { page: 1, size: 1 }, signal }),
  select: ({ mail_server }) => mail_server,
})

/** Whether letters only wait. False until the server has answered. */
export const useIsWithoutMail = () => useQuery(mailServerQuery).data === false

/** Shown as long as letters wait for a mail server. */
export function MailServerNote({ children }: { children: ReactNode }) {
  if (!useIsWithoutMail()) return null
  return (
    <Message tone="note" hasSpaceBelow>
      {children}
    </Message>
  )
}
