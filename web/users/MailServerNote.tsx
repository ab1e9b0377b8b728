import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../ui/call.ts'
import { Message } from '../ui/Message.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { askOrSet } from '../ui/askOrSet.ts'

/** Whether a mail server is configured. The list of letters includes this, and its smallest page is enough. */
const mailServerQuery = queryOptions({
  queryKey: ['mail server'],
  queryFn: ({ signal }) => call('GET /api/letters', { query: { page: 1, size: 1 }, signal }),
  select: ({ mail_server }) => mail_server,
})

/** Whether letters cannot be sent. False until the server has answered. */
export const useIsWithoutMail = () => useQuery(mailServerQuery).data === false

/** Shown while no mail server is configured: the consequence, and who can change it. */
export function MailServerNote({ children }: { children: ReactNode }) {
  const { role } = useSessionUser()
  if (!useIsWithoutMail()) return null
  return (
    <Message tone="note" hasSpaceBelow>
      {children} {askOrSet(role, 'SMTP_URL', 'Mail')}
    </Message>
  )
}
