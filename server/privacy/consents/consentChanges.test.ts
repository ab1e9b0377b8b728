import { expect, it } from 'vitest'
import { lockRow } from '../../database/lockRow.ts'
import { holdFrom, spokenConsent } from '../../testing/data/consents.ts'
import { importRows } from '../../testing/imports/imports.ts'
import { addMedia } from '../../testing/data/media.ts'
import { startTogether } from '../../testing/database/startTogether.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { historyOf } from '../../testing/database/storedRows.ts'
import { addStudents, filledForm } from '../../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { mp4 } from '../../testing/files/trialFiles.ts'
import { cast } from '../../testing/data/users.ts'

const PATH = '/api/students/1/consents'
const YES = { register: 'yes', progress: 'yes', pictures: 'yes', videos: 'yes' }

/** Born on 12 Mar 2009; today is 2 Mar 2026. */
const given = ({ db }: TestApp) => addStudents(db, [{ supporter_id: cast.supporter.id }])
const openAs = (who: 'director' | 'liaison') => openSignedIn(who, { given })

async function say(client: TestClient, answers: object, more: object = {}) {
  const answer = await client.post(PATH, spokenConsent(answers, more))
  expect(answer.status, answer.text).toBe(200)
}

const stateOf = ({ db }: TestApp) =>
  db
    .selectFrom('consent_states')
    .select(['register', 'pictures', 'videos', 'ends_on'])
    .executeTakeFirstOrThrow()

const notShared = async (client: TestClient) => {
  const { body } = await client.get('/api/students/1?query=profile')
  return (body as { data: { not_shared: string[] } }).data.not_shared
}

it('moves the end of consents with a corrected date of birth, but not beyond a day that was written', async () => {
  const { test, client } = await openAs('liaison')
  await say(client, YES)
  // The page sends the default as well.
  await say(client, { videos: 'yes' }, { given_by: 'father', name: 'Peter Odhiambo', until: '2027-03-11' })
  await say(client, { pictures: 'yes' }, { until: '2026-12-31' })
  const untilBornOn = async (dob: string) => {
    const answer = await client.call('PUT /api/students/1?query=list', { ...filledForm, dob })
    expect(answer.status, answer.text).toBe(200)
    const { body } = await client.get(PATH)
    const { consents } = (body as { data: { consents: { until: string }[] } }).data
    return [await stateOf(test), consents.map(({ until }) => until)]
  }
  const ends = (other: string, pictures: string) => [
    { register: other, pictures, videos: other, ends_on: pictures },
    [pictures, other, other],
  ]
  expect(await untilBornOn('2010-05-08')).toEqual(ends('2028-05-07', '2026-12-31'))
  expect(await untilBornOn('2008-03-20')).toEqual(ends('2026-03-19', '2026-03-19'))
  expect(await untilBornOn('2009-03-12')).toEqual(ends('2027-03-11', '2026-12-31'))
})

it('moves it with a date of birth that an import corrects, and back with the undo', async () => {
  const { test, client } = await openAs('director')
  await say(client, YES)
  await importRows(client, [{ ref: 'EL-0001', dob: '2010-05-08' }])
  expect(await stateOf(test)).toMatchObject({ register: '2028-05-07', ends_on: '2028-05-07' })
  expect((await client.post('/api/imports/1/undo')).status).toBe(200)
  expect(await stateOf(test)).toMatchObject({ register: '2027-03-11', ends_on: '2027-03-11' })
})

it('ends with the 18th birthday, from which the student decides', async () => {
  const { test, client } = await openAs('liaison')
  await test.db.updateTable('students').set({ dob: '2008-03-03' }).execute()
  await holdFrom(test, '2026-03-02')
  await say(client, { ...YES, profile: 'yes', abroad: 'yes' })
  const supporter = await test.signIn(cast.supporter)
  expect(await notShared(supporter)).toEqual([])
  test.clock.step(14 * HOUR)
  const today = { given_on: '2026-03-03' }
  const profile = await (await test.signIn(cast.supporter)).get('/api/students/1?query=profile')
  expect(profile.status).toBe(404)
  const officer = await test.signIn(cast.liaison)
  const ownYes = { register: 'yes', pictures: 'yes', abroad: 'yes' }
  await say(officer, ownYes, { ...today, given_by: 'student', name: 'Faith Atieno' })
  expect(await notShared(await test.signIn(cast.supporter))).toEqual(['profile', 'progress', 'videos'])
})

