import type { Transaction } from 'kysely'
import { type StudentRow, studentSearchText } from '#contract/students/students.ts'
import type { Tables } from '../database/tables.ts'
import { startTogether } from '../testing/database/startTogether.ts'
import { addTermOfNews } from '../testing/data/termOfNews.ts'
import { type ScenarioRow, scenariosWith } from '../testing/scenarios.ts'
import { addSchool } from '../testing/data/schools.ts'
import { studentFormData } from '../testing/data/studentForm.ts'
import { renameInStudents } from '../users/studentsOfUser.ts'
import { addStudents, restrictRecords } from '../testing/data/students.ts'
import { openSignedIn, openWithCast } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { expect, it } from 'vitest'

const { supporter, director } = cast

const register = ({ db }: { db: Parameters<typeof addStudents>[0] }) =>
  addStudents(db, [
    { name: 'Zawadi Mutua', supporter_id: supporter.id },
    { name: 'Ánn Wanjirũ', category: 2, liaison_id: director.id },
    { name: 'Kiprono 100%', status: 2, supporter_id: supporter.id },
    { name: 'Barasa Wekesa' },
  ])

const NUMBERED = 'Zawadi Mutua'
const numbered = ({ db }: { db: Parameters<typeof addStudents>[0] }) =>
  addStudents(db, [
    {
      name: NUMBERED,
      supporter_id: supporter.id,
      admission_no: 'ADM/4512',
      guardian_phone: '0722 123 456 (aunt)',
    },
    { name: 'Barasa Wekesa', supporter_id: director.id, admission_no: '33' },
  ])

const names = (...wanted: string[]) => ({ data: wanted.map((name) => ({ name })) })

scenariosWith(
  'the students without a supporter whose approved records wait to be sent',
  {
    as: 'administrator',
    given: addTermOfNews,
    call: 'GET /api/students?query=list&unsent_year=1&unsent_term=2',
  },
  [
    {
      name: 'are those of one term',
      contains: { data: [{ name: 'Mwende Mutua', supporter: null }], meta: { total: 1 } },
      lacks: ['Faith', 'Kevin'],
    },
    {
      name: 'are none if the term was sent',
      call: 'GET /api/students?query=list&unsent_year=1&unsent_term=1',
      contains: { data: [], meta: { total: 0 } },
    },
    { name: 'are refused to users who do not see supporters', as: 'liaison', status: 403 },
  ],
)

scenariosWith(
  'the students whose record is restricted',
  {
    as: 'director',
    call: 'GET /api/students?query=list&restricted=1',
    async given(test) {
      await register(test)
      await restrictRecords(test.db, [1]).execute()
    },
  },
  [
    {
      name: 'are listed alone',
      contains: { data: [{ id: 1, restricted_on: '2026-03-02' }], meta: { total: 1 } },
    },
    { name: 'are refused to users who do not see supporters', as: 'liaison', status: 403 },
  ],
)

