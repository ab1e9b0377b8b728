import { expect, it } from 'vitest'
import { lettersOf } from '../testing/mail/postman.ts'
import { HOUR } from '../testing/steppedClock.ts'
import { openSignedIn, openTestApp, openWithCast } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const form = { first_name: 'Zawadi', last_name: 'Achieng', email: 'zawadi@elimu.test', role_id: 4 }

it('has no letter of a transaction that was rolled back', async () => {
  const test = await openTestApp()
  const letter = { recipient: 'zawadi@elimu.test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  const rolledBack = test.db.transaction().execute(async (trx) => {
    await test.outbox.write(trx, letter)
    throw new Error('thought better of it')
  })
  await expect(rolledBack).rejects.toThrow('thought better of it')
  expect(await lettersOf(test)).toEqual([])
})

it.for(['letters', 'history'] as const)('adds no user whose %s cannot be written', async (table) => {
  const { test, client } = await openSignedIn('administrator')
  await test.db.schema.alterTable(table).renameTo('gone').execute()
  expect(await client.post('/api/register', form)).toMatchObject({ status: 500 })
  const users = await test.db.selectFrom('users').select('id').where('email', '=', form.email).execute()
  expect(users).toEqual([])
  expect(table === 'letters' ? [] : await lettersOf(test)).toEqual([])
})

it('keeps a password letter that was sent for 90 days, until the next one, and news for ever', async () => {
  const test = await openWithCast()
  const { email } = cast.liaison
  const ask = async (days: number) => {
    test.clock.step(days * 24 * HOUR)
    await test.client().post('/api/forgotpsw', { email })
    const sent = { state: 'sent', sent_at: test.clock().toISOString() } as const
    await test.db.updateTable('letters').set(sent).where('state', '=', 'waiting').execute()
  }
  const news = { recipient: email, subject: 'News', text: 'News', html: '<p>News</p>' }
  await test.db.transaction().execute((trx) => test.outbox.write(trx, news))
  const kept = async () =>
    (await lettersOf(test)).map(({ link_kind, created_at }) => [link_kind, created_at.slice(0, 10)])
  await ask(0)
  await ask(89)
  expect(await kept()).toEqual([
    [null, '2026-03-02'],
    ['change', '2026-03-02'],
    ['change', '2026-05-30'],
  ])
  await ask(2)
  expect(await kept()).toEqual([
    [null, '2026-03-02'],
    ['change', '2026-05-30'],
    ['change', '2026-06-01'],
  ])
})
