import { describe, expect, it } from 'vitest'
import type { SentCounts, SentNotification } from '#contract/notifications.ts'
import { addTermOfNews } from '../../testing/termOfNews.ts'
import { lettersOf } from '../../testing/postman.ts'
import { addReportCards } from '../../testing/records.ts'
import { addStudents } from '../../testing/students.ts'
import { openTestApp } from '../../testing/testApp.ts'
import { addCast, addUsers, cast } from '../../testing/users.ts'

const TIME = { year_id: 1, term_id: 2 }
type Listed = { data: SentNotification[]; next: number | null; counts: SentCounts }

async function open(settings: Record<string, string> = {}) {
  const test = await openTestApp({ settings })
  await addCast(test.db)
  const client = await test.signIn(cast.administrator)
  const list = async (query: string) => (await client.get(`/api/notifications/sent?${query}`)).body as Listed
  return { test, client, list }
}

async function openFailed(settings: Record<string, string> = {}) {
  const opened = await open(settings)
  const { test, client } = opened
  await addTermOfNews(test)
  expect(await client.post('/api/notifications', TIME)).toMatchObject({ status: 200 })
  await test.db
    .updateTable('letters')
    .set({ state: 'failed', attempts: 19, last_error: '550 Gone' })
    .execute()
  const retry = () => client.post('/api/notifications/retry', TIME)
  return { ...opened, retry }
}

describe('a letter that failed', () => {
  it('is told with the answer, and tried again at the address that its supporter has now', async () => {
    const { test, list, retry } = await openFailed({ SMTP_URL: 'smtp://127.0.0.1:9' })
    expect(await list('year_id=1&term_id=2&failed=1')).toMatchObject({
      data: [{ state: 'failed', attempts: 19, answer: '550 Gone', recipient: cast.supporter.email }],
      counts: { all: 1, waiting: 0, failed: 1 },
    })
    const email = 'right@elimu.test'
    await test.db.updateTable('users').set({ email }).where('id', '=', cast.supporter.id).execute()
    expect(await retry()).toMatchObject({
      status: 200,
      body: { letters: 1, message: 'The letter will be tried again.' },
    })
    expect(await lettersOf(test)).toMatchObject([{ state: 'waiting', attempts: 0, recipient: email }])
    expect((await list('year_id=1&term_id=2')).counts).toEqual({ all: 1, waiting: 1, failed: 0 })
  })

  it('is not tried again to a supporter who was disabled since', async () => {
    const { test, retry } = await openFailed()
    await test.db.updateTable('users').set({ status: 1 }).where('id', '=', cast.supporter.id).execute()
    expect(await retry()).toMatchObject({
      status: 200,
      body: {
        letters: 0,
        message: 'No letter is tried again: those that failed are to supporters who are disabled.',
      },
    })
    expect(await lettersOf(test)).toMatchObject([{ state: 'failed', attempts: 19 }])
  })

  it('says that it waits where no mail server is set', async () => {
    const { retry } = await openFailed()
    expect(await retry()).toMatchObject({
      body: { letters: 1, message: 'No mail server is set: letters wait until SMTP_URL is.' },
    })
  })

  it('is left alone where another term is tried again', async () => {
    const { test, client } = await openFailed()
    expect(await client.post('/api/notifications/retry', { ...TIME, term_id: 1 })).toMatchObject({
      body: { letters: 0 },
    })
    expect(await lettersOf(test)).toMatchObject([{ state: 'failed' }])
  })
})

describe('the letters', () => {
  it('are listed page by page, the newest first, and counted whole', { timeout: 60_000 }, async () => {
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

    const first = await list('year_id=1&term_id=1')
    expect(first.data).toHaveLength(200)
    expect(first.counts).toEqual({ all: 205, waiting: 204, failed: 1 })
    const second = await list(`year_id=1&term_id=1&before=${first.next}`)
    expect(second).toMatchObject({ next: null, counts: first.counts })
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(205)
    // A failed letter is found, however old it is.
    expect((await list('failed=1')).data).toMatchObject([{ id: oldest?.id }])
  })

  it('are found by supporter, student, ref and address, whatever the case', async () => {
    const { test, client, list } = await open()
    await addTermOfNews(test)
    await client.post('/api/notifications', TIME)
    for (const found of ['ATIENO', 'el-0001', cast.supporter.first_name, cast.supporter.email])
      expect((await list(`search=${encodeURIComponent(found)}`)).data, found).toHaveLength(1)
    for (const missed of ['Mwende', '%', '_'])
      expect((await list(`search=${encodeURIComponent(missed)}`)).data, missed).toEqual([])
  })
})
