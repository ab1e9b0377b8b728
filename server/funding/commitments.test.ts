import { expect } from 'vitest'
import { commitmentMessages } from '#contract/money/commitments.ts'
import { erasureMessages } from '#contract/privacy/erasure.ts'
import { givenCharity, promise, TERM_1, TERM_2, TERM_3, YEAR } from '../testing/data/money.ts'
import { callAs } from '../testing/data/payments.ts'
import { addReceipts, lookupId } from '../testing/data/records.ts'
import { cast } from '../testing/data/users.ts'
import { addSchool } from '../testing/data/schools.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import type { TestApp } from '../testing/testApp.ts'

const CALL = 'POST /api/students/1/commitments'
const promisesOf = ({ db }: TestApp) => db.selectFrom('commitments').selectAll().orderBy('id').execute()
const { supporter, disabled, liaison } = cast

scenariosWith('adding a promise', { as: 'coordinator', given: givenCharity, call: CALL, input: promise }, [
  {
    name: 'of a named source leaves the end open',
    contains: { message: 'Promise saved.', data: { id: 1 } },
    history: {
      entity: 'commitment',
      student_id: 1,
      action: 'added',
      changes: {
        promised_by: [null, promise.source],
        amount: [null, '6,000.00'],
        from: [null, 'Term 1, 2026'],
      },
    },
    after: async (test) =>
      expect(await promisesOf(test)).toMatchObject([
        { amount: 600_000, pays_school: 0, until_term_id: null, ends: '~' },
      ]),
  },
  {
    name: 'of a supporter pays the school directly until a term',
    input: {
      ...promise,
      source: '',
      supporter_id: String(supporter.id),
      pays_school: true,
      until_year_id: YEAR,
      until_term_id: TERM_2,
    },
    history: { changes: { promised_by: [null, 'Samuel Kiptoo'], until: [null, 'Term 2, 2026'] } },
    after: async (test) =>
      expect(await promisesOf(test)).toMatchObject([{ pays_school: 1, supporter_id: supporter.id }]),
  },
  {
    name: 'needs somebody who promises, an amount and a first term',
    input: { source: ' ', amount: '' },
    errors: {
      amount: ['Amount cannot be empty'],
      from_year_id: ['Year cannot be empty'],
      from_term_id: ['Term cannot be empty'],
    },
  },
  {
    name: 'needs a supporter or a source',
    input: { ...promise, source: null },
    errors: { supporter_id: [commitmentMessages.whoRequired] },
  },
  {
    name: 'refuses both',
    input: { ...promise, supporter_id: supporter.id },
    errors: { source: [commitmentMessages.onlyOne] },
  },
  ...[disabled.id, liaison.id, 999].map((supporter_id) => ({
    name: `refuses user ${supporter_id}, who is no active supporter`,
    input: { ...promise, source: null, supporter_id },
    errors: { supporter_id: [commitmentMessages.supporterUnknown] },
  })),
  {
    name: 'refuses an amount of nothing',
    input: { ...promise, amount: 0 },
    errors: { amount: [commitmentMessages.amountNeeded] },
  },
  {
    name: 'refuses a last term before the first one',
    input: { ...promise, from_term_id: TERM_2, until_year_id: YEAR, until_term_id: TERM_1 },
    errors: { until_term_id: [commitmentMessages.untilBefore] },
  },
  {
    name: 'refuses a last year without its term',
    input: { ...promise, until_year_id: YEAR },
    errors: { until_term_id: [commitmentMessages.untilBoth] },
  },
  {
    name: 'needs a note if more is promised than planned in one of its terms',
    input: { ...promise, amount: 10_000.5 },
    errors: { note: [commitmentMessages.noteNeeded] },
  },
  {
    name: 'accepts more than planned with a note',
    input: { ...promise, amount: 10_000.5, note: 'The parish gives the same each term.' },
  },
  {
    name: 'needs no note up to the plan',
    input: { ...promise, amount: 10_000 },
  },
  {
    name: 'is refused for a student who is not Active',
    async given(test) {
      await givenCharity(test)
      await test.db.updateTable('students').set({ status: 2 }).execute()
    },
    conflict: 'Student is not Active',
  },
  { name: 'is refused for an unknown student', call: 'POST /api/students/99/commitments', status: 404 },
])

