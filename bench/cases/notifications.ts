import { setTimeout as pause } from 'node:timers/promises'
import { SUPPORTERS } from '../../fixtures/largeCharity.ts'
import { openSmtpInbox } from '../../server/testing/mail/smtpInbox.ts'
import { type Settings, timed, watchOthers, withElimu } from '../elimu.ts'
import { bounded, figure, type Measurement, waiting } from '../figures.ts'

type Term = { year_id: number; term_id: number }

/** The news of a term to 2,000 supporters: until the call is answered, and until the mail server has all letters. */
export async function notifications(settings: Settings, term: Term): Promise<Measurement[]> {
  const inbox = await openSmtpInbox()
  try {
    return await withElimu({ ...settings, SMTP_URL: inbox.url }, async (elimu) => {
      // The first call loads code and data, so it is not measured.
      await elimu.get(`/api/notifications/preview?year_id=${term.year_id}&term_id=${term.term_id}`)
      const others = watchOthers(elimu)
      const began = performance.now()
      const call = await timed(() => elimu.post('/api/notifications', term))
      while (inbox.letters.length < SUPPORTERS) await pause(10)
      const seconds = (performance.now() - began) / 1000
      return [
        bounded(`sending a term to ${SUPPORTERS} supporters`, call, 2000, 'ms'),
        figure('letters a second to the mail server', SUPPORTERS / seconds, '/s'),
        waiting('the slowest hundredth of other users’ pages', await others.end(), 50),
      ]
    })
  } finally {
    await inbox.close()
  }
}
