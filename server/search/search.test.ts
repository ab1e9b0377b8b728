import { expect } from 'vitest'
import { scenariosWith } from '../testing/scenarios.ts'
import { addStudents } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

/** Rose Nafula is active, Narotich Rose has graduated; both go to the first school. */
async function addRoses({ db }: TestApp): Promise<void> {
  await addStudents(db, [
    { name: 'Narotich Rose Chebet', status: 3 },
    { name: 'Rose Nafula Barasa' },
    { name: 'Kevin Otieno' },
  ])
}

const search = (words: string, more = '') => `GET /api/search?words=${encodeURIComponent(words)}${more}`
const none = { rows: [], total: 0 }

scenariosWith('GET /api/search', { as: 'coordinator', call: search('na rose'), given: addRoses }, [
  {
    name: 'finds students by words in any order, the active ones first',
    contains: {
      data: {
        students: {
          rows: [
            { ref: 'EL-0002', name: 'Rose Nafula Barasa', status: 0, path: null },
            { name: 'Narotich Rose Chebet', status: 3 },
          ],
          total: 2,
        },
        subjects: [],
      },
    },
    lacks: ['Kevin'],
  },
  {
    name: 'finds a student by ref',
    call: search('el-0003'),
    contains: { data: { students: { rows: [{ name: 'Kevin Otieno' }], total: 1 } } },
  },
  {
    name: 'finds a student by a word of the name and the guardian’s phone',
    given: ({ db }) => addStudents(db, [{ name: 'Kevin Otieno', guardian_phone: '+254 722 123456' }]),
    as: 'liaison',
    call: search('kevin 0722123456'),
    contains: { data: { students: { rows: [{ name: 'Kevin Otieno' }], total: 1 } } },
  },
  {
    name: 'finds users with their role and number of active students, and not by them their students',
    call: search(cast.liaison.first_name),
    contains: {
      data: {
        students: none,
        users: { rows: [{ id: cast.liaison.id, role: 'Liaison Officer', status: 2, students: 2 }], total: 1 },
      },
    },
  },
  {
    name: 'finds schools with their cluster and number of active students',
    call: search('nyando girls'),
    contains: {
      data: { schools: { rows: [{ school: 'Nyando Girls High School', students: 2 }], total: 1 } },
    },
  },
  {
    name: 'answers six students at most, and how many there are',
    given: ({ db }) =>
      addStudents(
        db,
        Array.from({ length: 8 }, (_, place) => ({ name: `Rose Na ${place}` })),
      ),
    async after(_test, { body }) {
      const { students } = (body as { data: { students: { rows: unknown[]; total: number } } }).data
      expect(students.rows).toHaveLength(6)
      expect(students.total).toBe(8)
    },
  },
  {
    name: 'finds the student of an action beside the results of all words',
    call: search('gallery kevin', '&subject=kevin'),
    contains: { data: { students: none, subjects: [{ name: 'Kevin Otieno' }] } },
  },
  {
    name: 'shows liaison officers neither users nor schools, which they cannot open',
    as: 'liaison',
    call: search('o'),
    contains: { data: { students: { total: 3 }, users: none, schools: none } },
  },
  {
    name: 'finds nothing without words',
    call: search('  '),
    contains: { data: { students: none, users: none, schools: none, subjects: [] } },
  },
  { name: 'refuses supporters', as: 'supporter', status: 403, lacks: ['Rose'] },
  { name: 'refuses a text that is too long', call: search('a'.repeat(201)), status: 422 },
])
