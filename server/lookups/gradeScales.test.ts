import { expect } from 'vitest'
import { gradeScaleMessages } from '#contract/records/gradeScales.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const ofCbe = [90, 75, 58, 41, 31, 21, 11, 1]
const of844 = [80, 75, 70, 65, 60, 55, 50, 45, 40, 35, 30, 0]
const none = { curriculum: '8-4-4', lowest: [] }

const set = async (test: TestApp, lowest: number[]) => {
  const client = await test.signIn(cast.administrator)
  await client.call('PUT /api/grade-scales', { curriculum: 'CBE', lowest })
}

scenariosWith('GET /api/grade-scales', { call: 'GET /api/grade-scales' }, [
  {
    name: 'answers no marks before a scale is set',
    as: 'liaison',
    contains: { data: [none, { curriculum: 'CBE', lowest: [] }] },
  },
  {
    name: 'answers the marks of each grade, the best first',
    as: 'liaison',
    given: (test) => set(test, ofCbe),
    contains: { data: [none, { curriculum: 'CBE', lowest: ofCbe }] },
  },
])

const changing = { as: 'administrator', call: 'PUT /api/grade-scales' } as const
const wrong = (name: string, lowest: (string | number)[], errors: Record<string, string[]>) => ({
  name: `refuses ${name}`,
  input: { curriculum: 'CBE', lowest },
  errors,
})

scenariosWith('PUT /api/grade-scales', changing, [
  {
    name: 'sets a scale from typed marks, with history',
    input: { curriculum: '8-4-4', lowest: of844.map((mark) => ` ${mark} `) },
    contains: { message: 'Grade scale saved.', data: { curriculum: '8-4-4', lowest: of844 } },
    after: async (test) =>
      expect(await historyOf(test)).toMatchObject([
        { entity: 'grade_scale', action: 'changed', user_id: 1, changes: { lowest: [[], of844] } },
      ]),
  },
  {
    name: 'writes no history for the same marks',
    given: (test) => set(test, ofCbe),
    input: { curriculum: 'CBE', lowest: ofCbe },
    after: async (test) => expect(await historyOf(test)).toHaveLength(1),
  },
  {
    name: 'removes a scale whose marks are all empty',
    given: (test) => set(test, ofCbe),
    input: { curriculum: 'CBE', lowest: ofCbe.map(() => '') },
    contains: { message: 'Grade scale removed.', data: { curriculum: 'CBE', lowest: [] } },
    after: async (test) =>
      expect(await historyOf(test)).toMatchObject([{}, { changes: { lowest: [ofCbe, []] } }]),
  },
  {
    name: 'refuses to overwrite marks that the user has not seen',
    given: (test) => set(test, ofCbe),
    input: { curriculum: 'CBE', lowest: ofCbe.with(0, 85), seen: [] },
    conflict: gradeScaleMessages.changedMeanwhile('Amina Mwangi'),
  },
  {
    name: 'changes marks that the user has seen',
    given: (test) => set(test, ofCbe),
    input: { curriculum: 'CBE', lowest: ofCbe.with(0, 85), seen: ofCbe },
    contains: { data: { curriculum: 'CBE', lowest: ofCbe.with(0, 85) } },
    history: { entity: 'grade_scale', changes: { lowest: [ofCbe, ofCbe.with(0, 85)] } },
  },
  {
    name: 'accepts what somebody else has set already',
    given: (test) => set(test, ofCbe),
    input: { curriculum: 'CBE', lowest: ofCbe, seen: [] },
    contains: { message: 'Grade scale saved.' },
  },
  wrong(
    'a missing mark',
    ofCbe.map((mark, index) => (index === 2 ? '' : mark)),
    {
      'lowest.2': ['Lowest mark of ME1 cannot be empty'],
    },
  ),
  wrong('marks that do not descend', ofCbe.with(3, 58), {
    'lowest.3': ['Lowest mark of ME2 must be below that of ME1'],
  }),
  wrong('marks above 100 and with two decimals', ['101', '75.25', ...ofCbe.slice(2)], {
    'lowest.0': ['Lowest mark of EE1 must be a number from 0 to 100, with one decimal at most'],
    'lowest.1': ['Lowest mark of EE2 must be a number from 0 to 100, with one decimal at most'],
  }),
  {
    name: 'refuses an unknown curriculum',
    input: { curriculum: 'IGCSE', lowest: [] },
    errors: { curriculum: ['Curriculum is not valid'] },
  },
])
