import { expect, it } from 'vitest'
import { DRAFT_DAYS, DRAFT_MAX, DRAFTS_MOST } from '#contract/drafts.ts'
import { givenReportCards } from '../testing/data/reportCards.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { addStudents, many } from '../testing/data/students.ts'
import { openWithCast, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const CALL = '/api/drafts/student-add'
const typed = {
  values: { mark: '68.', marks: [{ subject_id: '1', mark: 'seven' }] },
  files: { report: 'card.pdf' },
}

/** A draft that Lydia saved before. */
async function givenDraft(test: TestApp): Promise<void> {
  const lydia = await test.signIn(cast.liaison)
  expect((await lydia.call(`PUT ${CALL}`, typed)).status).toBe(200)
}

const draftsOf = ({ db }: TestApp) =>
  db
    .selectFrom('drafts')
    .select(['user_id', 'key', 'content', 'version'])
    .where('content', '!=', '')
    .orderBy('user_id')
    .execute()

scenariosWith('PUT /api/drafts/:key', { as: 'liaison', call: `PUT ${CALL}`, input: typed }, [
  {
    name: 'saves values exactly as typed, even if they are invalid',
    contains: { success: true, data: { version: 1 } },
    async after(test) {
      const lydia = await test.signIn(cast.liaison)
      expect((await lydia.get(CALL)).body).toMatchObject({ data: { ...typed, version: 1 } })
    },
  },
  {
    name: 'continues from the last saved version',
    given: givenDraft,
    input: { values: { mark: '68.5' }, follows: 1 },
    contains: { data: { version: 2 } },
    async after(test) {
      expect(await draftsOf(test)).toMatchObject([{ content: '{"values":{"mark":"68.5"},"files":{}}' }])
    },
  },
  {
    name: 'never overwrites a draft that was saved in another tab',
    given: givenDraft,
    input: { values: { mark: '1' } },
    conflict: 'Another draft of this form was saved in the meantime.',
  },
  {
    name: 'saves a draft again that was discarded elsewhere while it was typed',
    input: { ...typed, follows: 7 },
    contains: { data: { version: 8 } },
  },
  {
    name: 'never reuses a version, so that a form left open is refused after a newer draft',
    async given(test) {
      await givenDraft(test)
      const lydia = await test.signIn(cast.liaison)
      await lydia.call(`DELETE ${CALL}?version=1`)
      expect((await lydia.call(`PUT ${CALL}`, typed)).body).toMatchObject({ data: { version: 3 } })
    },
    input: { values: { mark: '1' }, follows: 1 },
    status: 409,
  },
  {
    name: 'stores one draft per user',
    as: 'coordinator',
    given: givenDraft,
    async after(test) {
      expect((await draftsOf(test)).map(({ user_id }) => user_id)).toEqual([
        cast.coordinator.id,
        cast.liaison.id,
      ])
    },
  },
  {
    name: 'refuses a draft that is far longer than any form',
    input: { values: { teacher_comment: 'x'.repeat(DRAFT_MAX) } },
    errors: { values: ['Draft is too long to save'] },
  },
  { name: 'refuses the key of an unknown form', call: 'PUT /api/drafts/user-add-1', status: 404 },
  ...[
    'student-edit-1',
    'report-add-1',
    'report-edit-1',
    'receipt-add-1',
    'request-add',
    'request-add-1',
    'breach-add',
  ].map((key) => ({
    name: `saves a draft of an existing student or record: ${key}`,
    given: givenReportCards,
    call: `PUT /api/drafts/${key}`,
  })),
  ...[
    'student-edit-9',
    'report-add-9',
    'report-edit-9',
    'receipt-add-9',
    'receipt-edit-1',
    'request-add-9',
  ].map((key) => ({
    name: `refuses a draft of a missing student or record: ${key}`,
    given: givenReportCards,
    call: `PUT /api/drafts/${key}`,
    status: 404,
  })),
  { name: 'refuses an invalid draft', input: { values: 'x' }, status: 422 },
])

scenariosWith('GET /api/drafts/:key', { call: `GET ${CALL}` }, [
  { name: 'answers null if there is no draft', as: 'liaison', contains: { success: true, data: null } },
  {
    name: 'never shows another user’s draft',
    as: 'administrator',
    given: givenDraft,
    contains: { data: null },
    lacks: ['68.', 'card.pdf'],
  },
])

scenariosWith(
  'DELETE /api/drafts/:key',
  { as: 'liaison', call: `DELETE ${CALL}?version=1`, given: givenDraft },
  [
    {
      name: 'discards the version that the form has loaded',
      after: async (test) => expect(await draftsOf(test)).toEqual([]),
    },
    {
      name: 'does not discard a newer version from another tab',
      call: `DELETE ${CALL}?version=2`,
      after: async (test) => expect(await draftsOf(test)).toHaveLength(1),
    },
    {
      name: 'does not discard another user’s draft',
      as: 'coordinator',
      after: async (test) => expect(await draftsOf(test)).toHaveLength(1),
    },
  ],
)

it('deletes drafts that were not saved for a long time', async () => {
  const test = await openWithCast({ given: givenDraft })
  test.clock.step((DRAFT_DAYS + 1) * 24 * 60 * 60_000)
  const carol = await test.signIn(cast.coordinator)
  expect((await carol.call('PUT /api/drafts/student-add', typed)).status).toBe(200)
  expect(await draftsOf(test)).toMatchObject([{ user_id: cast.coordinator.id }])
})

it.for(['one after the other', 'at once'])(`keeps ${DRAFTS_MOST} of a user, typed %s`, async (way) => {
  const test = await openWithCast()
  const students = await addStudents(test.db, many(DRAFTS_MOST + 5))
  await givenDraft(test)
  const carol = await test.signIn(cast.coordinator)
  const keep = (id: number) => carol.call(`PUT /api/drafts/report-add-${id}`, typed)
  const answers = way === 'at once' ? await Promise.all(students.slice(0, -1).map(keep)) : []
  for (const id of students.slice(answers.length)) {
    test.clock.step(1)
    answers.push(await keep(id))
  }

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const drafts = await draftsOf(test)
  const kept = drafts.filter(({ user_id }) => user_id === cast.coordinator.id).map(({ key }) => key)
  expect(kept).toHaveLength(DRAFTS_MOST)
  expect(kept).toContain(`report-add-${students.at(-1)}`)
  // The draft of another user stays.
  expect(drafts).toHaveLength(DRAFTS_MOST + 1)
})

it('deletes the oldest draft when a user has too many', async () => {
  const test = await openWithCast()
  const students = await addStudents(test.db, many(DRAFTS_MOST))
  await givenDraft(test)
  const lydia = await test.signIn(cast.liaison)
  for (const id of students) {
    test.clock.step(1)
    await lydia.call(`PUT /api/drafts/report-add-${id}`, typed)
  }
  const kept = (await draftsOf(test)).map(({ key }) => key)
  expect(kept.toSorted()).toEqual(students.map((id) => `report-add-${id}`).toSorted())
  // As after a discard, the next save makes a new draft with a new version.
  expect((await lydia.call(`PUT ${CALL}`, { ...typed, follows: 1 })).body).toMatchObject({
    data: { version: 3 },
  })
})
