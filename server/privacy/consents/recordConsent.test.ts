import { expect, it } from 'vitest'
import { consentMessages } from '#contract/privacy/consentWords.ts'
import { noticeMessages } from '#contract/privacy/notice.ts'
import { historyOf } from '../../testing/database/storedRows.ts'
import { spokenConsent } from '../../testing/data/consents.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { addStudents } from '../../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { pdf, photo } from '../../testing/files/trialFiles.ts'
import { formOf } from '../../testing/files/uploadTrial.ts'
import { cast } from '../../testing/data/users.ts'

const CALL = 'POST /api/students/1/consents'
const SAVED = 'Consent saved.'

/** As the page sends it. The student was born on 12 Mar 2009, and is 16 on 2 Mar 2026. */
const signed = {
  given_by: 'mother',
  name: 'Rose Akinyi',
  how: 'signed',
  witness: '',
  given_on: '2026-03-01',
  until: '',
  'answers[register]': 'yes',
  'answers[progress]': 'yes',
  'answers[pictures]': 'yes',
  'answers[videos]': 'yes',
  'answers[abroad]': 'yes',
  'answers[publication]': 'no',
  'child_answers[pictures]': 'yes',
  'child_answers[videos]': 'no',
  'child_answers[publication]': 'not_asked',
}
type Changes = Record<string, string | Buffer | null>
const form = (changes: Changes = {}) =>
  formOf(
    Object.entries({ form: pdf(), ...signed, ...changes }).filter(
      (part): part is [string, string | Buffer] => part[1] !== null,
    ),
  )

const given = async (test: TestApp) => {
  await addStudents(test.db, [
    { supporter_id: cast.supporter.id },
    { name: 'Grace Wanjiru', status: 1 },
    { name: 'Kevin Otieno' },
  ])
  const { db } = test
  await db.updateTable('students').set({ dob: '2007-05-08' }).where('name', '=', 'Grace Wanjiru').execute()
  await db.updateTable('students').set({ dob: '2016-05-08' }).where('name', '=', 'Kevin Otieno').execute()
}

const rowOf = ({ db }: TestApp, student_id: number) =>
  db.selectFrom('consent_states').selectAll().where('student_id', '=', student_id).executeTakeFirst()

