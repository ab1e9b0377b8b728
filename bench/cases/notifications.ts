import { setTimeout as pause } from 'node:timers/promises'
import { openSmtpInbox } from '../../server/testing/smtpInbox.ts'
import { startPostgres } from '../../server/testing/startPostgres.ts'
import { launchElimu } from '../launch.ts'
import { type NotificationsData, SUPPORTERS, withNotifications } from '../prepareNotifications.ts'
import { bounded, type Measurement } from '../printTable.ts'
import { changingHeaders } from '../signedIn.ts'
import { ask, EVERY_MS, watchOthers } from '../watchOthers.ts'

/** The news of a term to 2,000 supporters: until the call is answered, and until the mail server has all letters. */
export const notifications = (): Promise<Measurement[]> =>
  withNotifications(undefined, async (data) => {
    const { call, letters, others } = await send(data, {})
    return [
      bounded(`sending a term to ${SUPPORTERS} supporters`, call, 2000, 'ms'),
      { name: 'letters a second to the mail server', elimu: `${Math.round(letters)}/s` },
      bounded('the slowest hundredth of others’ pages meanwhile', others, 50, 'ms'),
    ]
  })

/** The same from PostgreSQL. */
export async function notificationsOnPostgres(): Promise<Measurement[]> {
  const postgres = await startPostgres()
  try {
    return await withNotifications(postgres.url, async (data) => {
      const { call, letters, others } = await send(data, { DATABASE_URL: postgres.url })
      return [
        bounded(`sending a term to ${SUPPORTERS} supporters on PostgreSQL`, call, 2000, 'ms'),
        { name: 'letters a second on PostgreSQL', elimu: `${Math.round(letters)}/s` },
        { name: 'others’ pages meanwhile on PostgreSQL', elimu: `${Math.round(others)} ms` },
      ]
    })
  } finally {
    await postgres.stop()
  }
}

async function send({ dataDir, year_id, term_id }: NotificationsData, env: Record<string, string>) {
  const inbox = await openSmtpInbox()
  const elimu = await launchElimu({ DATA_DIR: dataDir, SMTP_URL: inbox.url, ...env })
  try {
    const headers = await changingHeaders(elimu.url)
    // The first call loads code and data, so it is not measured.
    await ask(elimu, `/api/notifications/preview?year_id=${year_id}&term_id=${term_id}`, headers)
    const others = watchOthers(elimu, headers)
    const began = performance.now()
    const answer = await fetch(`${elimu.url}/api/notifications`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ year_id, term_id }),
    })
    if (!answer.ok) throw new Error(`the send was answered ${answer.status} ${await answer.text()}`)
    const call = performance.now() - began
    while (inbox.letters.length < SUPPORTERS) await pause(EVERY_MS)
    const seconds = (performance.now() - began) / 1000
    return { call, letters: SUPPORTERS / seconds, others: await others.slowestHundredth() }
  } finally {
    await elimu.stop()
    await inbox.close()
  }
}
