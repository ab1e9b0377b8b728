import { expect, it } from 'vitest'
import { noticeMessages } from '#contract/privacy/notice.ts'
import { spokenConsent } from '../../testing/data/consents.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { addStudents } from '../../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

const GET = 'GET /api/privacy/notice'
const PUT = 'PUT /api/privacy/notice'
const first = { version: '2026-01', en: 'What we record.', sw: 'Tunachorekodi.' }
const second = { version: '2026-02', en: 'What we record, and why.', sw: 'Tunachorekodi, na sababu.' }

/** Two versions, of which a consent names the first. */
async function given(test: TestApp) {
  await addStudents(test.db, [{}])
  const director = await test.signIn(cast.director)
  for (const notice of [first, second]) await director.change('PUT', '/api/privacy/notice', notice)
  const consent = spokenConsent({ register: 'yes' }, { notice_version: first.version })
  await director.post('/api/students/1/consents', consent)
}

scenariosWith(GET, { as: 'liaison', call: GET, given }, [
  {
    name: 'shows the newest version',
    contains: {
      data: { ...second, saved_by: 'Daniel Otieno' },
      versions: ['2026-02', '2026-01'],
    },
  },
  {
    name: 'shows the version that is asked for',
    call: `${GET}?version=2026-01`,
    contains: { data: first },
  },
  { name: 'knows no other version', call: `${GET}?version=2025-01`, status: 404 },
])

scenariosWith(PUT, { as: 'director', call: PUT, given, input: { ...second, version: '2026-03' } }, [
  {
    name: 'adds a version',
    contains: {
      message: noticeMessages.saved,
      data: { version: '2026-03' },
      versions: ['2026-03', '2026-02', '2026-01'],
    },
    history: { entity: 'privacy_notice', action: 'added', user_id: cast.director.id },
  },
  {
    name: 'never changes a version that a consent names',
    input: { ...first, en: 'What we record, why and for how long.' },
    errors: { version: [noticeMessages.isNamed('2026-01')] },
  },
  {
    name: 'corrects a version that no consent names',
    input: { ...second, en: 'What we record, why and for how long.' },
    contains: {
      data: { version: '2026-02', en: 'What we record, why and for how long.', sw: second.sw },
      versions: ['2026-02', '2026-01'],
    },
    history: {
      entity: 'privacy_notice',
      action: 'edited',
      changes: { en: [second.en, 'What we record, why and for how long.'] },
    },
  },
  {
    name: 'accepts the same text again',
    input: first,
    contains: { data: first, versions: ['2026-02', '2026-01'] },
  },
  {
    name: 'refuses a text in one language only',
    input: { ...second, sw: ' ' },
    errors: { sw: [noticeMessages.swahiliRequired] },
  },
  {
    name: 'refuses a notice without a version',
    input: { ...second, version: '' },
    errors: { version: [noticeMessages.versionRequired] },
  },
])

it('there is no notice at first', async () => {
  const { client } = await openSignedIn('coordinator')
  expect((await client.get('/api/privacy/notice')).body).toMatchObject({ data: null, versions: [] })
})

it('of texts saved as the same version at once, the last is stored and the history has all', async () => {
  const { test, client } = await openSignedIn('director')
  const texts = [first, { ...first, en: 'Something else.' }, { ...first, sw: 'Maneno mengine.' }]
  const puts = await Promise.all(texts.map((text) => client.change('PUT', '/api/privacy/notice', text)))
  expect(puts.map(({ status }) => status)).toEqual([200, 200, 200])
  const stored = await test.db.selectFrom('privacy_notices').select(['version', 'en', 'sw']).execute()
  expect(stored).toHaveLength(1)
  expect(texts).toContainEqual(stored[0])
  const changes = await test.db
    .selectFrom('history')
    .select('action')
    .where('entity', '=', 'privacy_notice')
    .execute()
  expect(changes.map(({ action }) => action)).toEqual(['added', 'edited', 'edited'])
})

it('a version that another user has saved since is not overwritten', async () => {
  const { client } = await openSignedIn('director')
  const put = (text: object) => client.change('PUT', '/api/privacy/notice', text)
  expect(await put({ ...first, seen: null })).toMatchObject({ status: 200 })
  const other = { ...first, en: 'Something else.' }
  expect(await put({ ...other, seen: null })).toMatchObject({
    status: 422,
    body: { errors: { version: [noticeMessages.savedMeanwhile(first.version)] } },
  })
  const { body } = await client.get('/api/privacy/notice')
  const { saved_at: seen } = (body as { data: { saved_at: string } }).data
  expect(await put({ ...other, seen })).toMatchObject({ status: 200 })
})

it('a version stays as it was while a consent that names it is recorded', async () => {
  const { test, client } = await openSignedIn('director')
  await addStudents(test.db, [{}])
  await client.change('PUT', '/api/privacy/notice', first)
  const consent = spokenConsent({ register: 'yes' }, { notice_version: first.version })
  const [recorded, ...puts] = await Promise.all([
    client.post('/api/students/1/consents', consent),
    ...['One.', 'Two.', 'Three.'].map((en) => client.change('PUT', '/api/privacy/notice', { ...first, en })),
  ])
  expect(recorded).toMatchObject({ status: 200 })
  expect(puts.every(({ status }) => status === 200 || status === 422)).toBe(true)
  expect(await client.change('PUT', '/api/privacy/notice', { ...first, en: 'Later.' })).toMatchObject({
    status: 422,
  })
})