scenariosWith(CALL, { as: 'liaison', call: CALL, given, input: form() }, [
  {
    name: 'stores a signed form, its answers and those of the child',
    contains: {
      message: SAVED,
      data: {
        states: [
          { purpose: 'register', state: 'given', since: '2026-03-01', until: '2027-03-11' },
          { purpose: 'profile', state: 'not_recorded' },
          { purpose: 'progress', state: 'given' },
          { purpose: 'pictures', state: 'given' },
          { purpose: 'videos', state: 'refused', by: [{ consent_id: 1, who: 'child' }] },
          { purpose: 'abroad', state: 'given' },
          { purpose: 'publication', state: 'refused', by: [{ consent_id: 1, who: 'mother' }] },
        ],
        shared: ['profile', 'progress', 'pictures'],
        consents: [
          {
            given_by: 'mother',
            name: 'Rose Akinyi',
            how: 'signed',
            witness: null,
            given_on: '2026-03-01',
            until: '2027-03-11',
            child_answers: { pictures: 'yes', videos: 'no', publication: 'not_asked' },
            form: { path: '/api/files/1', type: 'application/pdf' },
            recorded_by: 'Lydia Chebet',
            void: null,
          },
        ],
        has_supporter: true,
        deletions: [],
      },
    },
    history: { entity: 'consent', action: 'recorded', user_id: cast.liaison.id },
    async after(test) {
      expect(await rowOf(test, 1)).toEqual({
        student_id: 1,
        register: '2027-03-11',
        profile: null,
        progress: '2027-03-11',
        pictures: '2027-03-11',
        videos: '',
        abroad: '2027-03-11',
        publication: '',
        ends_on: '2027-03-11',
        erasure_on: null,
      })
      const files = await test.db.selectFrom('files').select(['purpose', 'student_id']).execute()
      expect(files).toEqual([{ purpose: 'consent', student_id: 1 }])
      const supporter = await test.signIn(cast.supporter)
      expect((await supporter.get('/api/files/1')).status).toBe(404)
    },
  },
  {
    name: 'needs the form of a signed consent',
    input: form({ form: null }),
    errors: { form: ['Please Select the Signed Form for upload'] },
  },
  {
    name: 'needs no form for a spoken consent, and only the questions that were answered',
    input: spokenConsent({ pictures: 'no' }),
    contains: {
      data: { shared: ['profile', 'progress', 'videos'], consents: [{ form: null, child_answers: null }] },
    },
  },
  {
    name: 'is possible after the student has left',
    call: 'POST /api/students/2/consents',
    input: spokenConsent({ pictures: 'no' }, { given_on: '2025-03-01' }),
    contains: { data: { shared: ['profile', 'progress', 'videos'] } },
  },
  {
    name: 'lets a student of age consent without an end',
    call: 'POST /api/students/2/consents',
    input: spokenConsent({ pictures: 'yes' }, { given_by: 'student', until: '2026-04-01' }),
    contains: {
      data: {
        consents: [{ until: null }],
        states: expect.arrayContaining([
          expect.objectContaining({ purpose: 'pictures', state: 'given', until: null }),
        ]),
      },
    },
  },
  {
    name: 'notes that a No to keeping the record asks for erasure',
    as: 'director',
    input: spokenConsent({ register: 'no' }),
    contains: { data: { shared: [], erasure_on: '2026-03-02' } },
    async after({ db }) {
      const actions = await db.selectFrom('history').select('action').orderBy('id').execute()
      expect(actions.map(({ action }) => action)).toEqual(['recorded', 'asked for erasure', 'noted'])
    },
  },
  {
    name: 'says which notice was shown, who explained it, and where',
    async given(test) {
      await given(test)
      const notice = { version: '2026-01', en: 'What we record.', sw: 'Tunachorekodi.' }
      await (await test.signIn(cast.director)).change('PUT', '/api/privacy/notice', notice)
    },
    input: form({ notice_version: '2026-01', explained_by: 'Grace Wafula', place: 'Kisumu' }),
    contains: {
      data: {
        consents: [{ notice_version: '2026-01', explained_by: 'Grace Wafula', place: 'Kisumu' }],
      },
    },
    async after(test) {
      expect((await historyOf(test)).at(-1)?.changes).toMatchObject({
        notice_version: [null, '2026-01'],
        explained_by: [null, 'Grace Wafula'],
        place: [null, 'Kisumu'],
      })
    },
  },
  ...(
    [
      ['no giver', { given_by: '' }, { given_by: ['Choose who gives the consent'] }],
      ['no name', { name: ' ' }, { name: ['Name cannot be empty'] }],
      ['no witness of a thumbprint', { how: 'thumbprint' }, { witness: [expect.stringMatching(/^Witness/)] }],
      [
        'a witness with one name',
        { how: 'thumbprint', witness: 'Brian' },
        { witness: [consentMessages.witnessFullName] },
      ],
      [
        'the giver as witness',
        { how: 'thumbprint', witness: 'AKINYI  Rose' },
        { witness: [consentMessages.witnessIsGiver] },
      ],
      [
        'the giver as witness, without a relation',
        { how: 'thumbprint', name: 'Victor Kiprotich, uncle', witness: 'Victor Kiprotich' },
        { witness: [consentMessages.witnessIsGiver] },
      ],
      [
        'the giver as witness, with a middle name',
        { how: 'thumbprint', name: 'Victor Kiprotich', witness: 'Kiprotich (Victor) Juma' },
        { witness: [consentMessages.witnessIsGiver] },
      ],
      [
        'a notice that nobody saved',
        { notice_version: '2019-01' },
        { notice_version: [noticeMessages.unknown] },
      ],
      ['a day after today', { given_on: '2026-03-03' }, { given_on: ['Date cannot be after today'] }],
      [
        'a day before birth',
        { given_on: '2009-03-11' },
        { given_on: ['Date cannot be before the Date of Birth'] },
      ],
      ['an end before the day', { until: '2026-02-28' }, { until: ['Until cannot be before Date'] }],
      [
        'an end after the 18th birthday',
        { until: '2027-03-12' },
        { until: ['Until cannot be after the day before the 18th birthday'] },
      ],
      [
        'the student before the 18th birthday',
        { given_by: 'student' },
        { given_by: ['The student gives consent from the 18th birthday on'] },
      ],
      [
        'an answer that is neither',
        { 'answers[pictures]': 'maybe' },
        { 'answers.pictures': ['Value is not valid'] },
      ],
      ['a film as form', { form: Buffer.from('plain text') }, { form: ['Only Images and PDFs Allowed'] }],
    ] as [string, Changes, object][]
  ).map(([name, changes, errors]) => ({ name: `refuses ${name}`, input: form(changes), errors })),
  {
    name: 'refuses a consent without any answer',
    input: spokenConsent({}),
    errors: { answers: ['Answer at least one question'] },
  },
  {
    name: 'refuses the mother of a student who is of age',
    call: 'POST /api/students/2/consents',
    input: spokenConsent({ pictures: 'yes' }),
    errors: { given_by: ['From the 18th birthday on only the student gives consent'] },
  },
  {
    name: 'refuses answers of a child under 12',
    call: 'POST /api/students/3/consents',
    input: spokenConsent({ pictures: 'yes' }, { child_answers: { pictures: 'no' } }),
    errors: { child_answers: ['The child answers from 12 years on'] },
  },
  { name: 'answers 404 for an unknown student', call: 'POST /api/students/99/consents', status: 404 },
])

