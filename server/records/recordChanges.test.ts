import { describe, expect, it } from 'vitest'
import { givenReceipts, receiptFormData } from '../testing/data/receipts.ts'
import { givenReportCards, reportCardFormData } from '../testing/data/reportCards.ts'
import { scenariosWith, storedTables } from '../testing/scenarios.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { openSignedIn, openWithCast, type TestApp } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'
import { cast } from '../testing/data/users.ts'

const kinds = [
  {
    noun: 'report',
    table: 'reports',
    path: '/api/reports/1',
    given: givenReportCards,
    edited: () => reportCardFormData({ report: null, mark: '70' }),
  },
  {
    noun: 'receipt',
    table: 'receipts',
    path: '/api/finance/1',
    given: givenReceipts,
    edited: () => receiptFormData({ liaison_comment: 'Paid by bank.' }),
  },
] as const

const ONLY_UNVERIFIED = 'Only what is Unverified can be Verified'

for (const { noun, table, path, given, edited } of kinds) {
  const verify = (client: TestClient, version: number) => client.verify(path, `&version=${version}`)
  const returnToAuthor = (client: TestClient, version: number) =>
    client.post(`${path}/return`, { remark: 'The total is another.', version })

  async function openEdited() {
    const { test, client: lydia } = await openSignedIn('liaison', { given })
    expect((await lydia.call(`PUT ${path}`, edited())).status).toBe(200)
    return test
  }

  it.for([
    { doing: 'verifies', call: verify },
    { doing: 'returns', call: returnToAuthor },
  ])(`$doing only the version of a ${noun} that the user has seen`, async ({ call }) => {
    const test = await openEdited()
    const catherine = await test.signIn(cast.coordinator)
    expect(await call(catherine, 1)).toMatchObject({
      status: 409,
      body: {
        message: 'Lydia Chebet changed this while you were typing.',
        conflict: { version: 2, history: [{ by: 'Lydia Chebet', action: 'edited' }] },
      },
    })
    expect((await call(catherine, 2)).status).toBe(200)
  })

  it.for(['administrator', 'coordinator'] as const)(`lets the %s verify a ${noun}, once`, async (name) => {
    const test = await openEdited()
    const client = await test.signIn(cast[name])
    expect(await verify(client, 2)).toMatchObject({
      status: 200,
      body: { message: 'Verified.', data: { id: 1, status: 1, version: 3, entered_by: 'Lydia Chebet' } },
    })
    expect((await historyOf(test)).at(-1)).toMatchObject({
      entity: noun,
      entity_id: 1,
      action: 'verified',
      user_id: cast[name].id,
      changes: { status: ['Unverified', 'Verified'] },
    })
    expect(await verify(client, 3)).toMatchObject({ status: 409, body: { message: ONLY_UNVERIFIED } })
    expect(await client.verify(path.replace('/1', '/99'))).toMatchObject({ status: 404 })
  })

  it(`verifies a ${noun} once, even when two users verify it at the same moment`, async () => {
    const test = await openEdited()
    const users = [await test.signIn(cast.administrator), await test.signIn(cast.coordinator)]
    const answers = await Promise.all(users.map((client) => verify(client, 2)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  })

  it.for([
    ['refuses', 'off', 409],
    ['allows', 'on', 200],
  ] as const)(`%s to verify a ${noun} that one saved last, if the setting is %s`, async ([, own, status]) => {
    const test = await openWithCast({ settings: { VERIFY_OWN_ENTRIES: own } })
    await given(test)
    const catherine = await test.signIn(cast.coordinator)
    expect((await catherine.call(`PUT ${path}`, edited())).status).toBe(200)
    const message = own === 'off' ? 'You Cannot Verify What You Entered Last' : 'Verified.'
    expect(await verify(catherine, 2)).toMatchObject({ status, body: { message } })
    const amina = await test.signIn(cast.administrator)
    expect((await verify(amina, 2)).status).toBe(own === 'off' ? 200 : 409)
  })

  scenariosWith(
    `returning a ${noun}`,
    { as: 'administrator', given, call: `POST ${path}/return`, input: { remark: 'The PDF is another.' } },
    [
      ...(['administrator', 'coordinator'] as const).map((as) => ({
        name: `lets the ${as} return it with a remark, which its author sees until it is saved again`,
        as,
        input: { remark: ' The PDF is another. ' },
        contains: {
          message: 'Returned to the author.',
          data: { status: 0, remark: 'The PDF is another.', entered_by: 'Lydia Chebet', version: 2 },
        },
        history: {
          action: 'returned',
          changes: { remark: [null, 'The PDF is another.'] },
        },
        async after(test: TestApp) {
          const lydia = await test.signIn(cast.liaison)
          const { body } = await lydia.get(`${path}?query=edit`)
          expect(body).toMatchObject({ data: { remark: 'The PDF is another.' } })
          const saved = await lydia.call(`PUT ${path}`, edited())
          expect(saved.body).toMatchObject({ data: { remark: null, status: 0, version: 3 } })
        },
      })),
      {
        name: 'requires a remark',
        input: { remark: '  ' },
        errors: { remark: ['Remark cannot be empty'] },
      },
      {
        name: 'is refused once it is verified',
        async given(test) {
          await given(test)
          expect((await verify(await test.signIn(cast.administrator), 1)).status).toBe(200)
        },
        conflict: ONLY_UNVERIFIED,
      },
      { name: 'finds no other', given: undefined, status: 404 },
    ],
  )

  it(`verifies a ${noun} of a student who has left since, and returns none`, async () => {
    const test = await openEdited()
    await test.db.updateTable('students').set({ status: 3 }).execute()
    const catherine = await test.signIn(cast.coordinator)
    expect(await returnToAuthor(catherine, 2)).toMatchObject({
      status: 409,
      body: { message: 'Student is not Active' },
    })
    expect(await verify(catherine, 2)).toMatchObject({ status: 200, body: { data: { status: 1 } } })
  })

  it(`names the user who already verified a ${noun}`, async () => {
    const test = await openEdited()
    const [amina, catherine] = [await test.signIn(cast.administrator), await test.signIn(cast.coordinator)]
    expect((await verify(amina, 2)).status).toBe(200)
    for (const call of [verify, returnToAuthor])
      expect(await call(catherine, 2)).toMatchObject({
        status: 409,
        body: { conflict: { version: 3, history: [{ by: 'Amina Mwangi', action: 'verified' }] } },
      })
  })

  describe(`undoing the verification of a ${noun}`, () => {
    const unverify = (client: TestClient) => client.post(`${path}/unverify`)

    async function openVerified() {
      const test = await openEdited()
      const catherine = await test.signIn(cast.coordinator)
      expect((await verify(catherine, 2)).status).toBe(200)
      return { test, catherine }
    }

    it('makes it Unverified and adds a history entry', async () => {
      const { test, catherine } = await openVerified()
      test.clock.step(60_000)
      expect(await unverify(catherine)).toMatchObject({
        status: 200,
        body: { message: 'Unverified.', data: { id: 1, status: 0, version: 4, entered_by: 'Lydia Chebet' } },
      })
      expect((await historyOf(test)).at(-1)).toMatchObject({
        entity: noun,
        action: 'unverified',
        user_id: cast.coordinator.id,
        changes: { status: ['Verified', 'Unverified'] },
      })
      expect(await unverify(catherine)).toMatchObject({
        status: 409,
        body: { message: 'This is no longer Verified' },
      })
      expect((await verify(catherine, 4)).status).toBe(200)
    })

    it('leaves it in its place of the queue, with the time when it was entered, however often', async () => {
      const test = await openEdited()
      const times = () => test.db.selectFrom(table).select('updated_at').where('id', '=', 1).execute()
      const entered = await times()
      const catherine = await test.signIn(cast.coordinator)
      for (const version of [2, 4]) {
        test.clock.step(60_000)
        expect((await verify(catherine, version)).status).toBe(200)
        expect((await unverify(catherine)).status).toBe(200)
        expect(await times()).toEqual(entered)
      }
    })

    it('restores the remark and the time of its return', async () => {
      const test = await openEdited()
      const catherine = await test.signIn(cast.coordinator)
      test.clock.step(60_000)
      const returned = test.clock().toISOString()
      expect((await returnToAuthor(catherine, 2)).status).toBe(200)
      test.clock.step(60_000)
      expect(await verify(catherine, 3)).toMatchObject({ body: { data: { remark: null } } })
      expect(await unverify(catherine)).toMatchObject({
        body: { data: { status: 0, remark: 'The total is another.' } },
      })
      const stored = await test.db.selectFrom(table).select('updated_at').where('id', '=', 1).execute()
      expect(stored).toEqual([{ updated_at: returned }])
    })

    it('is possible after the student has left', async () => {
      const { test, catherine } = await openVerified()
      await test.db.updateTable('students').set({ status: 3 }).execute()
      expect((await unverify(catherine)).status).toBe(200)
    })

    it.for([
      {
        what: 'after more than a minute',
        before: async ({ clock }: TestApp) => clock.step(60_001),
        message: 'Verifying can only be undone within a minute',
      },
      {
        what: 'once a clock that was ahead is set back',
        before: async ({ clock }: TestApp) => clock.step(-60_001),
        message: 'Verifying can only be undone within a minute',
      },
      {
        what: 'once a letter was sent',
        before: ({ db }: TestApp) => db.updateTable(table).set({ status: 2, version: 4 }).execute(),
        message: 'A letter was already sent',
      },
      {
        what: 'by another user',
        as: 'administrator' as const,
        message: 'Only the user who verified this can undo it',
      },
      {
        what: 'once somebody has edited it',
        before: async (test: TestApp) => (await test.signIn(cast.liaison)).call(`PUT ${path}`, edited()),
        message: 'This is no longer Verified',
      },
    ])('is refused $what', async ({ before, as = 'coordinator' as const, message }) => {
      const { test } = await openVerified()
      await before?.(test)
      const client = await test.signIn(cast[as])
      const stored = await storedTables(test)
      expect(await unverify(client)).toMatchObject({ status: 409, body: { message } })
      expect(await storedTables(test)).toEqual(stored)
    })
  })
}