async function givenPromise(test: TestApp): Promise<void> {
  await givenCharity(test)
  const client = await test.signIn(cast.coordinator)
  await client.post('/api/students/1/commitments', { ...promise, source: null, supporter_id: supporter.id })
}
const mine = { ...promise, source: null, supporter_id: supporter.id }

scenariosWith(
  'changing a promise',
  { as: 'coordinator', given: givenPromise, call: 'PUT /api/commitments/1' },
  [
    {
      name: 'writes what differs to the history',
      input: { ...mine, amount: 7_000, version: 1 },
      contains: { message: 'Promise saved.' },
      history: { action: 'edited', changes: { amount: ['6,000.00', '7,000.00'] } },
    },
    {
      name: 'ends it with a reason, and keeps it',
      input: { ...mine, until_year_id: YEAR, until_term_id: TERM_1, end_reason: 'Moved abroad' },
      contains: { message: 'Promise ended.' },
      history: {
        action: 'ended',
        changes: { until: [null, 'Term 1, 2026'], end_reason: [null, 'Moved abroad'] },
      },
      after: async (test) =>
        expect(await promisesOf(test)).toMatchObject([{ end_reason: 'Moved abroad', version: 2 }]),
    },
    {
      name: 'refuses a reason why it ended without its last term',
      input: { ...mine, end_reason: 'Moved abroad' },
      errors: { until_term_id: [commitmentMessages.endRequired] },
    },
    {
      name: 'refuses to end it after its last term',
      input: { ...mine, until_year_id: YEAR, until_term_id: TERM_2, end_reason: 'Moved abroad' },
      async given(test) {
        await givenPromise(test)
        await callAs(test, 'coordinator', 'PUT /api/commitments/1', {
          ...mine,
          until_year_id: YEAR,
          until_term_id: TERM_1,
        })
      },
      errors: { until_term_id: [commitmentMessages.endsLater] },
    },
    {
      name: 'needs no note to end, even if more is promised than planned by now',
      input: { ...mine, until_year_id: YEAR, until_term_id: TERM_1, end_reason: 'Moved abroad' },
      async given(test) {
        await givenPromise(test)
        await test.db.updateTable('plans').set({ amount: 100, to_school: 0 }).execute()
      },
      contains: { message: 'Promise ended.' },
    },
    {
      name: 'refuses a version that somebody else has changed',
      input: { ...mine, amount: 7_000, version: 0 },
      status: 409,
      contains: { message: 'Catherine Njeri changed this promise while you were typing.' },
    },
    { name: 'is refused for an unknown promise', call: 'PUT /api/commitments/9', input: mine, status: 404 },
    {
      name: 'is refused once the record waits to be anonymised',
      given: givenWaiting,
      input: { ...mine, note: 'From the uncle' },
      conflict: erasureMessages.readOnly,
    },
  ],
)

/** The same, of a student who left and whose record waits to be anonymised. */
async function givenWaiting(test: TestApp): Promise<void> {
  await givenPromise(test)
  await test.db.updateTable('students').set({ status: 2 }).where('id', '=', 1).execute()
  await callAs(test, 'administrator', 'POST /api/students/1/anonymise', { ref: 'EL-0001' })
}

const received = { year_id: YEAR, term_id: TERM_1, amount: '2,500', on: '2026-02-01' }
const RECEIVED = 'POST /api/commitments/1/received'
scenariosWith(
  'what came in of a promise',
  { as: 'coordinator', given: givenPromise, call: RECEIVED, input: received },
  [
    {
      name: 'is noted with its day',
      history: {
        entity: 'commitment',
        action: 'marked as received',
        changes: {
          term: [null, 'Term 1, 2026'],
          received: [null, '2,500.00'],
          received_on: [null, '2026-02-01'],
        },
      },
      async after(test) {
        const client = await test.signIn(cast.coordinator)
        expect(await client.get('/api/students/1/commitments')).toMatchObject({
          body: { data: [{ received: [{ term_id: TERM_1, amount: 2_500, on: '2026-02-01' }] }] },
        })
        expect(await client.call('DELETE /api/commitments/1')).toMatchObject({
          status: 409,
          body: { message: commitmentMessages.hasReceived },
        })
      },
    },
    {
      name: 'is refused for a term outside the promise',
      async given(test) {
        await givenCharity(test)
        const client = await test.signIn(cast.coordinator)
        await client.post('/api/students/1/commitments', { ...promise, from_term_id: TERM_3 })
      },
      errors: { term_id: [commitmentMessages.notInTerm] },
    },
    {
      name: 'is refused once the record waits to be anonymised',
      given: givenWaiting,
      conflict: erasureMessages.readOnly,
    },
    {
      name: 'is refused for a day ahead',
      input: { ...received, on: '2026-03-03' },
      errors: { on: [commitmentMessages.onAhead] },
    },
  ],
)