it('takes a picture of the form, and stores a repeated call once', async () => {
  const { test, client } = await openSignedIn('liaison', { given })
  const image = await photo().jpeg().toBuffer()
  const headers = { 'idempotency-key': 'consent-1' }
  for (const round of [1, 2]) {
    const answer = await client.post('/api/students/1/consents', form({ form: image }), { headers })
    expect(answer.status, `${round} ${answer.text}`).toBe(200)
  }
  expect(await test.db.selectFrom('consents').select('id').execute()).toHaveLength(1)
  expect(await test.db.selectFrom('files').select(['type', 'purpose']).execute()).toEqual([
    { type: 'image/webp', purpose: 'consent' },
  ])
})

const states = async (client: TestClient) => {
  const { body } = await client.get('/api/students/1/consents')
  return (body as { data: { states: { state: string }[] } }).data.states.map(({ state }) => state)
}

it('counts a void consent no more, and lists it with its reason', async () => {
  const { test, client } = await openSignedIn('director', { given })
  await client.post('/api/students/1/consents', spokenConsent({ register: 'no', pictures: 'yes' }))
  const none = 'not_recorded'
  expect(await states(client)).toEqual(['refused', none, none, 'given', none, none, none])
  const reason = 'It belongs to another child.'
  const answer = await client.post('/api/consents/1/void', { reason })
  expect(answer.body).toMatchObject({
    message: 'Consent marked as void.',
    data: { consents: [{ void: { reason, by: 'Daniel Otieno' } }], erasure_on: null },
  })
  expect(new Set(await states(client))).toEqual(new Set(['not_recorded']))
  expect(await rowOf(test, 1)).toMatchObject({ register: null, pictures: null, erasure_on: null })
  expect((await client.post('/api/consents/1/void', { reason })).body).toMatchObject({
    message: 'This consent is void already',
  })
  expect((await client.post('/api/consents/1/void', { reason: ' ' })).status).toBe(422)
  expect((await client.post('/api/consents/9/void', { reason })).status).toBe(404)
})

it('shows who asked for erasure to those who decide about it, and to no others', async () => {
  const { test, client } = await openSignedIn('director', { given })
  await client.post('/api/students/1/consents', spokenConsent({ register: 'no' }))
  const list = '/api/consents?query=list&state=erasure'
  expect((await client.get(list)).body).toMatchObject({ data: [{ id: 1, erasure_on: '2026-03-02' }] })
  const coordinator = await test.signIn(cast.coordinator)
  for (const call of [list, '/api/students/1/consents'])
    expect((await coordinator.get(call)).text).not.toContain('"erasure_on":"')
  const history = '/api/students/1?query=history'
  expect((await client.get(history)).text).toContain('asked for erasure')
  expect((await coordinator.get(history)).text).not.toContain('erasure')
})

it('agrees with the state that queries use, for any answers', async () => {
  const { test, client } = await openSignedIn('director', { given })
  await client.post('/api/students/1/consents', form())
  await client.post('/api/students/1/consents', spokenConsent({ pictures: 'no' }))
  const { body } = await client.get('/api/students/1/consents')
  const { shared } = (body as { data: { shared: string[] } }).data
  const supporter = await test.signIn(cast.supporter)
  const profile = await supporter.get('/api/students/1?query=profile')
  const { not_shared } = (profile.body as { data: { not_shared: string[] } }).data
  expect([...shared, ...not_shared].toSorted()).toEqual(['pictures', 'profile', 'progress', 'videos'])
  expect(not_shared).toEqual(['pictures', 'videos'])
})
