import { expect } from 'vitest'
import { scenariosWith } from '../testing/scenarios.ts'
import { addSchool } from '../testing/data/schools.ts'
import { addStudents } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'
import { addUsers, cast } from '../testing/data/users.ts'

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
    name: 'finds students by words in any order, first those in the typed order',
    contains: {
      data: {
        students: {
          rows: [
            { ref: 'EL-0001', name: 'Narotich Rose Chebet', status: 3 },
            { name: 'Rose Nafula Barasa', status: 0, path: null },
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

async function addNgenos({ db }: TestApp): Promise<void> {
  await addStudents(db, [{ name: 'Joy Ng’eno', school_id: await addSchool(db, 'Kip Ng’eno Girls') }])
  await addUsers(db, [{ first_name: 'Mary', last_name: 'Ng’eno', email: 'mary@elimu.test', role_id: 4 }])
}

scenariosWith(
  'apostrophes make no difference',
  { as: 'coordinator', given: addNgenos },
  ['ngeno', "NG'ENO", 'ng’eno', 'ngʼe'].map((words) => ({
    name: `when ${words} is typed`,
    call: search(words),
    contains: {
      data: {
        students: { rows: [{ name: 'Joy Ng’eno', is_inside: false }] },
        schools: { rows: [{ school: 'Kip Ng’eno Girls', is_inside: false }], total: 1 },
        users: { rows: [{ name: 'Mary Ng’eno', is_inside: false }], total: 1 },
      },
    },
  })),
)

/** Students with similar names, of whom Enter opens the first. */
async function addWambuis({ db }: TestApp): Promise<void> {
  const mwala = await addSchool(db, 'Mwala Acacia School')
  const iveti = await addSchool(db, 'Iveti Girls')
  await addStudents(db, [
    { name: 'Sharon Wambui Karanja', school_id: iveti },
    { name: 'Grace Wambui Njoki', school_id: iveti },
    { name: 'Njeri Wambui Mutua', school_id: iveti, status: 3 },
    { name: 'Wambui Njeri Otieno', school_id: iveti, status: 3 },
    { name: 'Wambui Njoroge', school_id: mwala, guardian_phone: '0722 123 456', admission_no: '77' },
    { name: 'Joy Ng’ũgĩ', school_id: mwala, class_id: 3 },
    { name: 'Achieng Otieno', school_id: mwala },
    { name: 'Achieng Otieno', school_id: iveti, status: 1 },
    { name: 'Achieng Otieno Were', school_id: iveti },
  ])
}

/** What finds which refs in which order; after a bar, those that only match inside a word. */
const searches: [words: string, refs: string, opened?: string][] = [
  ['wambui nj', '5 4 2 3 | 1'],
  ['nj wambui', '3 5 2 4 | 1'],
  ['wambui', '5 4 2 1 3'],
  ['wambui', '4 5 2 1 3', '4'],
  ['WAMBUI NJOROGE', '5'],
  ['nja', '| 1'],
  ['0005', '5'],
  ['5', '5'],
  ['el-0005', '5'],
  ['0722 123 456', '5'],
  ['+254722', '5'],
  ['77', '5'],
  ['wambui mwala', '5'],
  ['iveti wambui', '2 1 3 4'],
  ['mwala', ''],
  ['ngugi', '6'],
  ['joy form 3', '6'],
  ['form 3', ''],
  ['joy lydia', '6'],
  ['achieng otieno', '7 8 9'],
  ['otieno achieng', '7 8 9'],
  ['100%', ''],
]

scenariosWith(
  'the order of results',
  { as: 'coordinator', call: search('wambui'), given: addWambuis },
  searches.map(([words, refs, opened]) => ({
    name: `of ${words}${opened ? ' after one was opened' : ''}`,
    call: search(words, opened ? `&opened=${opened}` : ''),
    async after(_test, { body }) {
      type Row = { id: number; is_inside: boolean }
      const { rows } = (body as { data: { students: { rows: Row[] } } }).data.students
      const idsOf = (some: Row[]) => some.map(({ id }) => String(id))
      const inside = rows.filter(({ is_inside }) => is_inside)
      const shown = [
        ...idsOf(rows.filter(({ is_inside }) => !is_inside)),
        ...(inside.length > 0 ? ['|', ...idsOf(inside)] : []),
      ]
      expect(shown.join(' ')).toBe(refs)
    },
  })),
)

scenariosWith('facts of results', { as: 'coordinator', call: search('achieng otieno'), given: addWambuis }, [
  {
    name: 'distinguish students of the same name',
    contains: {
      data: {
        students: {
          rows: [
            { namesakes: 2, school: 'Mwala Acacia School', liaison: 'Lydia Chebet' },
            { namesakes: 2, school: 'Iveti Girls' },
            { namesakes: 1 },
          ],
        },
      },
    },
  },
  {
    name: 'leave out the liaison officer for others',
    as: 'liaison',
    contains: { data: { students: { rows: [{ liaison: null }, { liaison: null }, { liaison: null }] } } },
  },
  {
    name: 'are not searched by liaison officer for others',
    as: 'liaison',
    call: search('joy lydia'),
    contains: { data: { students: none } },
  },
  { name: 'refuse ids that are none', call: search('joy', '&opened=x'), status: 422 },
])

const namesakes = (count: number) => Array.from({ length: count }, () => ({ name: 'Mercy Akinyi' }))

scenariosWith('students of the same name', { as: 'coordinator', call: search('mercy') }, [
  {
    name: 'are counted beyond those that are listed',
    given: ({ db }) => addStudents(db, namesakes(8)),
    contains: { data: { students: { rows: Array.from({ length: 6 }, () => ({ namesakes: 8 })) } } },
  },
  {
    name: 'are counted among the students of an action',
    call: search('gallery mercy', '&subject=mercy'),
    given: ({ db }) => addStudents(db, namesakes(4)),
    contains: { data: { subjects: [{ namesakes: 4 }, { namesakes: 4 }, { namesakes: 4 }] } },
  },
  {
    name: 'are not counted where more match than are compared',
    given: ({ db }) => addStudents(db, namesakes(101)),
    contains: { data: { students: { rows: Array.from({ length: 6 }, () => ({ namesakes: null })) } } },
  },
])

/** What is typed, and the refs of the similar names in their order. */
const misspelt: [words: string, refs: string][] = [
  ['wambuy njorge', '5'],
  ['njorge wambuy', '5'],
  ['wabmui njoroge', '5'],
  ['wambui njoroeg', '5'],
  ['wammbui njo', '5 2'],
  ['njogore', ''],
  ['wambuy', '5 2 3 4 1'],
  ['ngugy', '6'],
  ['wambuy achieng', ''],
  ['moz', ''],
  ['wambui', ''],
  ['el-0099', ''],
  ['100%', ''],
]

scenariosWith(
  'similar names',
  { as: 'coordinator', call: search('wambuy'), given: addWambuis },
  misspelt.map(([words, refs]) => ({
    name: `of ${words}`,
    call: search(words),
    async after(_test, { body }) {
      const { similar } = (body as { data: { similar: { id: number }[] } }).data
      expect(similar.map(({ id }) => String(id)).join(' ')).toBe(refs)
    },
  })),
)

scenariosWith('similar names', { as: 'coordinator', call: search('wambuy'), given: addWambuis }, [
  {
    name: 'are not searched while a school is found',
    call: search('ivety'),
    given: async (test) => {
      await addWambuis(test)
      await addSchool(test.db, 'Ivety')
      await addStudents(test.db, [{ name: 'Iveta' }])
    },
    contains: { data: { schools: { total: 1 }, similar: [] } },
  },
  {
    name: 'are those of the student of an action',
    call: search('gallery ngugy', '&subject=ngugy'),
    contains: { data: { similar: [{ id: 6, school: 'Mwala Acacia School', class: 'Form 3' }] } },
  },
  {
    name: 'show no liaison officer to others',
    as: 'liaison',
    call: search('ngugy'),
    contains: { data: { similar: [{ id: 6, liaison: null }] } },
  },
])
