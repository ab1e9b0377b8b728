import { expect, it } from 'vitest'
import {
  givenReportCards,
  givenVerified,
  reportCardFormData,
  verifyFirst,
} from '../../testing/reportCards.ts'
import { scenarios, scenariosWith } from '../../testing/scenarios.ts'
import { openWithCast, type TestApp } from '../../testing/testApp.ts'
import { cast, type CastName } from '../../testing/users.ts'
import { historyOf } from '../../testing/storedRows.ts'

const ONLY_UNVERIFIED = 'Only what is Unverified can be Verified'

async function open(given: (test: TestApp) => Promise<void>, settings: Record<string, string> = {}) {
  const test = await openWithCast({ settings })
  await given(test)
  return {
    test,
    verify: async (name: CastName, more = '') => verifyFirst(await test.signIn(cast[name]), more),
  }
}

it.for(['administrator', 'coordinator'] as const)('lets the %s verify, once', async (name) => {
  const { test, verify } = await open(givenReportCards)
  expect(await verify(name)).toMatchObject({
    status: 200,
    body: { message: 'Verified.', data: { id: 1, status: 1, version: 2, entered_by: 'Lydia Chebet' } },
  })
  expect((await historyOf(test)).at(-1)).toMatchObject({
    entity: 'report',
    entity_id: 1,
    action: 'verified',
    user_id: cast[name].id,
    changes: { status: ['Unverified', 'Verified'] },
  })
  expect(await verify(name)).toMatchObject({ status: 409, body: { message: ONLY_UNVERIFIED } })
})

it('verifies only the version that the user has seen', async () => {
  const { test, verify } = await open(givenReportCards)
  const lydia = await test.signIn(cast.liaison)
  const edited = await lydia.call('PUT /api/reports/1', reportCardFormData({ report: null, mark: '70' }))
  expect(edited.status, edited.text).toBe(200)
  expect(await verify('coordinator', '&version=1')).toMatchObject({
    status: 409,
    body: { message: 'Lydia Chebet changed this while you were typing.', conflict: { version: 2 } },
  })
  expect((await verify('coordinator', '&version=2')).status).toBe(200)
})

it('refuses to let users verify reports that they saved last, if the setting forbids it', async () => {
  const { test, verify } = await open(givenReportCards, { VERIFY_OWN_ENTRIES: 'off' })
  const catherine = await test.signIn(cast.coordinator)
  const edit = () => catherine.call('PUT /api/reports/1', reportCardFormData({ report: null, mark: '70' }))
  expect((await edit()).status).toBe(200)
  expect(await verify('coordinator')).toMatchObject({
    status: 409,
    body: { message: 'You Cannot Verify What You Entered Last' },
  })
  expect((await verify('administrator')).status).toBe(200)
})

it('lets them if the setting does not forbid it', async () => {
  const { test, verify } = await open(givenReportCards)
  await test.db.updateTable('reports').set({ entered_by: cast.coordinator.id }).execute()
  expect((await verify('coordinator')).status).toBe(200)
})

scenarios('verifying a report card', [
  {
    name: 'requires the CSRF token, although it is a GET',
    as: 'administrator',
    given: givenReportCards,
    call: 'GET /api/reports/1?query=verify',
    status: 419,
    contains: { message: 'CSRF token mismatch.' },
  },
])

const RETURN = 'POST /api/reports/1/return'
const remark = 'The mark in English is 75 on the card.'

scenariosWith('returning a report card', { as: 'administrator', call: RETURN, input: { remark } }, [
  ...(['administrator', 'coordinator'] as const).map((as) => ({
    name: `lets the ${as} return a report with a remark, which is shown until it is saved again`,
    as,
    given: givenReportCards,
    input: { remark: ` ${remark} ` },
    status: 200,
    contains: { message: 'Returned to the author.', data: { status: 0, remark, entered_by: 'Lydia Chebet' } },
    async after(test: TestApp) {
      expect((await historyOf(test)).at(-1)).toMatchObject({
        action: 'returned',
        changes: { remark: [null, remark] },
      })
      const lydia = await test.signIn(cast.liaison)
      const edit = await lydia.get('/api/reports/1?query=edit')
      expect(edit.body).toMatchObject({ data: { remark } })
      const saved = await lydia.call('PUT /api/reports/1', reportCardFormData({ report: null }))
      expect(saved.body).toMatchObject({ data: { remark: null, version: 3 } })
    },
  })),
  {
    name: 'requires a remark',
    given: givenReportCards,
    input: { remark: '  ' },
    status: 422,
    contains: { errors: { remark: ['Remark cannot be empty'] } },
  },
  {
    name: 'is refused for a verified report',
    given: givenVerified,
    status: 409,
    contains: { message: ONLY_UNVERIFIED },
  },
  { name: 'finds no other', status: 404 },
])
