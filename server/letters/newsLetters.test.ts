import { describe, expect, it } from 'vitest'
import type { Letter, LetterCounts } from '#contract/letters.ts'
import { addTermOfNews } from '../testing/data/termOfNews.ts'
import { lettersOf } from '../testing/mail/postman.ts'
import { addReportCards } from '../testing/data/records.ts'
import { addStudents } from '../testing/data/students.ts'
import { openSignedIn } from '../testing/testApp.ts'
import { addUsers, cast } from '../testing/data/users.ts'

const TIME = { year_id: 1, term_id: 2 }
type Listed = { data: Letter[]; meta: { total: number; whole: boolean }; counts: LetterCounts }

async function open(settings: Record<string, string> = {}) {
  const { test, client } = await openSignedIn('administrator', { settings })
  const list = async (query: string) => (await client.get(`/api/letters?${query}`)).body as Listed
  return { test, client, list }
}

/** The news of a term that failed, and a letter about an account that waits. */
async function openFailed(settings: Record<string, string> = {}) {
  const opened = await open(settings)
  const { test, client } = opened
  await addTermOfNews(test)
  expect(await client.post('/api/notifications', TIME)).toMatchObject({ status: 200, body: { since: 1 } })
  await test.db
    .updateTable('letters')
    .set({ state: 'failed', attempts: 19, last_error: '550 Gone' })
    .execute()
  await test.outbox.write(test.db, {
    recipient: cast.newcomer.email,
    subject: 'Create Password - Elimu',
    text: 'Follow {password-link}',
    html: '<a href="{password-link}">Create</a>',
    link: { user_id: cast.newcomer.id, kind: 'new' },
  })
  const retry = (form: object = TIME) => client.post('/api/letters/retry', form)
  return { ...opened, retry }
}

const none = { waiting: 0, sending: 0, sent: 0, failed: 0 }

describe('the news of a term that failed', () => {
  it('is listed with its error, and retried at the present address of its supporter', async () => {
    const { test, list, retry } = await openFailed({ SMTP_URL: 'smtp://127.0.0.1:9' })
    expect(await list('year_id=1&term_id=2&state=failed')).toMatchObject({
      data: [
        {
          kind: 'news',
          state: 'failed',
          attempts: 19,
          last_error: '550 Gone',
          recipient: cast.supporter.email,
          to: { id: cast.supporter.id, email: cast.supporter.email, roles: { id: 5 } },
          students: 2,
          first_student: 'Faith Atieno Odhiambo',
          attached: 4,
          sent_by: `${cast.administrator.first_name} ${cast.administrator.last_name}`,
        },
      ],
      counts: { ...none, failed: 1 },
    })
    const email = 'right@elimu.test'
    await test.db.updateTable('users').set({ email }).where('id', '=', cast.supporter.id).execute()
    expect(await retry()).toMatchObject({
      status: 200,
      body: { letters: 1, message: 'The letter will be tried again.' },
    })
    expect((await lettersOf(test))[0]).toMatchObject({ state: 'waiting', attempts: 0, recipient: email })
    expect((await list('year_id=1&term_id=2')).counts).toEqual({ ...none, waiting: 1 })
  })

  it('is not retried to a supporter who was disabled since', async () => {
    const { test, client, retry } = await openFailed()
    await test.db.updateTable('users').set({ status: 1 }).where('id', '=', cast.supporter.id).execute()
    expect(await retry()).toMatchObject({
      status: 200,
      body: {
        letters: 0,
        message: 'No letter is tried again: all that failed are to disabled users.',
      },
    })
    expect(await client.post('/api/letters/1/retry')).toMatchObject({
      status: 409,
      body: { message: 'The recipient’s account is disabled.' },
    })
    expect((await lettersOf(test))[0]).toMatchObject({ state: 'failed', attempts: 19 })
  })

  it('reports that it waits if no mail server is set', async () => {
    const { retry } = await openFailed()
    expect(await retry()).toMatchObject({
      body: {
        letters: 1,
        message: 'Letters will wait here until the mail server is set up.',
      },
    })
  })

  it.for([{ ...TIME, term_id: 1 }, { kind: 'account' }])(
    'is not changed when others are retried: %o',
    async (form) => {
      const { test, retry } = await openFailed()
      expect(await retry(form)).toMatchObject({ body: { letters: 0 } })
      expect((await lettersOf(test))[0]).toMatchObject({ state: 'failed' })
    },
  )
})

