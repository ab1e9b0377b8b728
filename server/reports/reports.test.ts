import { addSchool } from '../testing/schools.ts'
import { addStudents } from '../testing/students.ts'
import { scenarios } from '../testing/scenarios.ts'
import type { TestApp } from '../testing/testApp.ts'
import { addUsers, cast } from '../testing/users.ts'

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

scenarios('the cluster report', [
  {
    name: 'shows where each student is at school',
    as: 'coordinator',
    given,
    call: CLUSTERS,
    status: 200,
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
    as: 'director',
    given,
    call: `${CLUSTERS}&search=eldo`,
    status: 200,
    contains: { ...names('Ann Wanjiru', 'Barasa Wekesa'), meta: { total: 2 } },
  },
  {
    name: 'finds by school',
    as: 'director',
    given,
    call: `${CLUSTERS}&search=nyando`,
    status: 200,
    contains: names('Zawadi Mutua'),
  },
  {
    name: 'finds by ref and name',
    as: 'director',
    given,
    call: `${CLUSTERS}&search=el-0003`,
    status: 200,
    contains: names('Barasa Wekesa'),
  },
  {
    name: 'finds by words of cluster, name and school in any order',
    as: 'director',
    given,
    call: `${CLUSTERS}&search=eldoret%20wanjiru%20moi`,
    status: 200,
    contains: { ...names('Ann Wanjiru'), meta: { total: 1 } },
  },
  {
    name: 'does not find by liaison officer',
    as: 'director',
    given,
    call: `${CLUSTERS}&search=otieno`,
    status: 200,
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
    as: 'director' as const,
    given,
    call: `${CLUSTERS}&size=1&sort=${sort}`,
    status: 200,
    contains: names(first),
  })),
  {
    name: 'is refused to a liaison officer',
    as: 'liaison',
    given,
    call: CLUSTERS,
    status: 403,
    lacks: ['Zawadi'],
  },
])

scenarios('the supporters report', [
  {
    name: 'shows every supporter with their students, also those without any',
    as: 'coordinator',
    given,
    call: SUPPORTERS,
    status: 200,
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
    as: 'director',
    given,
    call: `${SUPPORTERS}&search=samuel@`,
    status: 200,
    contains: { data: [{ name: 'Samuel Kiptoo', students: [{}, {}] }], meta: { total: 1 } },
  },
  {
    name: 'does not find by the word supporter',
    as: 'director',
    given,
    call: `${SUPPORTERS}&search=support`,
    status: 200,
    contains: { data: [], meta: { total: 0 } },
  },
  {
    name: 'returns one page',
    as: 'director',
    given: ({ db }) => addUsers(db, [{ first_name: 'Aa', email: 'aa@elimu.test' }]),
    call: `${SUPPORTERS}&page=2&size=1&sort=name`,
    status: 200,
    contains: { ...names('Dalmas Oduya'), meta: { total: 4, whole: false } },
  },
  {
    name: 'is refused to a liaison officer',
    as: 'liaison',
    given,
    call: SUPPORTERS,
    status: 403,
    lacks: ['Samuel'],
  },
])
