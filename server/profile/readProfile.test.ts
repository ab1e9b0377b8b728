import { expect, it } from 'vitest'
import { spokenConsent } from '../testing/data/consents.ts'
import { addReceipts, addReportCards } from '../testing/data/records.ts'
import { addStudents } from '../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { pdf } from '../testing/files/trialFiles.ts'
import { formOf } from '../testing/files/uploadTrial.ts'

const PROFILE = '/api/students/1?query=profile'
const HISTORY = '/api/students/1?query=history'
const ALL = {
  register: 'yes',
  profile: 'yes',
  progress: 'yes',
  pictures: 'yes',
  videos: 'yes',
  abroad: 'yes',
} as const

const given = (test: TestApp) => addStudents(test.db, [{ supporter_id: cast.supporter.id }])

it('sums up the consents for staff, from before the first one to a No', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const consent = async () => ((await client.get(PROFILE)).body as { data: { consent: object } }).data.consent
  const none = { state: 'not_recorded', ends_soon: false, until: null, form: null }
  expect(await consent()).toEqual({ ...none, publication: 'not_recorded' })

  const answers = Object.entries({ ...ALL, publication: 'no' }).map(([purpose, answer]): [string, string] => [
    `answers[${purpose}]`,
    answer,
  ])
  const signed: [string, string][] = [
    ['given_by', 'mother'],
    ['name', 'Rose Akinyi'],
    ['how', 'signed'],
    ['given_on', '2026-03-01'],
  ]
  await client.post('/api/students/1/consents', formOf([['form', pdf()], ...signed, ...answers]))
  const full = { state: 'full', ends_soon: false, until: '2027-03-11', publication: 'refused' }
  expect(await consent()).toEqual({ ...full, form: expect.stringMatching(/^\/api\/files\/\d+$/) })

  const soon = spokenConsent(ALL, { until: '2026-04-30' })
  await client.post('/api/students/1/consents', soon)
  expect(await consent()).toMatchObject({ state: 'full', ends_soon: true, until: '2026-04-30' })
  await client.post('/api/students/1/consents', spokenConsent({ pictures: 'no' }))
  expect(await consent()).toMatchObject({ state: 'some_refused', publication: 'refused' })

  await client.post('/api/consents/1/void', { reason: 'Another child.' })
  expect(await consent()).toMatchObject({ publication: 'not_recorded', form: null })
  const supporter = await test.signIn(cast.supporter)
  expect((await supporter.get(PROFILE)).body).toMatchObject({ data: { consent: null } })
})

it('counts a view of the consents only when they are opened', async () => {
  const { test, client } = await openSignedIn('coordinator', { given })
  await client.get(PROFILE)
  await client.get('/api/students/1/consents')
  await test.app.close()
  const views = await test.db.selectFrom('views').select(['kind', 'count']).orderBy('kind').execute()
  expect(views).toEqual([
    { kind: 'consents', count: 1 },
    { kind: 'profile', count: 1 },
  ])
})

it('lists the changes of a student with those of the records, each with what it is about', async () => {
  const { test, client } = await openSignedIn('administrator', {
    async given(opened) {
      await given(opened)
      await addReportCards(opened, [{ student_id: 1, term: 'Term 3' }])
      await addReceipts(opened, [{ student_id: 1, term: 'Term 2' }])
    },
  })
  await client.post('/api/students/1/consents', spokenConsent({ register: 'no' }))
  await client.verify('/api/reports/1')
  await client.verify('/api/finance/1')
  await client.change('PATCH', '/api/students/1', { supporter_id: '' })
  const { body } = await client.get(HISTORY)
  expect(body).toMatchObject({
    data: [
      { entity: 'student', of: null, action: 'removed supporter' },
      { entity: 'receipt', of: 'Term 2, 2026', action: 'verified' },
      { entity: 'report', of: 'Term 3, 2026', action: 'verified' },
      { entity: 'consent', of: null, action: 'asked for erasure' },
      { entity: 'consent', of: null, action: 'recorded' },
    ],
  })
  // A request is noted too, but has a page of its own.
  expect(body).toHaveProperty('data.length', 5)
  const coordinator = await test.signIn(cast.coordinator)
  expect((await coordinator.get(HISTORY)).body).toHaveProperty('data.length', 4)
  const liaison = await test.signIn(cast.liaison)
  expect((await liaison.get(HISTORY)).status).toBe(403)
})
