import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { PairState } from '#contract/students/duplicates.ts'
import { migrate } from '../../database/migrate.ts'
import { openSharedDatabase } from '../../testing/database/testDatabase.ts'
import { addSchool } from '../../testing/data/schools.ts'
import { addStudents } from '../../testing/data/students.ts'
import { cast } from '../../testing/data/users.ts'
import { openWithCast, type TestApp } from '../../testing/testApp.ts'

const words =
  'Achieng Achien Baraka Baraqa Chebet Esther Ester Faraji Grace Kamau Njeri Wanjiru Wanjiku'.split(' ')
const days = ['2010-03-04', '2010-04-03', '2011-11-11', null]

/** Two hundred students of whom many are alike: misspelt, in another order, with initials, of one number or no date. */
async function addAlike({ db }: TestApp): Promise<void> {
  const schools = [await addSchool(db), await addSchool(db, 'Mukaa Boys')]
  const word = (index: number) => words[index % words.length] ?? ''
  await addStudents(
    db,
    Array.from({ length: 200 }, (_, index) => ({
      name: [word(index * 3), index % 5 === 0 ? 'K.' : word(index * 7), word(index * 5 + 1)].join(' '),
      dob: days[index % days.length] ?? null,
      school_id: schools[index % 3 === 0 ? 1 : 0] ?? 0,
      admission_no: index % 9 === 0 ? `ADM ${index % 4}` : null,
    })),
  )
}

type Pair = { first: { id: number }; second: { id: number }; answer: { answer: string } | null }
type Answer = { data: Pair[]; meta: { total: number }; counts: Record<PairState, number> }

async function openAlike() {
  const test = await openWithCast({ database: await openSharedDatabase() })
  await addAlike(test)
  const director = await test.signIn(cast.director)
  const read = async (query = '') => (await director.get(`/api/students/duplicates${query}`)).body as Answer
  const answerFirst = async (answer: string) => {
    const { data } = await read('?state=open&page=1&size=1')
    const [pair] = data
    await director.change('PUT', `/api/students/duplicates/${pair?.first.id}/${pair?.second.id}`, { answer })
  }
  return { test, read, answerFirst }
}

it('a migration stores the pairs that saves store', async () => {
  const { test, answerFirst } = await openAlike()
  const { db } = test
  await answerFirst('different')
  await answerFirst('same')
  const stored = async () => {
    const rows = await db
      .selectFrom('duplicate_pairs')
      .select(['first_id', 'second_id', 'search', 'state'])
      .orderBy('first_id')
      .orderBy('second_id')
      .execute()
    return rows.map((row) => Object.values(row).join(' '))
  }
  const saved = await stored()
  expect(saved.length).toBeGreaterThan(100)

  await db.schema.dropTable('duplicate_pairs').execute()
  await sql`delete from migrations where name = '0039-duplicate-pairs'`.execute(db)
  await migrate(test, test.clock())
  // Each student has at most twenty pairs, and a save compares in another order.
  const migrated = new Set(await stored())
  expect(saved.filter((pair) => migrated.has(pair)).length).toBeGreaterThan(saved.length * 0.9)
})

it('the pages of each state, in order, are the whole list', async () => {
  const { read, answerFirst } = await openAlike()
  for (const answer of ['different', 'same', 'different']) await answerFirst(answer)
  const whole = await read()
  expect(whole.counts).toEqual({ open: whole.meta.total - 3, different: 2, same: 1 })
  for (const state of ['open', 'different', 'same'] as const) {
    const pages: Pair[] = []
    for (let page = 1; pages.length < whole.counts[state]; page++) {
      const { data, meta } = await read(`?state=${state}&page=${page}&size=40`)
      expect(meta).toEqual({ total: whole.counts[state], whole: false })
      pages.push(...data)
    }
    expect(pages).toEqual(whole.data.filter(({ answer }) => (answer?.answer ?? 'open') === state))
  }
})

it('a search finds pairs by either student', async () => {
  const { read } = await openAlike()
  const { data: all } = await read()
  const pair = all.find(({ first, second }) => first.id !== second.id)
  const ref = `EL-${String(pair?.second.id).padStart(4, '0')}`
  const { data } = await read(`?search=${ref}&page=1&size=100`)
  expect(data).toEqual(
    all.filter(({ first, second }) => [first.id, second.id].includes(pair?.second.id ?? 0)),
  )
})
