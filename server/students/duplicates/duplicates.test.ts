import { describe, expect, it } from 'vitest'
import { duplicateMessages } from '#contract/students/duplicates.ts'
import { sheetRow } from '../../testing/imports/imports.ts'
import { scenariosWith } from '../../testing/scenarios.ts'
import { addSchool } from '../../testing/data/schools.ts'
import { addStudents, givePictures } from '../../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../../testing/testApp.ts'
import { cast } from '../../testing/data/users.ts'
import { comparedName, isSimilarName } from './similarNames.ts'
import { comparedStudent, createBirthdays } from './similarStudents.ts'

describe('two names are similar', () => {
  it.for([
    ['Faith Atieno', 'Faith Atieno Odhiambo'],
    ['Odhiambo, Faith Atieno', 'faith  ATIENO odhiambo'],
    ['Mwende Mutuku', 'Mwende Mutua'],
    ['Ruth Nekesa Wafula', 'Ruht Nekesa Wafulla'],
    ['Mary Ann Wanjiku', 'Maryann Wanjiku'],
    ['Ndugu', 'ndúgu'],
    ["Miriam P. Ng'eno", 'Miriam Peris Ng’eno'],
    ["M. P. Ng'eno", "Ng'eno Miriam Peris"],
  ])('%s, %s', ([one = '', other = '']) => {
    expect(isSimilarName(comparedName(one), comparedName(other))).toBe(true)
    expect(isSimilarName(comparedName(other), comparedName(one))).toBe(true)
  })
})

describe('two names are not similar', () => {
  it.for([
    ['Faith', 'Faith Atieno'],
    ['Mary Wanjiku Kamau', 'Martha Wanjiku Kamau'],
    ['Grace Akinyi', 'Gladys Akinyi'],
    ['Abdi Noor Hassan', 'Abdi Omar Hassan'],
    ['', 'Faith Atieno'],
    ["Miriam K. Ng'eno", "Miriam Peris Ng'eno"],
    ['M. P. N.', "Miriam Peris Ng'eno"],
  ])('%s, %s', ([one = '', other = '']) => {
    expect(isSimilarName(comparedName(one), comparedName(other))).toBe(false)
    expect(isSimilarName(comparedName(other), comparedName(one))).toBe(false)
  })
})

async function given(test: TestApp): Promise<void> {
  const school_id = await addSchool(test.db)
  const [, kevin = 0] = await addStudents(test.db, [
    { name: 'Faith Atieno Odhiambo', school_id },
    { name: 'Kevin Otieno', school_id },
    { name: 'Atieno Faith', school_id, status: 2 },
  ])
  await test.db.updateTable('students').set({ dob: '2010-03-04' }).where('id', '=', kevin).execute()
  await givePictures(test, [1])
}
const SIMILAR = 'GET /api/students/similar'

scenariosWith(SIMILAR, { as: 'liaison', given }, [
  {
    name: 'shows who may be the same child, with picture and school, in any state',
    call: `${SIMILAR}?name=faith+atieno&dob=2009-03-12`,
    contains: {
      data: [
        {
          ref: 'EL-0001',
          name: 'Faith Atieno Odhiambo',
          path: '/api/files/1',
          school: 'Nyando Girls High School',
        },
        { ref: 'EL-0003', name: 'Atieno Faith', status: 2 },
      ],
    },
    lacks: ['Kevin'],
  },
  {
    name: 'finds a date with day and month swapped, with exactly the same name',
    call: `${SIMILAR}?name=Otieno+Kevin&dob=2010-04-03`,
    contains: { data: [{ name: 'Kevin Otieno' }] },
  },
  {
    name: 'finds no student with another date, nor the edited student',
    call: `${SIMILAR}?name=Kevin+Otieno&dob=2010-03-04&except=2`,
    contains: { data: [] },
  },
  {
    name: 'finds no student before the date is complete',
    call: `${SIMILAR}?name=Faith&dob=2009`,
    contains: { data: [] },
  },
  {
    name: 'is refused to supporters',
    given: undefined,
    as: 'supporter',
    call: `${SIMILAR}?name=Faith&dob=2009-03-12`,
    status: 403,
  },
])

