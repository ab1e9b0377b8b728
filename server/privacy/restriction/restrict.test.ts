import { expect, it } from 'vitest'
import { erasureMessages } from '#contract/privacy/erasure.ts'
import { requestMessages } from '#contract/privacy/requests.ts'
import { restrictionMessages } from '#contract/privacy/restriction.ts'
import { historyOf } from '../../testing/database/storedRows.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { addStudents } from '../../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'

const CALL = 'POST /api/students/1/restriction'
const reason = 'The father asks to stop using the record.'
const given = ({ db }: TestApp) => addStudents(db, [{}, { status: 2 }])
const restricted = async (test: TestApp) => {
  await given(test)
  await (await test.signIn(cast.director)).post('/api/students/1/restriction', { reason })
}

scenariosWith(CALL, { as: 'director', call: CALL, given, input: { reason } }, [
  {
    name: 'restricts the use of a record, and says so to staff',
    contains: {
      message: restrictionMessages.restricted,
      data: { on: '2026-03-02', reason, by: 'Daniel Otieno' },
    },
    async after(test) {
      const restriction = { on: '2026-03-02', reason, by: 'Daniel Otieno' }
      const officer = await test.signIn(cast.liaison)
      const profile = await officer.get('/api/students/1?query=profile')
      expect(profile.body).toMatchObject({ data: { restriction } })
      const list = await officer.get('/api/students?query=list')
      expect(list.body).toMatchObject({
        data: [{ restricted_on: '2026-03-02' }, { restricted_on: null }],
      })
      expect(await historyOf(test)).toMatchObject([
        { action: 'restricted', changes: { reason: [null, reason] } },
      ])
    },
  },
  {
    name: 'refuses a restriction without a reason',
    input: { reason: ' ' },
    errors: { reason: ['Reason cannot be empty'] },
  },
  { name: 'refuses a record that is restricted', given: restricted, conflict: restrictionMessages.already },
  {
    name: 'refuses a record that waits to be anonymised',
    call: 'POST /api/students/2/restriction',
    async given(test) {
      await given(test)
      const admin = await test.signIn(cast.administrator)
      await admin.post('/api/students/2/anonymise', { ref: 'EL-0002' })
    },
    conflict: erasureMessages.readOnly,
  },
  { name: 'answers 404 for an unknown student', call: 'POST /api/students/9/restriction', status: 404 },
  { name: 'refuses coordinators', as: 'coordinator', status: 403 },
])

scenariosWith('DELETE /api/students/1/restriction', { as: 'director', given: restricted }, [
  {
    name: 'lifts a restriction',
    call: 'DELETE /api/students/1/restriction',
    contains: { message: restrictionMessages.lifted },
    async after(test) {
      expect(await test.db.selectFrom('restrictions').selectAll().execute()).toEqual([])
      expect((await historyOf(test)).at(-1)).toMatchObject({
        action: 'lifted the restriction',
        changes: { reason: [reason, null] },
      })
    },
  },
  {
    name: 'refuses a record that is not restricted',
    call: 'DELETE /api/students/2/restriction',
    conflict: restrictionMessages.isNot,
  },
])

const asked = {
  student_id: '1',
  kind: 'restriction',
  asked_by: 'Peter Otieno',
  identity_check: 'National ID card',
  asked_on: '2026-03-01',
  words: 'Show her to nobody.',
}

it('a request for restriction restricts the record when it is accepted', async () => {
  const { test, client } = await openSignedIn('director', { given })
  await client.post('/api/requests', asked)
  await client.post('/api/requests', { ...asked, words: 'Once more.' })
  await client.change('PATCH', '/api/requests/1', { state: 'accepted' })
  await client.change('PATCH', '/api/requests/2', { state: 'accepted' })
  const rows = await test.db.selectFrom('restrictions').select(['student_id', 'reason']).execute()
  expect(rows).toEqual([{ student_id: 1, reason: 'Peter Otieno asked: Show her to nobody.' }])
})

it('an accepted request for restriction is refused only once the restriction is lifted', async () => {
  const { client } = await openSignedIn('director', { given })
  await client.post('/api/requests', asked)
  const accepted = await client.change('PATCH', '/api/requests/1', { state: 'accepted' })
  expect(accepted.body).toMatchObject({ data: { restricted_on: '2026-03-02' } })
  const refuse = () =>
    client.change('PATCH', '/api/requests/1', { state: 'refused', ground: 'other', reason: 'It is right.' })
  expect(await refuse()).toMatchObject({ status: 409, body: { message: requestMessages.isRestricted } })
  await client.call('DELETE /api/students/1/restriction')
  expect(await refuse()).toMatchObject({
    status: 200,
    body: { data: { state: 'refused', restricted_on: null } },
  })
})

it('a request that is not accepted can be refused while the record is restricted', async () => {
  const { client } = await openSignedIn('director', { given: restricted })
  await client.post('/api/requests', asked)
  const refusal = { state: 'refused', ground: 'other', reason: 'It is restricted already.' }
  expect(await client.change('PATCH', '/api/requests/1', refusal)).toMatchObject({ status: 200 })
})

it('staff still record what the law asks in a restricted record', async () => {
  const { client } = await openSignedIn('director', { given: restricted })
  const answer = await client.change('PATCH', '/api/students/1', { mode: 'status', status: '3' })
  expect(answer).toMatchObject({ status: 200 })
})
