import { expect, it } from 'vitest'
import { openMailServer } from '../testing/mail/mailServer.ts'
import { lettersOf } from '../testing/mail/postman.ts'
import { spawnServer } from '../testing/spawnServer.ts'
import { steppedClock } from '../testing/steppedClock.ts'
import { openTestApp } from '../testing/testApp.ts'
import { openSharedDatabase } from '../testing/database/testDatabase.ts'
import { until } from '../testing/until.ts'

/** A letter for a mail server that accepts connections and does not answer. */
async function openTrial() {
  const mail = await openMailServer()
  const database = await openSharedDatabase()
  const test = await openTestApp({ database, clock: steppedClock(new Date().toISOString()) })
  await test.outbox.write(test.db, {
    recipient: 'zawadi@elimu.test',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
  })
  mail.setMood('hold')
  const settings = { ...database, SMTP_URL: mail.url, APP_SECRET: 'a secret for a server that gets killed' }
  return { mail, test, settings }
}

it('loses no letter when it is killed while sending, and sends it again with the same Message-ID', async () => {
  const { mail, test, settings } = await openTrial()
  const killed = spawnServer(settings)
  await until('the letter has reached the mail server', () => mail.letters[0])
  killed.kill('SIGKILL')
  await killed.ended
  expect(await lettersOf(test)).toMatchObject([{ state: 'sending', attempts: 1, sent_at: null }])

  // Ends the lease, as waiting would.
  const past = new Date(Date.now() - 1000).toISOString()
  await test.db.updateTable('letters').set({ next_attempt_at: past }).execute()
  mail.setMood('take')
  const restarted = spawnServer(settings)
  await until('the letter is sent', async () => (await lettersOf(test))[0]?.state === 'sent')
  restarted.kill('SIGTERM')
  expect(await restarted.ended).toBe(0)

  const [{ message_id, attempts } = { message_id: '', attempts: 0 }] = await lettersOf(test)
  expect(attempts).toBe(2)
  expect(mail.letters.map(({ messageId }) => messageId)).toEqual([message_id, message_id])
})

it('does not delay a stop while a mail server hangs, and loses no letter', async () => {
  const { mail, test, settings } = await openTrial()
  const server = spawnServer(settings)
  await server.started()
  await until('the letter has reached the mail server', () => mail.letters[0])
  const began = performance.now()
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(await lettersOf(test)).toMatchObject([{ state: 'sending', attempts: 1, sent_at: null }])
})
