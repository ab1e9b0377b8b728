import { describe, expect, it } from 'vitest'
import { scenarios } from '../testing/scenarios.ts'
import { addSchool } from '../testing/schools.ts'
import { addStudents, givePictures } from '../testing/students.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { addCast, cast } from '../testing/users.ts'
import { comparedName, isSimilarName } from './similarNames.ts'
import { createBirthdays } from './similarStudents.ts'

describe('two names are similar', () => {
  it.for([
    ['Faith Atieno', 'Faith Atieno Odhiambo'],
    ['Odhiambo, Faith Atieno', 'faith  ATIENO odhiambo'],
    ['Mwende Mutuku', 'Mwende Mutua'],
    ['Ruth Nekesa Wafula', 'Ruht Nekesa Wafulla'],
    ['Mary Ann Wanjiku', 'Maryann Wanjiku'],
    ['Ndugu', 'ndúgu'],
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

scenarios(SIMILAR, [
  {
    name: 'shows who may be the same child, with picture and school, in any state',
    as: 'liaison',
    given,
    call: `${SIMILAR}?name=faith+atieno&dob=2009-03-12`,
    status: 200,
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
    name: 'knows a date whose day and month are swapped, with the very name',
    as: 'liaison',
    given,
    call: `${SIMILAR}?name=Otieno+Kevin&dob=2010-04-03`,
    status: 200,
    contains: { data: [{ name: 'Kevin Otieno' }] },
  },
  {
    name: 'shows nobody of another day, and nobody who is edited',
    as: 'liaison',
    given,
    call: `${SIMILAR}?name=Kevin+Otieno&dob=2010-03-04&except=2`,
    status: 200,
    contains: { data: [] },
  },
  {
    name: 'shows nobody before the date is whole',
    as: 'liaison',
    given,
    call: `${SIMILAR}?name=Faith&dob=2009`,
    status: 200,
    contains: { data: [] },
  },
  {
    name: 'is refused to supporters',
    as: 'supporter',
    call: `${SIMILAR}?name=Faith&dob=2009-03-12`,
    status: 403,
  },
])

const LIST = 'GET /api/students/duplicates'
scenarios(LIST, [
  {
    name: 'lists the pairs of students who may be one child',
    as: 'director',
    given,
    call: `${LIST}?page=1&size=5&search=atieno`,
    status: 200,
    contains: {
      data: [{ first: { ref: 'EL-0001', path: '/api/files/1' }, second: { ref: 'EL-0003' } }],
      meta: { total: 1, whole: false },
    },
    lacks: ['Kevin'],
  },
  {
    name: 'finds none by another word',
    as: 'director',
    given,
    call: `${LIST}?search=kevin`,
    status: 200,
    contains: { data: [] },
  },
  { name: 'is refused to a coordinator', as: 'coordinator', call: LIST, status: 403 },
])

it('lists a pair from the moment it is there, and no longer than that', async () => {
  const test = await openTestApp()
  await addCast(test.db)
  await given(test)
  const client = await test.signIn(cast.director)
  const total = async () =>
    ((await client.get('/api/students/duplicates')).body as { meta: { total: number } }).meta.total
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

it('compares 5,000 long names of one day in time, and finds those of the same words among them', () => {
  const birthdays = createBirthdays<number>()
  const words = (index: number) => Array.from({ length: 40 }, (_, word) => `a${index * 40 + word}`)
  const like = (name: string) => birthdays.like({ dob: '2010-01-01', name: comparedName(name) })
  for (let of = 0; of < 5_000; of++) {
    const name = words(of).join(' ')
    like(name)
    birthdays.add({ of, dob: '2010-01-01', name: comparedName(name) })
  }
  expect(like(words(4_000).toReversed().join(' '))).toEqual([4_000])
})