/** Faith Atieno Odhiambo of the first school was registered again, without a date of birth. */
async function givenUndated(test: TestApp): Promise<void> {
  await given(test)
  const other = await addSchool(test.db, 'Mukaa Boys')
  await addStudents(test.db, [
    { name: 'Odhiambo Faith Atieno', school_id: 1, dob: null },
    { name: 'Faith Atieno Odhiambo', school_id: other, dob: null },
    { name: 'Jane Ng’ang’a', school_id: 1, dob: null },
  ])
}

scenariosWith('students without a date of birth', { as: 'director', given: givenUndated }, [
  {
    name: 'may be the same child as one of the same name at the same school',
    call: 'GET /api/students/duplicates',
    contains: {
      data: [
        { first: { ref: 'EL-0001' }, second: { ref: 'EL-0003' } },
        { first: { ref: 'EL-0004', dob: null }, second: { ref: 'EL-0001' } },
      ],
    },
    lacks: ['EL-0005'],
  },
  {
    name: 'are found for a child of the form with their name and school',
    call: `${SIMILAR}?name=Faith+Atieno+Odhiambo&dob=2011-11-11&school_id=1`,
    contains: { data: [{ ref: 'EL-0004', dob: null }] },
    lacks: ['EL-0001', 'EL-0005'],
  },
  {
    name: 'are found also without the apostrophes of their names',
    call: `${SIMILAR}?name=Nganga+Jane&dob=2011-11-11&school_id=1`,
    contains: { data: [{ ref: 'EL-0006', dob: null }] },
  },
])

/** Students with one number at two schools, and students of one birthday whose names have the same initials. */
async function givenNumbers(test: TestApp): Promise<void> {
  const nyando = await addSchool(test.db)
  const mukaa = await addSchool(test.db, 'Mukaa Boys')
  await addStudents(test.db, [
    { name: 'Faith Atieno', school_id: nyando, dob: '2010-01-30', admission_no: 'ADM 4411' },
    { name: 'Ruth Wafula', school_id: nyando, dob: null, admission_no: 'adm4411' },
    { name: 'Kevin Otieno', school_id: mukaa, dob: '2011-02-28', admission_no: 'ADM 4411' },
    { name: 'Miriam P. Ng’eno', school_id: nyando, dob: '2012-03-31' },
    { name: "Miriam Peris Ng'eno", school_id: mukaa, dob: '2012-03-31' },
    { name: 'Grace Akinyi', school_id: nyando, dob: '2012-04-30' },
    { name: 'Gladys Achieng', school_id: nyando, dob: '2012-04-30' },
    { name: 'Gloria Adhiambo', school_id: mukaa, dob: '2012-04-30' },
  ])
}

const numbered = (more: object) => ({
  kind: 'students',
  check: true,
  rows: [{ ...sheetRow, name: 'Zawadi Were', dob: '2009-01-01', admission_no: 'Adm 4411', ...more }],
})

scenariosWith('students with one admission number at one school', { as: 'director', given: givenNumbers }, [
  {
    name: 'may be the same child, as may those of one birthday with initials in their names',
    call: 'GET /api/students/duplicates',
    async after(_test, { body }) {
      const { data } = body as { data: { first: { ref: string }; second: { ref: string } }[] }
      const pairs = data.map(({ first, second }) => `${first.ref} ${second.ref}`)
      expect(new Set(pairs)).toEqual(new Set(['EL-0002 EL-0001', 'EL-0004 EL-0005', 'EL-0006 EL-0007']))
    },
  },
  {
    name: 'are found for a child of the form, also before the date of birth is typed',
    call: `${SIMILAR}?name=Zawadi&school_id=1&admission_no=ADM+4411`,
    contains: {
      data: [
        { ref: 'EL-0001', admission_no: 'ADM 4411' },
        { ref: 'EL-0002', admission_no: 'adm4411' },
      ],
    },
    lacks: ['EL-0003'],
  },
  {
    name: 'are no warning about the edited student',
    call: `${SIMILAR}?name=Kevin+Otieno&dob=2011-02-28&school_id=2&admission_no=ADM+4411&except=3`,
    contains: { data: [] },
  },
  {
    name: 'are found for a row of an import',
    call: 'POST /api/imports',
    input: numbered({ school: 'Mukaa Boys' }),
    contains: { data: { good: 0, skipped: 1, duplicates: [{ row: 0, of: { ref: 'EL-0003' } }] } },
    lacks: ['EL-0001'],
  },
  {
    name: 'are found for a row of an import whose school is the answer for its empty cell',
    call: 'POST /api/imports',
    input: { ...numbered({ school: '' }), defaults: { school: 'Mukaa Boys' } },
    contains: { data: { skipped: 1, duplicates: [{ row: 0, of: { ref: 'EL-0003' } }] } },
  },
  {
    name: 'are found twice in a sheet',
    call: 'POST /api/imports',
    input: {
      kind: 'students',
      check: true,
      rows: [
        { ...sheetRow, name: 'Zawadi Were', dob: '2009-01-01', admission_no: '77' },
        { ...sheetRow, name: 'Juma Ouma', dob: '2009-01-02', admission_no: '77' },
      ],
    },
    contains: { data: { good: 2, skipped: 0, duplicates: [{ row: 1, of: null, of_row: 0 }] } },
  },
])