describe('the letters of all kinds', () => {
  it('are one list, by kind, term, state and age', async () => {
    const { client, list } = await openFailed()
    const kinds = async (query: string) => (await list(query)).data.map(({ kind }) => kind)
    expect(await kinds('')).toEqual(['account', 'news'])
    expect(await kinds('kind=news')).toEqual(['news'])
    expect(await kinds('kind=account')).toEqual(['account'])
    expect(await kinds('year_id=1&term_id=2')).toEqual(['news'])
    expect(await kinds('year_id=1&term_id=1')).toEqual([])
    expect(await kinds('state=waiting')).toEqual(['account'])
    expect(await kinds('state=failed')).toEqual(['news'])
    expect(await kinds('since=2')).toEqual(['account'])
    const answer = { counts: { ...none, waiting: 1, failed: 1 }, meta: { total: 1, whole: false } }
    expect(await list('state=failed&page=1')).toMatchObject(answer)
    for (const wrong of ['state=sent', 'kind=other', 'year_id=x'])
      expect(await client.get(`/api/letters?${wrong}`), wrong).toMatchObject({ status: 422 })
  })

  it('are all shown to the administrator; other users who see notifications see the news only', async () => {
    const { test } = await openFailed()
    const coordinator = await test.signIn(cast.coordinator)
    expect(await coordinator.get('/api/letters')).toMatchObject({
      status: 200,
      body: { data: [{ kind: 'news' }], meta: { total: 1 }, counts: { ...none, failed: 1 } },
    })
    expect(await coordinator.get('/api/letters?kind=account')).toMatchObject({ body: { data: [] } })
    expect(await coordinator.get('/api/letters/2')).toMatchObject({ status: 404 })
    expect(await coordinator.get('/api/letters/1')).toMatchObject({ status: 200 })
  })

  it('do not show letters about accounts to the account that may send', async () => {
    const { test, client } = await openFailed({ NOTIFICATIONS_ADMIN: cast.liaison.email })
    const sender = await test.signIn(cast.liaison)
    await test.db.updateTable('letters').set({ state: 'failed' }).execute()
    expect(await sender.post('/api/letters/2/retry')).toMatchObject({ status: 404 })
    expect(await sender.post('/api/letters/retry', {})).toMatchObject({ body: { letters: 1 } })
    expect((await lettersOf(test)).map(({ state }) => state)).toEqual(['waiting', 'failed'])
    expect(await client.post('/api/letters/retry', { kind: 'account' })).toMatchObject({
      body: { letters: 1 },
    })
  })

  it('are retried with new password links only with the kind account, and counted in the same way', async () => {
    const { test, list, retry } = await openFailed()
    await test.db.updateTable('letters').set({ state: 'failed' }).execute()
    expect(await list('')).toMatchObject({ counts: { ...none, failed: 2 }, to_retry: 1 })
    expect(await retry({})).toMatchObject({ body: { letters: 1 } })
    expect((await lettersOf(test)).map(({ state }) => state)).toEqual(['waiting', 'failed'])
    expect(await list('')).toMatchObject({ to_retry: 0 })
    expect(await list('kind=account')).toMatchObject({ to_retry: 1 })
    expect(await retry({ kind: 'account' })).toMatchObject({ body: { letters: 1 } })
  })

  it('are shown completely, with PDFs and without a password link', async () => {
    const { client } = await openFailed()
    expect(await client.get('/api/letters/1')).toMatchObject({
      body: { data: { recipient: cast.supporter.email, attachments: { length: 4 } } },
    })
    const { body } = await client.get('/api/letters/2')
    expect(body).toMatchObject({
      data: { html: '<a href="…">Create</a>', text: 'Follow …', attachments: [] },
    })
  })

  it('are listed page by page, the newest first, and all counted', async () => {
    const { test, client, list } = await open()
    const supporters = await addUsers(
      test.db,
      Array.from({ length: 205 }, (_, index) => ({ email: `giver${index}@elimu.test` })),
    )
    const students = await addStudents(
      test.db,
      supporters.map(({ id }) => ({ supporter_id: id })),
    )
    await addReportCards(
      test,
      students.map((student_id) => ({ student_id, status: 1 })),
    )
    expect(await client.post('/api/notifications', { year_id: 1, term_id: 1 })).toMatchObject({
      body: { letters: 205 },
    })
    const [oldest] = await lettersOf(test)
    await test.db
      .updateTable('letters')
      .set({ state: 'failed' })
      .where('id', '=', oldest?.id ?? 0)
      .execute()

    const first = await list('year_id=1&term_id=1&size=200')
    expect(first.data).toHaveLength(200)
    expect(first).toMatchObject({ meta: { total: 205 }, counts: { ...none, waiting: 204, failed: 1 } })
    const second = await list('year_id=1&term_id=1&size=200&page=2')
    expect(second.counts).toEqual(first.counts)
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(205)
    // A failed letter is found, however old it is.
    expect((await list('state=failed&page=1')).data).toMatchObject([{ id: oldest?.id }])
  })

  it('are found by supporter, student, ref and address, in upper or lower case', async () => {
    const { test, client, list } = await open()
    await addTermOfNews(test)
    await client.post('/api/notifications', TIME)
    for (const found of ['ATIENO', 'el-0001', cast.supporter.first_name, cast.supporter.email])
      expect(await list(`search=${encodeURIComponent(found)}`), found).toMatchObject({
        data: { length: 1 },
        counts: { waiting: 1 },
      })
    for (const missed of ['Mwende', 'atieno mwende', 'atieno el-0001', '%', '_'])
      expect((await list(`search=${encodeURIComponent(missed)}`)).data, missed).toEqual([])
  })
})
