import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ADMINISTRATOR } from '#contract/permissions.ts'
import { call } from '../ui/call.ts'
import { Message } from '../ui/Message.tsx'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { plural, verb } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'

const MailServerSteps = lazyDialog(async () => (await import('./MailServerSteps.tsx')).MailServerSteps)

/** The number of letters in each state, and whether a mail server is set. The smallest page of the list is enough. */
export const outboxQuery = queryOptions({
  queryKey: ['letters', 'outbox'],
  queryFn: async ({ signal }) => {
    const { counts, mail_server } = await call('GET /api/letters', { query: { page: 1, size: 1 }, signal })
    return { counts, mail_server }
  },
})

/** Whether letters cannot be sent. False until the server has answered. */
export const useIsWithoutMail = () => useQuery(outboxQuery).data?.mail_server === false

/** Shown to administrators while no mail server is set: the setting, and how to change it. */
export const MailServerNote = () => useSessionUser().role === ADMINISTRATOR && <Note />

function Note() {
  const { data } = useQuery(outboxQuery)
  const [areStepsShown, setAreStepsShown] = useState(false)
  if (!data || data.mail_server) return null
  const waiting = data.counts.waiting + data.counts.sending
  return (
    <>
      <Message
        tone="note"
        hasSpaceBelow
        action={
          <Button variant="outline" color="var(--el-amber)" onClick={() => setAreStepsShown(true)}>
            Show the steps
          </Button>
        }
      >
        <strong className="el-strong">
          {waiting > 0
            ? `${plural(waiting, 'letter')} ${verb(waiting, 'waits')} for the mail server.`
            : 'No mail server is set.'}
        </strong>{' '}
        Put its address in <strong className="el-strong">SMTP_URL</strong> on the server and start Elimu
        again.
      </Message>
      {areStepsShown && <MailServerSteps onClose={() => setAreStepsShown(false)} />}
    </>
  )
}