const LIST = 'GET /api/students/duplicates'
scenariosWith(LIST, { as: 'director' }, [
  {
    name: 'lists the pairs of students who may be the same child',
    given,
    call: LIST,
    contains: { data: [{ first: { ref: 'EL-0001', path: '/api/files/1' }, second: { ref: 'EL-0003' } }] },
    lacks: ['Kevin'],
  },
  { name: 'is refused to a coordinator', as: 'coordinator', call: LIST, status: 403 },
])

it('lists a pair as soon as it exists, and no longer', async () => {
  const { test, client } = await openSignedIn('director', { given })
  const total = async () =>
    ((await client.get('/api/students/duplicates')).body as { data: unknown[] }).data.length
  expect(await total()).toBe(1)
  const form = await test.db.selectFrom('students').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
  await client.change('PUT', '/api/students/2', { ...form, name: 'Odhiambo Faith', dob: '2009-12-03' })
  expect(await total()).toBe(1)
  await client.change('PUT', '/api/students/2', {
    ...form,
    version: 2,
    name: 'Odhiambo Faith',
    dob: '2009-03-12',
  })
  expect(await total()).toBe(2)
})

const answered = (answer: object) => async (test: TestApp) => {
  await given(test)
  const director = await test.signIn(cast.director)
  const { status } = await director.change('PUT', '/api/students/duplicates/3/1', answer)
  expect(status).toBe(200)
}
const different = answered({ answer: 'different' })
const twice = answered({
  answer: 'same',
  close: { id: 1, status: 1, reason: 'Registered twice. The record in use is EL-0003.' },
})
const ANSWER = 'PUT /api/students/duplicates/1/3'
const statusOf = (test: TestApp, id: number) =>
  test.db.selectFrom('students').select('status').where('id', '=', id).executeTakeFirstOrThrow()

