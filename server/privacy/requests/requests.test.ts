import { expect, it } from 'vitest'
import { requestMessages } from '#contract/privacy/requests.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { addStudents } from '../../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import { pdf } from '../../testing/files/trialFiles.ts'
import { formOf } from '../../testing/files/uploadTrial.ts'
import { cast } from '../../testing/data/users.ts'

/** The clock of the tests begins on 2 Mar 2026. */
const asked = {
  student_id: '1',
  kind: 'erasure',
  asked_by: 'Rose Akinyi',
  relation: 'Mother',
  identity_check: 'National ID card, seen by Brian Ochieng',
  asked_on: '2026-03-01',
  words: 'Please remove the record of my daughter.',
}
const NOTE = 'POST /api/requests'

const given = (test: TestApp) => addStudents(test.db, [{}, { name: 'Grace Wanjiru', status: 1 }])

/** Three requests: an overdue one, one that is due soon, and one that is closed. */
const withRequests = async (test: TestApp) => {
  await given(test)
  const client = await test.signIn(cast.liaison)
  for (const more of [
    { kind: 'copy', student_id: '2', asked_on: '2026-02-20', asked_by: 'Njeri Kamau' },
    { kind: 'access', asked_on: '2026-02-20' },
    { kind: 'correction', asked_on: '2026-02-22' },
  ])
    await client.post('/api/requests', { ...asked, ...more })
  const director = await test.signIn(cast.director)
  await director.call('PATCH /api/requests/3', { state: 'refused', ground: 'law', reason: 'It is right.' })
}

scenariosWith(NOTE, { as: 'liaison', call: NOTE, given, input: asked }, [
  {
    name: 'notes a request, with the day on which it is due and the day to start by',
    contains: {
      message: 'Request saved.',
      data: {
        state: 'to_decide',
        student_id: 1,
        due_on: '2026-03-15',
        start_by: '2026-03-08',
        letter: null,
        noted_by: 'Lydia Chebet',
        decided_by: null,
      },
    },
    history: { entity: 'request', action: 'noted' },
  },
  {
    name: 'stores the letter in which it was asked, which supporters never see',
    input: formOf({ ...asked, letter: pdf() }),
    contains: { data: { letter: { name: 'a-file.pdf' } } },
    async after(test, { body }) {
      const { data } = body as { data: { letter: { path: string } } }
      await test.db.updateTable('students').set({ supporter_id: cast.supporter.id }).execute()
      const supporter = await test.signIn(cast.supporter)
      expect((await supporter.get(data.letter.path)).status).toBe(404)
    },
  },
  {
    name: 'counts seven days for access',
    input: { ...asked, kind: 'access' },
    contains: { data: { due_on: '2026-03-08' } },
  },
  {
    name: 'refuses what is missing, under its field',
    input: {},
    errors: {
      student_id: [requestMessages.studentRequired],
      kind: [requestMessages.kindRequired],
      asked_by: [requestMessages.askerRequired],
      identity_check: [requestMessages.identityRequired],
      asked_on: ['Asked on cannot be empty'],
      words: [requestMessages.wordsRequired],
    },
  },
  {
    name: 'refuses a day to come',
    input: { ...asked, asked_on: '2026-03-03' },
    errors: { asked_on: [requestMessages.askedAhead] },
  },
  {
    name: 'refuses an unknown student',
    input: { ...asked, student_id: '99' },
    errors: { student_id: [requestMessages.studentUnknown] },
  },
  { name: 'refuses supporters', as: 'supporter', status: 403 },
])

