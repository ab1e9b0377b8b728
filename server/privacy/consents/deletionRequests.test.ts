import { expect, it } from 'vitest'
import { spokenConsent } from '../../testing/data/consents.ts'
import { lettersOf } from '../../testing/mail/postman.ts'
import { historyOf } from '../../testing/database/storedRows.ts'
import { addTermOfNews } from '../../testing/data/termOfNews.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { addUser, cast } from '../../testing/data/users.ts'

const PATH = '/api/students/1/consents'

/** The news of a term was sent to the supporter of students 1 and 2. */
async function given(test: TestApp): Promise<void> {
  await addTermOfNews(test)
  const administrator = await test.signIn(cast.administrator)
  const terms = await test.db.selectFrom('terms').select(['id', 'term_name']).execute()
  const term_id = terms.find(({ term_name }) => term_name === 'Term 2')?.id
  const sent = await administrator.post('/api/notifications', { year_id: 1, term_id })
  expect(sent.status, sent.text).toBe(200)
  const sent_at = '2026-01-30T08:00:00.000Z'
  await test.db.updateTable('letters').set({ state: 'sent', sent_at }).execute()
}

const say = (client: TestClient, answers: object) => client.post(PATH, spokenConsent(answers))

const deletionsOf = async (client: TestClient) =>
  ((await client.get(PATH)).body as { data: { deletions: { text: string }[] } }).data.deletions

it('lists the letters that were sent before a No, with a text that asks to delete them', async () => {
  const { client } = await openSignedIn('director', { given })
  expect(await deletionsOf(client)).toEqual([])
  await say(client, { progress: 'no' })
  expect(await deletionsOf(client)).toMatchObject([
    {
      supporter_id: cast.supporter.id,
      supporter: 'Samuel Kiptoo',
      purposes: ['progress'],
      letters: [{ id: 1, sent_at: '2026-01-30T08:00:00.000Z' }],
      text: 'Dear Samuel,\n\nWe were asked not to share report cards and costs of Faith any more. Please delete our letter of 30 Jan 2026 with all that came with them.\n\nThank you.\n\nElimu',
      asked_at: null,
    },
  ])
})

it('asks the present supporter to delete pictures that were withdrawn, and not those that were never given', async () => {
  const { client } = await openSignedIn('coordinator', { given })
  await say(client, { pictures: 'yes', videos: 'no' })
  expect(await deletionsOf(client)).toEqual([])
  await say(client, { pictures: 'no' })
  expect(await deletionsOf(client)).toMatchObject([{ purposes: ['pictures'], letters: [] }])
})

it('asks a supporter outside Kenya to delete everything after a No to that', async () => {
  const { test, client } = await openSignedIn('coordinator', { given })
  await say(client, { pictures: 'yes', abroad: 'no' })
  expect(await deletionsOf(client)).toMatchObject([{ purposes: ['progress'], letters: [{ id: 1 }] }])
  await say(client, { abroad: 'yes' })
  await say(client, { abroad: 'no' })
  expect(await deletionsOf(client)).toMatchObject([{ purposes: ['progress', 'pictures', 'videos'] }])
  await test.db.updateTable('users').set({ country: 'Kenya' }).execute()
  expect(await deletionsOf(client)).toEqual([])
})

it('sends the text as a letter, once', async () => {
  const { test, client } = await openSignedIn('coordinator', { given })
  await say(client, { progress: 'no' })
  const text = 'Dear Samuel,\n\nPlease delete our letter.'
  const headers = { 'idempotency-key': 'deletion-1' }
  const ask = (body: object) => client.post(`${PATH}/letter`, body, { headers })
  for (const _ of [1, 2]) {
    const answer = await ask({ supporter_id: cast.supporter.id, text })
    expect(answer.body).toMatchObject({ message: 'The request waits in the outbox.' })
  }
  const letters = await lettersOf(test)
  expect(letters.slice(1)).toMatchObject([
    { recipient: cast.supporter.email, user_id: cast.supporter.id, text, state: 'waiting' },
  ])
  const [deletion] = await deletionsOf(client)
  expect(deletion).toMatchObject({ asked_at: test.clock().toISOString() })
  expect((await historyOf(test)).at(-1)).toMatchObject({ entity: 'letter', action: 'asked to delete' })
})

it('refuses a letter to anybody who got nothing, and an empty one', async () => {
  const { test, client } = await openSignedIn('coordinator', { given })
  await say(client, { progress: 'no' })
  const other = await addUser(test.db, { email: 'other@elimu.test' })
  const ask = (body: object) => client.post(`${PATH}/letter`, body)
  expect(await ask({ supporter_id: other.id, text: 'Please delete.' })).toMatchObject({ status: 409 })
  expect(await ask({ supporter_id: cast.supporter.id, text: ' ' })).toMatchObject({
    status: 422,
    body: { errors: { text: ['Text cannot be empty'] } },
  })
  await test.db.updateTable('users').set({ status: 1 }).where('id', '=', cast.supporter.id).execute()
  expect(await ask({ supporter_id: cast.supporter.id, text: 'Please delete.' })).toMatchObject({
    status: 409,
    body: { message: 'The supporter’s account is disabled' },
  })
})

it('shows a liaison officer no supporters', async () => {
  const { test, client } = await openSignedIn('coordinator', { given })
  await say(client, { progress: 'no' })
  expect(await deletionsOf(await test.signIn(cast.liaison))).toEqual([])
})
