import { erasureMessages } from '#contract/privacy/erasure.ts'
import { addReportCards } from '../testing/data/records.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { addStudents } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

/** An active student, one who left in 2017, one whose last report card is of 2018, and one who left last year. */
const given = async (test: TestApp) => {
  await addStudents(test.db, [
    {},
    { name: 'Auma Adongo', status: 3 },
    { name: 'Chebet Kosgei', status: 3 },
    { name: 'Kamau Njoroge', status: 2 },
  ])
  await addReportCards(test, [
    { student_id: 3, year: '2017' },
    { student_id: 3, year: '2018' },
  ])
  const left = (entity_id: number, at: string) => ({
    entity: 'student',
    entity_id,
    action: 'changed status',
    changes: JSON.stringify({ status: ['Active', 'Graduated'] }),
    user_id: cast.director.id,
    at,
  })
  await test.db
    .insertInto('history')
    .values([
      left(2, '2014-01-05T09:00:00.000Z'),
      left(2, '2017-07-14T22:00:00.000Z'),
      left(4, '2025-07-14T09:00:00.000Z'),
    ])
    .execute()
  await test.db.updateTable('retention').set({ years: 7 }).execute()
}

scenariosWith('GET /api/retention', { as: 'director', call: 'GET /api/retention', given }, [
  {
    name: 'lists who left longer ago than the period, by the last status or report card, the first first',
    contains: {
      data: [
        { name: 'Auma Adongo', left: '2017-07-15', is_year: false, reports: 0, anonymise_on: null },
        { name: 'Chebet Kosgei', left: '2018', is_year: true, reports: 2 },
      ],
      meta: { total: 2 },
      years: 7,
    },
    lacks: ['Kamau', 'Faith'],
  },
  {
    name: 'lists no student without a period',
    given: (test: TestApp) => addStudents(test.db, [{ status: 1 }]),
    contains: { data: [], years: null },
  },
  { name: 'refuses coordinators', as: 'coordinator', status: 403 },
])

scenariosWith('PUT /api/retention', { as: 'administrator', call: 'PUT /api/retention', given }, [
  {
    name: 'sets the period',
    input: { years: '5' },
    contains: { message: erasureMessages.periodSaved },
    history: { entity: 'retention', changes: { years: [7, 5] } },
  },
  { name: 'removes it', input: { years: null }, contains: { message: erasureMessages.periodSaved } },
  { name: 'refuses another number', input: { years: 4 }, errors: { years: [erasureMessages.notAPeriod] } },
  { name: 'is for administrators only', as: 'director', input: { years: 5 }, status: 403 },
])