scenariosWith('the students list', { as: 'liaison', given: register, call: 'GET /api/students?query=list' }, [
  {
    name: 'shows everything to a coordinator, by name',
    as: 'coordinator',
    contains: {
      data: [
        {
          ref: 'EL-0002',
          name: 'Ánn Wanjirũ',
          category: 2,
          liaison: 'Daniel Otieno',
          supporter: null,
          status: 0,
          path: null,
        },
        { name: 'Barasa Wekesa' },
        { name: 'Kiprono 100%', status: 2 },
        { ref: 'EL-0001', name: 'Zawadi Mutua', liaison: 'Lydia Chebet', supporter: 'Samuel Kiptoo' },
      ],
      meta: { total: 4, whole: true },
    },
  },
  {
    name: 'hides liaison officers and supporters from a liaison officer',
    contains: { data: [{ liaison: null, supporter: null }, {}, {}, { liaison: null, supporter: null }] },
    lacks: ['Samuel', 'Otieno', 'Chebet'],
  },
  {
    name: 'shows a supporter their own students only',
    as: 'supporter',
    call: 'GET /api/students?query=activities',
    contains: { ...names('Kiprono 100%', 'Zawadi Mutua'), meta: { total: 2, whole: true } },
    lacks: ['Barasa', 'Wanjir', 'Chebet', 'Samuel'],
  },
  {
    name: 'pages, searches and counts a supporter’s students alone',
    as: 'supporter',
    call: 'GET /api/students?query=list&page=1&size=1&search=a',
    contains: { ...names('Zawadi Mutua'), meta: { total: 1, whole: false } },
  },
  {
    name: 'finds by name without case and accents',
    as: 'administrator',
    call: 'GET /api/students?query=list&search=ANN%20wanjiru',
    contains: { ...names('Ánn Wanjirũ'), meta: { total: 1 } },
  },
  ...["ng'ang'a", 'ng’ang‘a', 'ngʼangʼa'].map((search): ScenarioRow => ({
    name: `finds by name with any apostrophe: ${search}`,
    as: 'administrator',
    given: ({ db }) => addStudents(db, [{ name: 'Ng’ang’a Kamau' }, { name: "Joy Ng'ang'a" }]),
    call: `GET /api/students?query=list&search=${encodeURIComponent(search)}`,
    contains: { ...names("Joy Ng'ang'a", 'Ng’ang’a Kamau'), meta: { total: 2 } },
  })),
  {
    name: 'treats % as a literal character in a search',
    as: 'administrator',
    call: 'GET /api/students?query=list&search=100%25',
    contains: { ...names('Kiprono 100%'), meta: { total: 1 } },
  },
  {
    name: 'finds by ref',
    call: 'GET /api/students?query=list&search=el-0004',
    contains: names('Barasa Wekesa'),
  },
  {
    name: 'finds by liaison officer for roles below 4',
    as: 'coordinator',
    call: 'GET /api/students?query=list&search=otieno',
    contains: names('Ánn Wanjirũ'),
  },
  {
    name: 'finds by the beginnings of words of the name in any order',
    call: 'GET /api/students?query=list&search=wanj%20ann',
    contains: { ...names('Ánn Wanjirũ'), meta: { total: 1 } },
  },
  {
    name: 'finds by those of the liaison officer',
    as: 'coordinator',
    call: 'GET /api/students?query=list&search=otieno%20dan',
    contains: { ...names('Ánn Wanjirũ'), meta: { total: 1 } },
  },
  ...['iru ann', 'ann otieno', 'wanjiru el-0002'].map((search): ScenarioRow => ({
    name: `does not find by letters inside words, or words of several fields: ${search}`,
    as: 'coordinator',
    call: `GET /api/students?query=list&search=${encodeURIComponent(search)}`,
    contains: { data: [], meta: { total: 0 } },
  })),
  {
    name: 'does not find by liaison officer for others',
    call: 'GET /api/students?query=list&search=otieno',
    contains: { data: [], meta: { total: 0 } },
  },
  ...['adm/4512', '0722123456', '0722 123', '+254722123456', '722123456'].flatMap((search) =>
    (['coordinator', 'liaison', 'supporter'] as const).map((as): ScenarioRow => ({
      name: `finds by admission number and phone for staff alone: ${search}, as ${as}`,
      as,
      given: numbered,
      call: `GET /api/students?query=activities&search=${encodeURIComponent(search)}`,
      contains:
        as === 'supporter' ? { data: [], meta: { total: 0 } } : { ...names(NUMBERED), meta: { total: 1 } },
    })),
  ),
  {
    name: 'lets the browser of staff search by the same numbers',
    given: numbered,
    async after(_test, { body }) {
      const [, first] = (body as { data: StudentRow[] }).data
      expect(first && studentSearchText(first)).toMatchObject({
        fields: expect.stringContaining('adm/4512\n0722123456 +254722123456') as string,
      })
    },
  },
  {
    name: 'gives supporters no numbers',
    as: 'supporter',
    given: numbered,
    contains: { data: [{ name: NUMBERED, numbers: null }] },
    lacks: ['4512', '0722'],
  },
  {
    name: 'finds by phone after the liaison officer was renamed',
    as: 'coordinator',
    async given(test) {
      await numbered(test)
      const { id, last_name } = cast.liaison
      await test.db
        .transaction()
        .execute((trx) => renameInStudents(trx, { id, first_name: 'Zuberi', last_name }))
    },
    call: 'GET /api/students?query=list&search=0722123456',
    contains: { ...names(NUMBERED), meta: { total: 1 } },
  },
  {
    name: 'sorts by liaison officer, then by name, and pages on the server',
    as: 'director',
    call: 'GET /api/students?query=list&sort=-liaison&page=2&size=2',
    contains: { ...names('Barasa Wekesa', 'Ánn Wanjirũ'), meta: { total: 4, whole: false } },
  },
  {
    name: 'sorts by status for everybody',
    call: 'GET /api/students?query=list&sort=-status&size=1',
    contains: names('Kiprono 100%'),
  },
  ...(['-liaison', '-supporter'] as const).flatMap((sort) =>
    (['liaison', 'supporter'] as const).map((as): ScenarioRow => ({
      name: `sorts by name for a ${as} who asks for ${sort}, which they may not see`,
      as,
      call: `GET /api/students?query=list&sort=${sort}&size=1`,
      contains: names(as === 'liaison' ? 'Ánn Wanjirũ' : 'Kiprono 100%'),
    })),
  ),
  {
    name: 'refuses an unknown query',
    given: undefined,
    as: 'administrator',
    call: 'GET /api/students?query=everything',
    status: 422,
  },
  { name: 'is refused without a session', as: 'signed out', status: 401, lacks: ['Zawadi'] },
])

