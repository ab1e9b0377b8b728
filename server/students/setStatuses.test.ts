import { expect } from 'vitest'
import { STATUSES_MAX } from '#contract/students/studentForms.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { addStudents } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const CALL = 'POST /api/students/status'
const given = ({ db }: TestApp) => addStudents(db, [{}, { status: 3 }, {}, {}])
const statusesOf = async ({ db }: TestApp) =>
  (await db.selectFrom('students').select('status').orderBy('id').execute()).map(({ status }) => status)

/** Students 1 and 3 have graduated; then student 3 was edited. */
async function changedSince(test: TestApp): Promise<void> {
  await given(test)
  const director = await test.signIn(cast.director)
  await director.post('/api/students/status', { ids: [1, 2, 3], status: 3 })
  await director.change('PATCH', '/api/students/3?query=list', { mode: 'status', status: 1 })
}

scenariosWith('setting the status of several students', { as: 'director', given, call: CALL }, [
  {
    name: 'changes those without it, and answers what an undo needs',
    input: { ids: ['1', 2, 3, 3], status: '3', reason: ' Sat for KCSE ' },
    contains: {
      message: 'Status of 2 students saved.',
      data: {
        former: [
          { id: 1, status: 0, version: 2 },
          { id: 3, status: 0, version: 2 },
        ],
        changed_since: 0,
      },
    },
    async after(test) {
      expect(await statusesOf(test)).toEqual([3, 3, 3, 0])
      const history = await historyOf(test)
      expect(history).toMatchObject(
        [1, 3].map((entity_id) => ({
          entity_id,
          action: 'changed status',
          user_id: cast.director.id,
          changes: { status: ['Active', 'Graduated'], reason: [null, 'Sat for KCSE'] },
        })),
      )
      expect(history).toHaveLength(2)
    },
  },
  {
    name: 'gives them the former ones again, except those who were changed since',
    given: changedSince,
    input: {
      former: [
        { id: 1, status: 0, version: 2 },
        { id: 3, status: 0, version: 2 },
      ],
      reason: 'Undone',
    },
    contains: {
      message: '1 student has the former status again. 1 student was changed since.',
      data: { changed_since: 1 },
    },
    after: async (test) => expect(await statusesOf(test)).toEqual([0, 3, 1, 0]),
  },
  {
    name: 'changes nothing if all have the status',
    input: { ids: [2], status: 3 },
    contains: { message: 'All of them have this status already.', data: { former: [] } },
    after: async (test) => expect(await historyOf(test)).toEqual([]),
  },
  {
    name: 'changes no student if one does not exist',
    input: { ids: [1, 99], status: 3 },
    status: 404,
    after: async (test) => expect(await statusesOf(test)).toEqual([0, 3, 0, 0]),
  },
  {
    name: 'refuses a call without students and status',
    input: {},
    errors: { ids: ['Choose at least one student'], status: ['Student Status cannot be empty'] },
  },
  {
    name: 'refuses an unknown status and an empty list',
    input: { ids: [], status: 7 },
    errors: { ids: ['Choose at least one student'], status: ['Student Status is not valid'] },
  },
  {
    name: 'refuses too many students',
    input: { ids: Array.from({ length: STATUSES_MAX + 1 }, (_, index) => index + 1), status: 1 },
    errors: { ids: ['No more than 500 students can be changed at once'] },
  },
  { name: 'is refused to a coordinator', as: 'coordinator', input: { ids: [1], status: 3 }, status: 403 },
])
