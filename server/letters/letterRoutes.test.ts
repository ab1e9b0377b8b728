import { expect, it } from 'vitest'
import { scenarios, scenariosWith } from '../testing/scenarios.ts'
import { MINUTE } from '../testing/steppedClock.ts'
import { startTogether } from '../testing/database/startTogether.ts'
import { openSignedIn, openWithCast, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const { administrator, newcomer, liaison } = cast

/** One letter with the id 1, to a new user, in a state. */
const letterIs =
  (state: 'waiting' | 'sending' | 'sent' | 'failed') =>
  async ({ db, outbox, clock }: TestApp) => {
    await outbox.write(db, {
      recipient: newcomer.email,
      subject: 'Create Password - Elimu',
      text: 'secret text',
      html: '<p>secret text</p>',
      link: { user_id: newcomer.id, kind: 'new' },
    })
    const sent_at = state === 'sent' ? clock().toISOString() : null
    await db.updateTable('letters').set({ state, sent_at, attempts: 19, last_error: 'no answer' }).execute()
  }

const letter = {
  id: 1,
  recipient: newcomer.email,
  subject: 'Create Password - Elimu',
  attempts: 19,
  last_error: 'no answer',
  created_at: '2026-03-02T08:00:00.000Z',
  sent_at: null,
}

scenariosWith('GET /api/letters', { as: 'administrator', call: 'GET /api/letters' }, [
  {
    name: 'returns recipient, subject, state, last error and attempts, and never the text',
    given: letterIs('failed'),
    contains: {
      success: true,
      data: [{ ...letter, state: 'failed', has_link: true }],
      meta: { total: 1, whole: true },
      counts: { waiting: 0, sending: 0, sent: 0, failed: 1 },
      mail_server: false,
    },
    lacks: ['secret text', 'lease', 'message_id', 'html'],
  },
  {
    name: 'offers no link for a sent letter',
    given: letterIs('sent'),
    contains: { data: [{ id: 1, state: 'sent', sent_at: '2026-03-02T08:00:00.000Z', has_link: false }] },
  },
  ...(
    [
      ['waiting', 1],
      ['sending', 1],
      ['sent', 0],
      ['failed', 0],
    ] as const
  ).map(([state, tried_again]) => ({
    name: `counts ${tried_again} letters that are tried again if one with an error is ${state}, on any page`,
    given: letterIs(state),
    call: 'GET /api/letters?page=2&size=1',
    contains: { data: [], tried_again },
  })),
  ...(['director', 'coordinator'] as const).map((as) => ({
    name: `shows a ${as} no letter about an account`,
    as,
    given: letterIs('waiting'),
    contains: { data: [] },
    lacks: [newcomer.email],
  })),
])

scenarios(
  'GET /api/letters with a mail server',
  [
    {
      name: 'reports that a mail server is set',
      as: 'administrator',
      call: 'GET /api/letters',
      contains: { data: [], mail_server: true },
    },
  ],
  { SMTP_URL: 'smtp://127.0.0.1:9' },
)

scenariosWith('POST /api/letters/{id}/retry', { as: 'administrator', call: 'POST /api/letters/1/retry' }, [
  {
    name: 'retries a failed letter at once',
    given: letterIs('failed'),
    contains: {
      message: 'Letters will wait here until the mail server is set up.',
      data: { id: 1, state: 'waiting', attempts: 0 },
    },
    async after({ db, clock }) {
      const { next_attempt_at } = await db.selectFrom('letters').selectAll().executeTakeFirstOrThrow()
      expect(next_attempt_at).toBe(clock().toISOString())
      expect(await db.selectFrom('history').selectAll().execute()).toMatchObject([
        { entity: 'letter', entity_id: 1, action: 'retried', user_id: administrator.id },
      ])
    },
  },
  { name: 'retries a waiting letter at once', given: letterIs('waiting') },
  {
    name: 'refuses a letter that was sent',
    given: letterIs('sent'),
    conflict: 'This letter has been sent.',
  },
  { name: 'knows no letter that there is not', status: 404, contains: { message: 'Not found.' } },
])

scenariosWith(
  'POST /api/letters/{id}/link',
  { as: 'administrator', call: 'POST /api/letters/1/link' },
  [
    {
      name: 'returns a working link of a user, with history',
      given: letterIs('waiting'),
      contains: {
        data: { link: expect.stringMatching(/^https:\/\/elimu\.example\.org\/changepsw\/[\w-]+$/) },
      },
      async after(test, { body }) {
        const { link } = (body as { data: { link: string } }).data
        const opened = await test.client().post(`/api/getuser/${link.split('/').at(-1)}`)
        expect(opened).toMatchObject({ status: 200, body: { user: [{ id: newcomer.id }] } })
        expect(await test.db.selectFrom('history').selectAll().execute()).toMatchObject([
          { entity: 'user', entity_id: newcomer.id, action: 'copied link', user_id: administrator.id },
        ])
      },
    },
    {
      name: 'refuses a link for a sent letter',
      given: letterIs('sent'),
      conflict: 'This letter has no password link to copy.',
    },
    {
      name: 'refuses a link for a letter without one',
      given: ({ db, outbox }) =>
        outbox.write(db, { recipient: liaison.email, subject: 'Hello', text: 'Hello', html: 'Hello' }),
      conflict: 'This letter has no password link to copy.',
    },
    { name: 'knows no letter that there is not', status: 404, contains: { message: 'Not found.' } },
  ],
  { APP_URL: 'https://elimu.example.org' },
)

it.for(['retry', 'link'])(
  'leaves a letter as it is where the history of its %s cannot be written',
  async (what) => {
    const { test, client } = await openSignedIn('administrator', { given: letterIs('failed') })
    await test.db.schema.alterTable('history').renameTo('gone').execute()
    expect(await client.post(`/api/letters/1/${what}`)).toMatchObject({ status: 500 })
    expect(await test.db.selectFrom('letters').selectAll().execute()).toMatchObject([
      { state: 'failed', attempts: 19 },
    ])
  },
)

it('refuses a link for a letter that is deleted at the same moment', async () => {
  const { test, client } = await openSignedIn('administrator', { given: letterIs('waiting') })
  const answers = await startTogether(test, (trx) => test.outbox.withdrawLinks(trx, newcomer.id), [
    () => client.post('/api/letters/1/link'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404])
  expect(await test.db.selectFrom('history').selectAll().execute()).toEqual([])
})

it('answers all users who copy links while others delete letters, with history of the links only', async () => {
  const { test, client } = await openSignedIn('administrator', { given: letterIs('waiting') })
  const { id, first_name, last_name, role_id } = newcomer
  const copying = Array.from({ length: 12 }, () => client.post('/api/letters/1/link'))
  const taking = client.post('/api/edit', { id, first_name, last_name, role_id, email: 'other@elimu.test' })
  const statuses = (await Promise.all(copying)).map(({ status }) => status)
  expect((await taking).status).toBe(200)
  expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
  const copied = await test.db
    .selectFrom('history')
    .select('id')
    .where('action', '=', 'copied link')
    .execute()
  expect(copied).toHaveLength(statuses.filter((status) => status === 200).length)
})

it('lists the newest letter first, with paging, sorting and search', async () => {
  const test = await openWithCast()
  for (const recipient of ['cara@elimu.test', 'abel@elimu.test', 'bea_x@elimu.test']) {
    await test.outbox.write(test.db, { recipient, subject: 'Hello', text: 'Hello', html: 'Hello' })
    test.clock.step(MINUTE)
  }
  const client = await test.signIn(administrator)
  const ask = async (query: string) => {
    const { body } = await client.get(`/api/letters?${query}`)
    return (body as { data: { recipient: string }[] }).data.map(({ recipient }) => recipient.split('@')[0])
  }
  expect(await ask('')).toEqual(['bea_x', 'abel', 'cara'])
  expect(await ask('sort=recipient')).toEqual(['abel', 'bea_x', 'cara'])
  expect(await ask('sort=-recipient&size=1&page=2')).toEqual(['bea_x'])
  expect(await ask('search=ABEL')).toEqual(['abel'])
  expect(await ask('search=_')).toEqual(['bea_x'])
  expect(await ask('search=%25')).toEqual([])
})

it('shows the current state of each letter of a long list, although letters have no history', async () => {
  const test = await openWithCast()
  const at = test.clock().toISOString()
  const letters = Array.from({ length: 2_100 }, (_, index) => ({
    message_id: `<${index}@elimu.test>`,
    recipient: `user${index}@elimu.test`,
    subject: 'Hello',
    text: 'Hello',
    html: 'Hello',
    state: 'waiting' as const,
    attempts: 0,
    created_at: at,
    next_attempt_at: at,
  }))
  for (let from = 0; from < letters.length; from += 700)
    await test.db
      .insertInto('letters')
      .values(letters.slice(from, from + 700))
      .execute()
  const client = await test.signIn(administrator)
  const states = async () => {
    const { body } = await client.get('/api/letters')
    return (body as { data: { state: string }[] }).data.map(({ state }) => state)
  }
  expect(new Set(await states())).toEqual(new Set(['waiting']))
  await test.db.updateTable('letters').set({ state: 'sent', sent_at: at }).execute()
  expect(await states()).toEqual(letters.map(() => 'sent'))
})