scenariosWith(
  'deleting a promise',
  { as: 'coordinator', given: givenPromise, call: 'DELETE /api/commitments/1' },
  [
    {
      name: 'that was entered by mistake leaves its history',
      history: { action: 'deleted', changes: { promised_by: ['Samuel Kiptoo', null] } },
      after: async (test) => expect(await promisesOf(test)).toEqual([]),
    },
  ],
)

scenariosWith(
  'removing the supporter',
  { as: 'coordinator', given: givenPromise, call: 'PATCH /api/students/1' },
  [
    {
      name: 'is announced with the promises that it ends',
      call: 'GET /api/students/1/commitments',
      contains: { if_supporter_removed: { promises: [1], term_name: 'Term 1', year_name: '2026' } },
    },
    {
      name: 'is announced to nobody who does not see who promised',
      as: 'liaison',
      call: 'GET /api/students/1/commitments',
      contains: { if_supporter_removed: null },
    },
    {
      name: 'ends no promise for a student without one',
      call: 'GET /api/students/2/commitments',
      contains: { if_supporter_removed: null },
    },
    {
      name: 'ends the promise with the present term, and no other one',
      async given(test) {
        await givenPromise(test)
        const client = await test.signIn(cast.coordinator)
        await client.post('/api/students/1/commitments', { ...promise, amount: 100 })
      },
      input: { mode: 'supporter', supporter_id: '' },
      async after(test) {
        expect(await promisesOf(test)).toMatchObject([
          { until_year_id: YEAR, until_term_id: TERM_1, end_reason: 'Removed as supporter', version: 2 },
          { until_term_id: null, end_reason: null, version: 1 },
        ])
      },
    },
    {
      name: 'ends the promise in this year, although a term of the next one has records and none has dates',
      async given(test) {
        await givenPromise(test)
        await addReceipts(test, [{ student_id: 1, year: '2027', items: [['Tuition Fees', 'Fees', 100]] }])
      },
      input: { mode: 'supporter', supporter_id: '' },
      after: async (test) =>
        expect(await promisesOf(test)).toMatchObject([{ until_year_id: YEAR, until_term_id: TERM_1 }]),
    },
  ],
)

/** A later year, to which the promise of student 1 is renewed, and not that of student 2. */
async function givenEnding(test: TestApp): Promise<void> {
  await givenCharity(test)
  const next = await lookupId(test.db, 'years', '2027')
  const client = await test.signIn(cast.coordinator)
  const until = { until_year_id: YEAR, until_term_id: TERM_2 }
  await client.post('/api/students/1/commitments', { ...promise, ...until })
  await client.post('/api/students/1/commitments', { ...promise, from_year_id: next })
  await client.post('/api/students/2/commitments', { ...mine, ...until })
  await client.post('/api/students/3/commitments', { ...mine, until_year_id: YEAR, until_term_id: TERM_3 })
}