it('refuses the next part of a film that is withdrawn while it plays', async () => {
  const { test, client } = await openAs('liaison')
  await addMedia(test, [{ student_id: 1, title: 'Choir film', film: mp4() }])
  const { id } = await test.db.selectFrom('files').select('id').executeTakeFirstOrThrow()
  const supporter = await test.signIn(cast.supporter)
  const part = (range: string, more: object = {}) =>
    supporter.get(`/api/files/${id}`, { headers: { range, ...more } })
  const first = await part('bytes=0-9')
  expect(first.status).toBe(206)
  await say(client, { videos: 'no' })
  const next = await part('bytes=10-19', { 'if-range': first.headers['etag'] })
  expect(next.status).toBe(404)
  const gallery = await supporter.get('/api/students/1?query=gallery')
  expect(gallery.body).toMatchObject({ data: { gallery: [], not_shared: ['videos'] } })
})

it('keeps a No of one parent against the Yes of the other, until who said it changes it', async () => {
  const { test, client } = await openAs('liaison')
  const father = { given_by: 'father', name: 'Peter Odhiambo' }
  const supporter = await test.signIn(cast.supporter)
  await say(client, { ...YES, pictures: 'no' })
  await say(client, YES, father)
  expect(await notShared(supporter)).toEqual(['pictures'])
  await say(client, { videos: 'no' }, father)
  expect(await notShared(supporter)).toEqual(['pictures', 'videos'])
  await say(client, YES)
  expect(await notShared(supporter)).toEqual(['videos'])
})

it('counts both of two consents that two users record at the same moment', async () => {
  const { test, client } = await openAs('liaison')
  const director = await test.signIn(cast.director)
  await startTogether(test, (trx) => lockRow(trx, 'students', 1), [
    async () => (await say(client, { pictures: 'no' }), client.get(PATH)),
    async () => (await say(director, { videos: 'no' }, { given_by: 'father' }), director.get(PATH)),
  ])
  expect(await stateOf(test)).toMatchObject({ pictures: '', videos: '' })
})

it('is part of the student’s history, with what each answered', async () => {
  const { client } = await openAs('director')
  await say(client, { pictures: 'no' })
  await client.post('/api/consents/1/void', { reason: 'Of another child' })
  const { body } = await client.get('/api/students/1?query=history')
  expect(body).toMatchObject({
    data: [
      {
        action: 'marked as void',
        changes: [
          { field: 'given_by', to: 'Mother' },
          { field: 'name', to: 'Rose Akinyi' },
          { field: 'given_on', to: '2026-03-02' },
          { field: 'reason', to: 'Of another child' },
        ],
      },
      { action: 'recorded', changes: expect.arrayContaining([{ field: 'Pictures', from: null, to: 'No' }]) },
    ],
  })
})

const requestsOf = ({ db }: TestApp) => db.selectFrom('requests').selectAll().orderBy('id').execute()

it('notes no request for a No that is older than the Yes of the same person', async () => {
  const { test, client } = await openAs('liaison')
  await say(client, { register: 'yes' })
  await say(client, { register: 'no' }, { given_on: '2026-03-01' })
  expect(await requestsOf(test)).toEqual([])
})

