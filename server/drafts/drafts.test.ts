import { expect, it } from 'vitest'
import { DRAFT_DAYS, DRAFT_MAX } from '#contract/drafts.ts'
import { scenarios } from '../testing/scenarios.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { addCast, cast } from '../testing/users.ts'

const CALL = '/api/drafts/report-add-12'
const typed = {
  values: { mark: '68.', marks: [{ subject_id: '1', mark: 'seven' }] },
  files: { report: 'card.pdf' },
}

/** What Lydia typed before. */
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

scenarios('PUT /api/drafts/:key', [
  {
    name: 'keeps what is typed just as it stands, however wrong it is',
    as: 'liaison',
    call: `PUT ${CALL}`,
    input: typed,
    status: 200,
    contains: { success: true, data: { version: 1 } },
    async after(test) {
      const lydia = await test.signIn(cast.liaison)
      expect((await lydia.get(CALL)).body).toMatchObject({ data: { ...typed, version: 1 } })
    },
  },
  {
    name: 'goes on from the version that was kept last',
    as: 'liaison',
    given: givenDraft,
    call: `PUT ${CALL}`,
    input: { values: { mark: '68.5' }, follows: 1 },
    status: 200,
    contains: { data: { version: 2 } },
    async after(test) {
      expect(await draftsOf(test)).toMatchObject([{ content: '{"values":{"mark":"68.5"},"files":{}}' }])
    },
  },
  {
    name: 'never takes the place of what was typed elsewhere',
    as: 'liaison',
    given: givenDraft,
    call: `PUT ${CALL}`,
    input: { values: { mark: '1' } },
    status: 409,
    contains: { message: 'Another draft of this form was saved meanwhile.' },
  },
  {
    name: 'keeps anew what was discarded elsewhere while it was typed',
    as: 'liaison',
    call: `PUT ${CALL}`,
    input: { ...typed, follows: 7 },
    status: 200,
    contains: { data: { version: 8 } },
  },
  {
    name: 'never gives a version again, so that a form left open is told of what came after',
    as: 'liaison',
    async given(test) {
      await givenDraft(test)
      const lydia = await test.signIn(cast.liaison)
      await lydia.call(`DELETE ${CALL}?version=1`)
      expect((await lydia.call(`PUT ${CALL}`, typed)).body).toMatchObject({ data: { version: 3 } })
    },
    call: `PUT ${CALL}`,
    input: { values: { mark: '1' }, follows: 1 },
    status: 409,
  },
  {
    name: 'keeps each user’s own',
    as: 'coordinator',
    given: givenDraft,
    call: `PUT ${CALL}`,
    input: typed,
    status: 200,
    async after(test) {
      expect((await draftsOf(test)).map(({ user_id }) => user_id)).toEqual([
        cast.coordinator.id,
        cast.liaison.id,
      ])
    },
  },
  {
    name: 'refuses a draft that is far longer than any form',
    as: 'liaison',
    call: `PUT ${CALL}`,
    input: { values: { teacher_comment: 'x'.repeat(DRAFT_MAX) } },
    status: 422,
    contains: { errors: { values: ['Draft is too long to be kept'] } },
  },
  {
    name: 'knows of no other form',
    as: 'liaison',
    call: 'PUT /api/drafts/user-add-1',
    input: typed,
    status: 404,
  },
  {
    name: 'refuses what is no draft',
    as: 'liaison',
    call: `PUT ${CALL}`,
    input: { values: 'x' },
    status: 422,
  },
])

scenarios('GET /api/drafts/:key', [
  {
    name: 'answers with nothing where there is no draft',
    as: 'liaison',
    call: `GET ${CALL}`,
    status: 200,
    contains: { success: true, data: null },
  },
  {
    name: 'never shows somebody else’s',
    as: 'administrator',
    given: givenDraft,
    call: `GET ${CALL}`,
    status: 200,
    contains: { data: null },
    lacks: ['68.', 'card.pdf'],
  },
])

scenarios('DELETE /api/drafts/:key', [
  {
    name: 'discards the version that one knows',
    as: 'liaison',
    given: givenDraft,
    call: `DELETE ${CALL}?version=1`,
    status: 200,
    after: async (test) => expect(await draftsOf(test)).toEqual([]),
  },
  {
    name: 'leaves a newer one, which is typed elsewhere',
    as: 'liaison',
    given: givenDraft,
    call: `DELETE ${CALL}?version=2`,
    status: 200,
    after: async (test) => expect(await draftsOf(test)).toHaveLength(1),
  },
  {
    name: 'leaves somebody else’s',
    as: 'coordinator',
    given: givenDraft,
    call: `DELETE ${CALL}?version=1`,
    status: 200,
    after: async (test) => expect(await draftsOf(test)).toHaveLength(1),
  },
])

it('forgets drafts that nobody came back to', async () => {
  const test = await openTestApp()
  await addCast(test.db)
  await givenDraft(test)
  test.clock.step((DRAFT_DAYS + 1) * 24 * 60 * 60_000)
  const carol = await test.signIn(cast.coordinator)
  expect((await carol.call('PUT /api/drafts/student-add', typed)).status).toBe(200)
  expect(await draftsOf(test)).toMatchObject([{ key: 'student-add' }])
})
