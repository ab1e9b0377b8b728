import { addSchool } from '../testing/data/schools.ts'
import { addStudents } from '../testing/data/students.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import type { TestApp } from '../testing/testApp.ts'
import { addUsers, cast } from '../testing/data/users.ts'

const { supporter, director } = cast

async function given({ db }: TestApp) {
  const nyando = await addSchool(db)
  const moi = await addSchool(db, 'Moi Girls', 'Éldoret')
  await addStudents(db, [
    { name: 'Zawadi Mutua', supporter_id: supporter.id, school_id: nyando },
    { name: 'Ann Wanjiru', liaison_id: director.id, school_id: moi, supporter_id: supporter.id, status: 3 },
    { name: 'Barasa Wekesa', school_id: moi },
  ])
}

const names = (...wanted: string[]) => ({ data: wanted.map((name) => ({ name })) })
const CLUSTERS = 'GET /api/students?query=cluster-rep'
const SUPPORTERS = 'GET /api/getsupporters?query=supporter-rep'

scenariosWith('the cluster report', { as: 'director', call: CLUSTERS, given }, [
  {
    name: 'shows where each student is at school',
    as: 'coordinator',
    contains: {
      data: [
        {
          ref: 'EL-0002',
          name: 'Ann Wanjiru',
          school: 'Moi Girls',
          cluster_name: 'Éldoret',
          liaison: 'Daniel Otieno',
          status: 3,
          path: null,
        },
        { name: 'Barasa Wekesa' },
        { name: 'Zawadi Mutua', school: 'Nyando Girls High School', cluster_name: 'Kisumu' },
      ],
      meta: { total: 3, whole: true },
    },
  },
  {
    name: 'finds by cluster',
    call: `${CLUSTERS}&search=eldo`,
    contains: { ...names('Ann Wanjiru', 'Barasa Wekesa'), meta: { total: 2 } },
  },
  { name: 'finds by school', call: `${CLUSTERS}&search=nyando`, contains: names('Zawadi Mutua') },
  { name: 'finds by ref and name', call: `${CLUSTERS}&search=el-0003`, contains: names('Barasa Wekesa') },
  {
    name: 'finds by words of the name in any order',
    call: `${CLUSTERS}&search=wanjiru%20an`,
    contains: { ...names('Ann Wanjiru'), meta: { total: 1 } },
  },
  ...['girls%20moi', 'wanjiru%20moi'].map((search) => ({
    name: `does not find by words of a school, or of several fields: ${search}`,
    call: `${CLUSTERS}&search=${search}`,
    contains: { data: [], meta: { total: 0 } },
  })),
  {
    name: 'finds by part of the school',
    call: `${CLUSTERS}&search=moi%20gi`,
    contains: names('Ann Wanjiru', 'Barasa Wekesa'),
  },
  {
    name: 'does not find by liaison officer',
    call: `${CLUSTERS}&search=otieno`,
    contains: { data: [], meta: { total: 0 } },
  },
  ...[
    ['-name', 'Zawadi Mutua'],
    ['ref', 'Zawadi Mutua'],
    ['-school', 'Zawadi Mutua'],
    ['cluster_name', 'Ann Wanjiru'],
    ['liaison', 'Ann Wanjiru'],
    ['-status', 'Ann Wanjiru'],
  ].map(([sort = '', first = '']) => ({
    name: `sorts by ${sort}`,
    call: `${CLUSTERS}&size=1&sort=${sort}`,
    contains: names(first),
  })),
  { name: 'is refused to a liaison officer', as: 'liaison', status: 403, lacks: ['Zawadi'] },
])

scenariosWith('the supporters report', { as: 'director', call: SUPPORTERS, given }, [
  {
    name: 'shows every supporter with their students, also those without any',
    as: 'coordinator',
    contains: {
      data: [
        { name: 'Dalmas Oduya', students: [] },
        { name: 'Nuru Hassan', students: [] },
        {
          name: 'Samuel Kiptoo',
          email: 'samuel@elimu.test',
          students: [
            { student_name: 'Ann Wanjiru', school: 'Moi Girls', liaison: 'Daniel Otieno', status: 3 },
            { student_name: 'Zawadi Mutua', status: 0 },
          ],
        },
      ],
      meta: { total: 3, whole: true },
    },
    lacks: ['Barasa'],
  },
  {
    name: 'finds by email',
    call: `${SUPPORTERS}&search=samuel@`,
    contains: { data: [{ name: 'Samuel Kiptoo', students: [{}, {}] }], meta: { total: 1 } },
  },
  {
    name: 'finds by words of the name in any order',
    call: `${SUPPORTERS}&search=kip%20sam`,
    contains: { data: [{ name: 'Samuel Kiptoo' }], meta: { total: 1 } },
  },
  {
    name: 'does not find by role, phone or country',
    given: ({ db }) =>
      addUsers(db, [{ email: 'odd@elimu.test', phone: '0733 555 666', country: 'Norway', role_id: 5 }]),
    call: `${SUPPORTERS}&search=support`,
    contains: { data: [], meta: { total: 0 } },
  },
  {
    name: 'returns one page',
    given: ({ db }) => addUsers(db, [{ first_name: 'Aa', email: 'aa@elimu.test' }]),
    call: `${SUPPORTERS}&page=2&size=1&sort=name`,
    contains: { ...names('Dalmas Oduya'), meta: { total: 4, whole: false } },
  },
  { name: 'is refused to a liaison officer', as: 'liaison', status: 403, lacks: ['Samuel'] },
])