it('sorts and finds by the new name of a renamed liaison officer and supporter', async () => {
  const { client } = await openSignedIn('administrator', { given: register })
  const { id, email, role_id } = cast.director
  await client.post('/api/edit', { id, first_name: 'Zuberi', last_name: 'Ally', email, role_id })

  const found = await client.get('/api/students?query=list&search=zuberi')
  expect(found.body).toMatchObject({ data: [{ liaison: 'Zuberi Ally' }] })
  const gone = await client.get('/api/students?query=list&search=otieno')
  expect(gone.body).toMatchObject({ data: [] })
  const last = await client.get('/api/students?query=list&sort=-liaison&size=1')
  expect(last.body).toMatchObject({ data: [{ liaison: 'Zuberi Ally' }] })
})

it('finds a student by the new name of a liaison officer who is renamed while the student is added', async () => {
  const test = await openWithCast()
  await addSchool(test.db)
  const client = await test.signIn(cast.administrator)
  const { id, last_name } = cast.liaison
  const rename = async (trx: Transaction<Tables>) => {
    await trx.updateTable('users').set({ first_name: 'Zuberi' }).where('id', '=', id).execute()
    await renameInStudents(trx, { id, first_name: 'Zuberi', last_name })
  }
  await startTogether(test, rename, [() => client.post('/api/students?query=list', studentFormData())])
  const found = await client.get('/api/students?query=list&search=zuberi')
  expect(found.body).toMatchObject({ meta: { total: 1 } })
})

it.for(['name', '-name', 'ref', 'status', '-liaison'])(
  'finds every page of a long list by %s',
  async (sort) => {
    const test = await openWithCast()
    const count = 2_345
    const students = Array.from({ length: count }, (_, index) => ({
      name: `Student ${(index * 7_919) % 100_003}`,
      status: index % 4,
      liaison_id: (index % 4) + 1,
    }))
    await addStudents(test.db, students)
    const client = await test.signIn(cast.administrator)
    const refsOf = async (query: string) => {
      const { body } = await client.get(`/api/students?query=list&sort=${sort}&${query}`)
      return (body as { data: { ref: string }[] }).data.map(({ ref }) => ref)
    }
    const pages: string[] = []
    for (let page = 1; page <= 5; page++) pages.push(...(await refsOf(`size=500&page=${page}`)))
    const deep = await refsOf('size=100&page=24')
    expect(new Set(pages).size).toBe(count)
    expect(deep).toEqual(pages.slice(2_300))
  },
)
