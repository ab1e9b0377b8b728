import { expect } from 'vitest'
import { givenCharity, promise, TERM_1, YEAR } from '../testing/data/money.ts'
import { cast } from '../testing/data/users.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { addStudents, restrictRecords } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'

const ownPlan = { year_id: YEAR, term_id: TERM_1, amount: 500, reason: 'Before the school has a plan' }

/** Students 2 and 3 have a plan, and neither promise nor supporter; the family of student 2 agreed to publication. */
async function givenWaiting(test: TestApp): Promise<void> {
  await givenCharity(test)
  const client = await test.signIn(cast.coordinator)
  await client.change('PUT', '/api/students/3/plans', ownPlan)
  await test.db.updateTable('students').set({ dor: '2026-02-20' }).where('id', '=', 2).execute()
  await client.post('/api/students/2/consents', {
    given_by: 'mother',
    name: 'Rose Wekesa',
    how: 'spoken',
    witness: 'Brian Ochieng',
    explained_by: 'Brian Ochieng',
    given_on: '2026-02-25',
    answers: { publication: 'yes' },
  })
}

scenariosWith(
  'students who wait for a supporter',
  { as: 'coordinator', given: givenWaiting, call: 'GET /api/funding?query=waiting' },
  [
    {
      name: 'have a plan, and neither promise nor supporter; the longest waiting come first',
      contains: {
        data: [
          { student_id: 3, planned: 500, publication: 'not_recorded' },
          { student_id: 2, since: '2026-02-20', days: 10, planned: 60_000, publication: 'yes' },
        ],
        meta: { total: 2, publication: { yes: 1, no: 0, ended: 0, not_recorded: 1, restricted: 0 } },
      },
      lacks: ['Achieng', 'Esther'],
    },
    {
      name: 'are all answered without a page in the address',
      async given(test) {
        await givenWaiting(test)
        await addStudents(
          test.db,
          Array.from({ length: 6 }, () => ({ school_id: 2 })),
        )
        const client = await test.signIn(cast.coordinator)
        for (const id of [5, 6, 7, 8, 9, 10]) await client.change('PUT', `/api/students/${id}/plans`, ownPlan)
      },
      contains: { data: Array.from({ length: 8 }, () => ({})), meta: { total: 8, whole: true } },
    },
    {
      name: 'wait since their supporter was removed',
      async given(test) {
        await givenWaiting(test)
        const client = await test.signIn(cast.coordinator)
        await client.change('PATCH', '/api/students/1', { mode: 'supporter', supporter_id: '' })
      },
      contains: {
        data: [{ student_id: 3 }, { student_id: 2 }, { student_id: 1, since: '2026-03-02', days: 0 }],
      },
    },
    {
      name: 'are counted as a whole, also where a search finds none',
      call: 'GET /api/funding?query=waiting&search=nobody',
      contains: { data: [], meta: { total: 0, publication: { yes: 1, not_recorded: 1 } } },
    },
    {
      name: 'are counted as restricted while the use of their record is',
      async given(test) {
        await givenWaiting(test)
        await restrictRecords(test.db, [2]).execute()
      },
      contains: {
        data: [{ student_id: 3 }, { student_id: 2, publication: 'restricted' }],
        meta: { publication: { yes: 0, restricted: 1 } },
      },
    },
    {
      name: 'are not those whom a source supports',
      async given(test) {
        await givenWaiting(test)
        const client = await test.signIn(cast.coordinator)
        await client.post('/api/students/2/commitments', { ...promise, amount: 1 })
      },
      contains: { data: [{ student_id: 3 }], meta: { total: 1 } },
    },
    {
      name: 'leave Elimu only with consent to publication, by first name, and each is noted',
      call: 'POST /api/funding/waiting',
      input: { how: 'print' },
      contains: { data: [{ name: 'Barasa', class: 'Form 1', area: 'Kisumu' }] },
      lacks: ['Wekesa', 'Dennis', 'picture'],
      async after(test) {
        const noted = await test.db.selectFrom('departures').select(['student_id', 'how', 'what']).execute()
        expect(noted).toEqual([
          { student_id: 2, how: 'print', what: 'List of children who wait for a supporter' },
        ])
      },
    },
    {
      name: 'do not leave Elimu while the use of their record is restricted',
      call: 'POST /api/funding/waiting',
      async given(test) {
        await givenWaiting(test)
        await restrictRecords(test.db, [2]).execute()
      },
      input: { how: 'download' },
      contains: { data: [] },
      after: async (test) => expect(await test.db.selectFrom('departures').selectAll().execute()).toEqual([]),
    },
  ],
)