it('closes its own request when the No is void, unless another No counts, and none that somebody made', async () => {
  const { test, client } = await openAs('director')
  const made = { student_id: '1', kind: 'erasure', asked_by: 'Rose Akinyi', asked_on: '2026-03-01' }
  await say(client, { register: 'no' })
  await say(client, { register: 'no' }, { given_by: 'father', name: 'Peter Odhiambo' })
  await client.post('/api/requests', { ...made, identity_check: 'National ID card', words: 'Remove it.' })
  const statesAfter = async (id: number) => {
    expect((await client.post(`/api/consents/${id}/void`, { reason: 'Another child.' })).status).toBe(200)
    return (await requestsOf(test)).map(({ state }) => state)
  }
  expect(await statesAfter(1)).toEqual(['to_decide', 'to_decide'])
  expect(await statesAfter(2)).toEqual(['refused', 'to_decide'])
  const reason = 'The consent that asked for this was recorded by mistake, and is void.'
  expect((await requestsOf(test))[0]).toMatchObject({ ground: 'other', reason, closed_by: cast.director.id })
  expect((await historyOf(test)).at(-1)).toMatchObject({
    entity: 'request',
    entity_id: 1,
    action: 'refused',
    changes: { reason: [null, reason] },
  })
})

it('closes its own request when who said No says Yes, and none that somebody made', async () => {
  const { test, client } = await openAs('liaison')
  const made = { student_id: '1', kind: 'erasure', asked_by: 'Rose Akinyi', asked_on: '2026-03-01' }
  const father = { given_by: 'father', name: 'Peter Odhiambo' }
  await say(client, { register: 'no' })
  await client.post('/api/requests', { ...made, identity_check: 'National ID card', words: 'Remove it.' })
  await say(client, { register: 'yes' }, father)
  expect((await requestsOf(test)).map(({ state }) => state)).toEqual(['to_decide', 'to_decide'])
  await say(client, { register: 'yes' })
  const reason = 'A later consent says Yes to keeping the record.'
  expect(await requestsOf(test)).toMatchObject([
    { state: 'answered', reason, decided_by: null, closed_by: cast.liaison.id },
    { state: 'to_decide' },
  ])
  expect((await historyOf(test)).at(-1)).toMatchObject({
    entity: 'request',
    entity_id: 1,
    action: 'answered',
    changes: { reason: [null, reason] },
  })
})

it('notes the request again when the Yes that has closed it is void', async () => {
  const { test, client } = await openAs('director')
  await say(client, { register: 'no' }, { given_on: '2026-03-01' })
  await say(client, { register: 'yes' })
  expect((await client.post('/api/consents/2/void', { reason: 'Another child.' })).status).toBe(200)
  const words = 'Rose Akinyi said No to: Keep the child’s record in Elimu.'
  expect(await requestsOf(test)).toMatchObject([
    { state: 'answered', words },
    { state: 'to_decide', asked_by: 'Rose Akinyi', asked_on: '2026-03-01', due_on: '2026-03-15', words },
  ])
})

it('notes a request for erasure with a No to keeping the record, unless one is open', async () => {
  const { test, client } = await openAs('liaison')
  await say(client, { pictures: 'no' })
  expect(await requestsOf(test)).toEqual([])
  await say(client, { register: 'no' }, { given_on: '2026-03-01' })
  const noted = {
    student_id: 1,
    kind: 'erasure',
    state: 'to_decide',
    asked_by: 'Rose Akinyi',
    relation: 'Mother',
    identity_check: 'By their consent: spoken, with Brian Ochieng as witness',
    asked_on: '2026-03-01',
    words: 'Rose Akinyi said No to: Keep the child’s record in Elimu.',
    due_on: '2026-03-15',
    noted_by: cast.liaison.id,
  }
  expect(await requestsOf(test)).toMatchObject([noted])
  expect((await historyOf(test)).at(-1)).toMatchObject({ entity: 'request', action: 'noted' })

  const father = { given_by: 'father', name: 'Peter Odhiambo' }
  await say(client, { register: 'no' }, father)
  expect(await requestsOf(test)).toHaveLength(1)

  const director = await test.signIn(cast.director)
  await director.call('PATCH /api/requests/1', { state: 'refused', ground: 'law', reason: 'A law.' })
  await say(client, { pictures: 'no' }, father)
  expect(await requestsOf(test)).toHaveLength(1)
  await say(client, { register: 'yes' }, { child_answers: { register: 'no' } })
  expect((await requestsOf(test)).at(-1)).toMatchObject({
    id: 2,
    asked_by: filledForm.name,
    relation: 'Student',
    words: 'The child said No to: Keep the child’s record in Elimu.',
  })
})