const letter = {
  supporter_id: supporter.id,
  kind: 'ends_soon',
  subject: 'Thank you',
  text: 'May we count on you?',
}
scenariosWith(
  'promises that end soon',
  { as: 'coordinator', given: givenEnding, call: 'GET /api/funding?query=ends_soon' },
  [
    {
      name: 'are those of the present or the next term that nothing follows, by supporter',
      contains: {
        data: [
          {
            supporter_id: supporter.id,
            name: 'Samuel Kiptoo',
            email: supporter.email,
            amount: 6_000,
            asked_at: null,
            promises: [{ student: 'Barasa Wekesa', until_term_id: TERM_2 }],
          },
        ],
      },
      lacks: ['Achieng', 'Dennis'],
    },
    {
      name: 'are asked for in a letter that a person sends',
      call: 'POST /api/funding/letters',
      input: letter,
      async after(test) {
        const letters = await test.db
          .selectFrom('letters')
          .select(['recipient', 'subject', 'user_id'])
          .execute()
        expect(letters).toEqual([
          { recipient: supporter.email, subject: 'Thank you - Elimu', user_id: supporter.id },
        ])
        const client = await test.signIn(cast.coordinator)
        const { body } = await client.get('/api/funding?query=ends_soon')
        expect(body).toMatchObject({ data: [{ asked_at: expect.stringMatching(/^2026-03-02/) }] })
        // Those who may write such letters also see what became of them.
        expect((await client.get('/api/letters')).body).toMatchObject({
          data: [{ kind: 'promise', recipient: supporter.email, students: 0 }],
          counts: { waiting: 1 },
        })
        for (const [kind, total] of Object.entries({ promise: 1, news: 0, account: 0 }))
          expect((await client.get(`/api/letters?kind=${kind}`)).body).toMatchObject({ meta: { total } })
      },
    },
    {
      name: 'are not asked for without a reason',
      call: 'POST /api/funding/letters',
      input: { ...letter, kind: 'late' },
      conflict: 'There is nothing to write about any more',
    },
  ],
)

const edited = (test: TestApp, more: object) =>
  test.signIn(cast.coordinator).then(async (client) => {
    const { body } = await client.get('/api/students/1?query=edit')
    return client.change('PUT', '/api/students/1?query=list', { ...(body as { data: object }).data, ...more })
  })

scenariosWith('another school', { as: 'coordinator', given: givenCharity, call: 'GET /api/session' }, [
  {
    name: 'empties the admission number, and keeps the figures of the terms at the former school',
    async given(test) {
      await givenCharity(test)
      await addReceipts(test, [{ student_id: 1, term: 'Term 2', items: [['Tuition Fees', 'Fees', 10]] }])
      await test.db.updateTable('students').set({ admission_no: '4471' }).where('id', '=', 1).execute()
    },
    async after(test) {
      expect(await edited(test, { school_id: 2 })).toMatchObject({ status: 200 })
      const { admission_no } = await test.db
        .selectFrom('students')
        .select('admission_no')
        .where('id', '=', 1)
        .executeTakeFirstOrThrow()
      expect(admission_no).toBeNull()
      const own = await test.db.selectFrom('own_plans').selectAll().orderBy('term_id').execute()
      expect(own).toMatchObject(
        [TERM_1, TERM_2].map((term_id) => ({
          term_id,
          school_id: 1,
          amount: term_id === TERM_1 ? 3_000_000 : 2_000_000,
          reason: 'At Nyando Girls High School',
        })),
      )
    },
  },
  {
    name: 'keeps a term at the school where the student was, also if its figures or the school change again',
    async after(test) {
      await addReceipts(test, [{ student_id: 1, term: 'Term 2', items: [['Tuition Fees', 'Fees', 10]] }])
      await addSchool(test.db, 'Lugulu Girls')
      await test.db
        .insertInto('plans')
        .columns([
          'year_id',
          'school_id',
          'class_id',
          'term_id',
          'amount',
          'to_school',
          'origin',
          'updated_at',
          'updated_by',
        ])
        .expression((eb) =>
          eb
            .selectFrom('plans')
            .select(['year_id', eb.lit(2).as('school_id'), 'class_id', 'term_id', 'amount', 'to_school'])
            .select(['origin', 'updated_at', 'updated_by']),
        )
        .execute()
      const schools = async () => {
        const own = await test.db
          .selectFrom('own_plans')
          .select(['school_id', 'amount'])
          .orderBy('term_id')
          .execute()
        return own.map(({ school_id, amount }) => [school_id, amount])
      }
      await edited(test, { school_id: 2 })
      const client = await test.signIn(cast.coordinator)
      const own = { year_id: YEAR, term_id: TERM_1, amount: 29_000, to_school: 20_000, reason: 'Discount' }
      expect((await client.change('PUT', '/api/students/1/plans', own)).status).toBe(200)
      expect(await schools()).toEqual([
        [1, 2_900_000],
        [1, 2_000_000],
      ])
      await edited(test, { school_id: 3 })
      expect(await schools()).toEqual([
        [1, 2_900_000],
        [1, 2_000_000],
      ])
    },
  },
])
