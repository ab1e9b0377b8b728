import { setTimeout as pause } from 'node:timers/promises'
import { fillNews, SUPPORTERS } from '../../fixtures/largeCharity.ts'
import { openSmtpInbox } from '../../server/testing/smtpInbox.ts'
import { type Settings, timed, watchOthers, withData, withElimu } from '../elimu.ts'
import { bounded, figure, type Measurement, waiting } from '../figures.ts'

/** The news of a term to 2,000 supporters: until the call is answered, and until the mail server has all letters. */
export const notifications = (): Promise<Measurement[]> =>
  withData(fillNews, 'SQLite', async (settings, time) => {
    const { call, letters, others } = await send(settings, time)
    return [
      bounded(`sending a term to ${SUPPORTERS} supporters`, call, 2000, 'ms'),
      figure('letters a second to the mail server', letters, '/s'),
      waiting('the slowest hundredth of others’ pages meanwhile', others, 50),
    ]
  })

export const notificationsOnPostgres = (): Promise<Measurement[]> =>
  withData(fillNews, 'PostgreSQL', async (settings, time) => {
    const { call, letters, others } = await send(settings, time)
    return [
      bounded(`sending a term to ${SUPPORTERS} supporters on PostgreSQL`, call, 2000, 'ms'),
      figure('letters a second on PostgreSQL', letters, '/s'),
      waiting('others’ pages meanwhile on PostgreSQL', others),
    ]
  })

async function send(settings: Settings, time: { year_id: number; term_id: number }) {
  const inbox = await openSmtpInbox()
  try {
    return await withElimu({ ...settings, SMTP_URL: inbox.url }, async (elimu) => {
      // The first call loads code and data, so it is not measured.
      await elimu.get(`/api/notifications/preview?year_id=${time.year_id}&term_id=${time.term_id}`)
      const others = watchOthers(elimu)
      const began = performance.now()
      const call = await timed(() => elimu.post('/api/notifications', time))
      while (inbox.letters.length < SUPPORTERS) await pause(10)
      const seconds = (performance.now() - began) / 1000
      return { call, letters: SUPPORTERS / seconds, others: await others.end() }
    })
  } finally {
    await inbox.close()
  }
}