scenariosWith(ANSWER, { as: 'director', given: different, call: 'DELETE /api/students/duplicates/1/3' }, [
  {
    name: 'moves a pair that is not the same child to another list, with who answered and when',
    call: LIST,
    contains: {
      data: [
        {
          first: { ref: 'EL-0001', liaison: 'Lydia Chebet', reports: 0, receipts: 0, supporter: null },
          answer: { answer: 'different', by: 'Daniel Otieno', at: expect.stringContaining('T') },
        },
      ],
    },
  },
  {
    name: 'does not warn of a child who is known to be another one while the student is edited',
    as: 'liaison',
    call: `${SIMILAR}?name=Atieno+Faith&dob=2009-03-12&except=3`,
    contains: { data: [] },
  },
  {
    name: 'warns only of the same child when a student is added, not of a known other child',
    as: 'liaison',
    call: `${SIMILAR}?name=Atieno+Faith&dob=2009-03-12`,
    contains: { data: [{ ref: 'EL-0003' }] },
    lacks: ['EL-0001'],
  },
  {
    name: 'warns again after a name without an answer',
    as: 'liaison',
    call: `${SIMILAR}?name=Faith+Atieno+Odhiambo&dob=2009-03-12&except=3`,
    contains: { data: [{ ref: 'EL-0001' }] },
  },
  {
    name: 'does not report a row of an import as a duplicate of a known other child',
    call: 'POST /api/imports',
    input: {
      kind: 'students',
      check: true,
      rows: [{ ...sheetRow, name: 'Atieno Faith', dob: '2009-03-12' }],
    },
    contains: { data: { duplicates: [{ row: 0, of: { ref: 'EL-0003' } }] } },
    lacks: ['EL-0001'],
  },
  {
    name: 'stores that it is the same child, with the status of the record no longer used',
    given: twice,
    call: LIST,
    contains: { data: [{ first: { id: 1, status: 1 }, answer: { answer: 'same' } }] },
    after: async (test) => {
      const client = await test.signIn(cast.director)
      const { body } = await client.get('/api/students/1?query=history')
      expect(body).toMatchObject({
        data: [
          {
            action: 'changed status',
            by: 'Daniel Otieno',
            changes: [
              { field: 'status', to: 'Discontinued' },
              { field: 'reason', to: 'Registered twice. The record in use is EL-0003.' },
            ],
          },
        ],
      })
    },
  },
  {
    name: 'removes an answer and undoes the status that was set with it',
    as: 'administrator',
    given: twice,
    after: async (test) => {
      expect(await statusOf(test, 1)).toEqual({ status: 0 })
      const { body } = await (await test.signIn(cast.director)).get('/api/students/duplicates')
      expect(body).toMatchObject({ data: [{ answer: null }] })
    },
  },
  {
    name: 'does not change a status that was set after the removed answer',
    as: 'administrator',
    given: async (test) => {
      await twice(test)
      const client = await test.signIn(cast.director)
      await client.change('PATCH', '/api/students/1?query=list', { mode: 'status', status: 2 })
    },
    after: async (test) => expect(await statusOf(test, 1)).toEqual({ status: 2 }),
  },
  {
    name: 'refuses a second answer, which would lose the status set with the first',
    as: 'administrator',
    given: twice,
    call: ANSWER,
    input: { answer: 'different' },
    conflict: duplicateMessages.answered,
    after: async (test) => {
      const client = await test.signIn(cast.director)
      await client.change('DELETE', '/api/students/duplicates/1/3', {})
      expect(await statusOf(test, 1)).toEqual({ status: 0 })
    },
  },
  {
    name: 'refuses a status beside another answer',
    given,
    call: ANSWER,
    input: { answer: 'different', close: { id: 1, status: 1 } },
    errors: { close: [duplicateMessages.closeOne] },
  },
  {
    name: 'refuses the present status of the record',
    given,
    call: ANSWER,
    input: { answer: 'same', close: { id: 3, status: 2 } },
    status: 422,
  },
  {
    name: 'answers 404 for a pair of a student with themselves',
    given,
    call: 'PUT /api/students/duplicates/1/1',
    input: { answer: 'different' },
    status: 404,
  },
  { name: 'answers 404 when removing an answer that does not exist', given, status: 404 },
])

it('lists an answered pair again when a name or date of birth changes, but not for other changes', async () => {
  const { test, client } = await openSignedIn('director', { given: different })
  const answers = async () =>
    ((await client.get('/api/students/duplicates')).body as { data: { answer: unknown }[] }).data.map(
      ({ answer }) => answer,
    )
  const { version: _version, ...form } = await test.db
    .selectFrom('students')
    .selectAll()
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const edit = (changes: object) => client.change('PUT', '/api/students/1', { ...form, ...changes })
  await edit({ ambition: 'Nurse' })
  expect(await answers()).toMatchObject([{ answer: 'different' }])
  await edit({ name: 'Faith Atieno Odhiamba' })
  expect(await answers()).toEqual([null])
  await edit({})
  expect(await answers()).toMatchObject([{ answer: 'different' }])
})

it('compares 5,000 long names with the same date quickly, and finds those with the same words', () => {
  const birthdays = createBirthdays<number>()
  const words = (index: number) => Array.from({ length: 40 }, (_, word) => `a${index * 40 + word}`)
  const child = (name: string, of = 0) =>
    comparedStudent({ name, dob: '2010-01-01', school_id: 1, admission_no: null }, of)
  const like = (name: string) => birthdays.like(child(name))
  for (let of = 0; of < 5_000; of++) {
    const name = words(of).join(' ')
    like(name)
    birthdays.add(child(name, of))
  }
  expect(like(words(4_000).toReversed().join(' '))).toEqual([4_000])
})