scenariosWith(
  'PATCH /api/requests/:id',
  { as: 'director', call: 'PATCH /api/requests/1', given: withRequests },
  [
    {
      name: 'accepts a request',
      input: { state: 'accepted' },
      contains: { message: 'Request accepted.', data: { state: 'accepted', closed_at: null } },
      history: { entity: 'request', action: 'accepted' },
    },
    {
      name: 'refuses a request, with a reason',
      input: { state: 'refused', ground: 'relation', reason: 'Only a parent can ask for this.' },
      contains: { data: { state: 'refused', ground: 'relation', reason: 'Only a parent can ask for this.' } },
    },
    {
      name: 'stores the reason in Swahili too',
      input: { state: 'refused', ground: 'other', reason: 'It is right.', reason_sw: 'Ni sahihi.' },
      contains: { data: { reason: 'It is right.', reason_sw: 'Ni sahihi.' } },
    },
    {
      name: 'tells nobody who may not know that the child is registered',
      input: {
        state: 'refused',
        ground: 'identity',
        reason: 'We cannot show you what we have about Wanjiru.',
        reason_sw: 'EL-0002 si mtoto wako.',
      },
      errors: { reason: [requestMessages.confirmsMore], reason_sw: [requestMessages.confirmsMore] },
    },
    {
      name: 'does not confirm a former name either',
      async given(test) {
        await withRequests(test)
        await test.db.updateTable('students').set({ name: 'Grace Muthoni' }).where('id', '=', 2).execute()
        const of = { entity: 'student', entity_id: 2, student_id: 2, user_id: null, action: 'edited' }
        const changes = JSON.stringify({ name: ['Grace Wanjiru', 'Grace Muthoni'] })
        await test.db
          .insertInto('history')
          .values({ ...of, at: test.clock().toISOString(), changes })
          .execute()
      },
      input: { state: 'refused', ground: 'relation', reason: 'You are not a parent of Wanjiru.' },
      errors: { reason: [requestMessages.confirmsMore] },
    },
    {
      name: 'repeats the name of a child that the person gave',
      async given(test) {
        await withRequests(test)
        await test.db.updateTable('requests').set({ words: 'Send me the record of WANJIRU.' }).execute()
      },
      input: { state: 'refused', ground: 'relation', reason: 'You are not a parent of Wanjiru.' },
      contains: { data: { state: 'refused' } },
    },
    {
      name: 'needs the reason of a refusal',
      input: { state: 'refused' },
      errors: { reason: [requestMessages.reasonRequired] },
    },
    {
      name: 'answers only what was accepted',
      input: { state: 'answered' },
      conflict: requestMessages.decideFirst,
    },
    {
      name: 'does not decide a closed request again',
      call: 'PATCH /api/requests/3',
      input: { state: 'accepted' },
      conflict: requestMessages.closed,
    },
    { name: 'refuses liaison officers', as: 'liaison', input: { state: 'accepted' }, status: 403 },
    {
      name: 'does not know another id',
      call: 'PATCH /api/requests/99',
      input: { state: 'accepted' },
      status: 404,
    },
  ],
)

scenariosWith('GET /api/requests', { as: 'director', call: 'GET /api/requests', given: withRequests }, [
  {
    name: 'lists the open ones, the first due first, and counts all',
    contains: {
      data: [
        { id: 2, kind: 'access', due_on: '2026-02-27' },
        { id: 1, kind: 'copy', due_on: '2026-03-22', student: 'Grace Wanjiru' },
      ],
      counts: { open: 2, overdue: 1, closed: 1 },
    },
  },
  {
    name: 'lists the overdue ones',
    call: 'GET /api/requests?show=overdue',
    contains: { data: [{ id: 2 }], meta: { total: 1 } },
  },
  {
    name: 'lists the closed ones',
    call: 'GET /api/requests?show=closed',
    contains: { data: [{ id: 3, state: 'refused', decided_by: 'Daniel Otieno' }] },
  },
  {
    name: 'finds who asked, and the student',
    call: 'GET /api/requests?search=kamau+nj',
    contains: { data: [{ id: 1 }], meta: { total: 1 } },
  },
  {
    name: 'lists those of a kind and of a student',
    call: 'GET /api/requests?kind=access&student=1',
    contains: { data: [{ id: 2 }], meta: { total: 1 } },
  },
])

it('counts due and overdue requests in My work of those who decide', async () => {
  const { test, client } = await openSignedIn('director', { given: withRequests })
  const work = await client.get('/api/notifications/work')
  expect(work.body).toMatchObject({ data: { total: 0, others: 1, requests: { due: 0, overdue: 1 } } })
  const liaison = await test.signIn(cast.liaison)
  expect((await liaison.get('/api/notifications/work')).body).toMatchObject({
    data: { requests: { due: 0, overdue: 0 } },
  })
})
