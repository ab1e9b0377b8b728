import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import { fold } from '#contract/lists.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import { userName } from '#contract/users.ts'
import { connect, type Db } from '../server/database/connect.ts'
import type { Tables } from '../server/database/tables.ts'
import { searchColumns } from '../server/students/studentRules.ts'
import { type BenchData, fillRecords } from './prepareData.ts'

/** Few enough for the parameters of one statement on either engine. */
const BATCH = 500
const SCHOOLS = 200
const CLUSTERS = 10

const firstNames = [
  'Achieng',
  'Baraka',
  'Chebet',
  'Dalmas',
  'Esther',
  'Faraji',
  'Grace',
  'Hamisi',
  'Imani',
  'Juma',
]
const lastNames = ['Kamau', 'Mutiso', 'Njeri', 'Ochieng', 'Wanjiru', 'Barasa', 'Chepkemoi', 'Karanja', 'Noor']

/** The most rows that a browser pages itself, and more students than any charity has. */
export const SMALL = 10_000
export const LARGE = 100_000

const prepared = new Map<number, Promise<BenchData>>()

/** Measures on a register of so many students, which is made once for a run. */
export async function withStudents<Result>(
  count: number,
  measure: (data: BenchData) => Promise<Result>,
): Promise<Result> {
  let data = prepared.get(count)
  if (!data) prepared.set(count, (data = prepareStudents(count)))
  return measure(await data)
}

/** Removes the registers of this run. */
export async function removeStudents(): Promise<void> {
  for (const data of prepared.values()) rmSync((await data).dataDir, { recursive: true })
}

async function prepareStudents(count: number): Promise<BenchData> {
  const dataDir = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
  await fillStudents({ dataDir, databaseUrl: undefined }, count)
  return { dataDir }
}

/** Adds users, schools and students. All values depend only on the row's number, so that every run has the same. */
export async function fillStudents(where: Parameters<typeof connect>[0], count: number): Promise<void> {
  await fillRecords(where)
  const { db } = await connect(where)
  await addSchools(db)
  const people = await db.selectFrom('users').select(['id', 'first_name', 'last_name', 'role_id']).execute()
  const supporters = people.filter(({ role_id }) => role_id === SUPPORTER)
  const liaisons = people.filter(({ role_id }) => role_id === 4).slice(0, 100)
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < count; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) =>
        inventStudent(from + index, liaisons, supporters),
      )
      await trx.insertInto('students').values(rows).execute()
    }
    await trx.updateTable('counters').set({ value: count }).execute()
  })
  await db.destroy()
}

async function addSchools(db: Db): Promise<void> {
  const clusters = Array.from({ length: CLUSTERS }, (_, index) => `Cluster ${index}`)
  await db
    .insertInto('clusters')
    .values(clusters.map((name) => ({ cluster_name: name, folded: fold(name) })))
    .execute()
  const schools = Array.from({ length: SCHOOLS }, (_, index) => {
    const school = `${pick(lastNames, index)} Secondary School ${index}`
    const cluster_id = (index % CLUSTERS) + 1
    return { school, folded: fold(school), cluster_id, search: fold(`${school}\nCluster ${cluster_id - 1}`) }
  })
  await db.insertInto('schools').values(schools).execute()
}

type People = { id: number; first_name: string; last_name: string }[]

function inventStudent(index: number, liaisons: People, supporters: People): Insertable<Tables['students']> {
  const number = index + 1
  const ref = `EL-${String(number).padStart(4, '0')}`
  // Spreads the names over the alphabet, as in a register that has grown over the years.
  const place = (index * 7_919) % 100_003
  const name = `${pick(firstNames, place)} ${pick(lastNames, place >> 3)} ${pick(lastNames, place >> 6)} ${place}`
  const liaison = pick(liaisons, place)
  const supporter = place % 7 === 0 ? undefined : pick(supporters, place)
  return {
    number,
    ref,
    name,
    category: place % 9 === 0 ? 2 : 1,
    status: place % 11 === 0 ? 3 : 0,
    gender: (place % 2) + 1,
    liaison_id: liaison.id,
    supporter_id: supporter?.id ?? null,
    school_id: (place % SCHOOLS) + 1,
    dob: '2009-03-12',
    dor: '2023-01-16',
    kcpe: 200 + (place % 300),
    siblings: place % 8,
    ambition: 'Civil engineer',
    languages: 'Dholuo, Kiswahili, English',
    mother: 'Rose Akinyi',
    father: 'Peter Odhiambo',
    guardian: 'Jane Awuor, aunt',
    background: 'Lives with an aunt who sells vegetables at the market. '.repeat(6),
    version: 1,
    ...searchColumns({ name, ref }, userName(liaison)),
    supporter_order: supporter ? fold(userName(supporter)) : '',
    created_at: '2026-01-05T06:00:00.000Z',
    created_by: 1,
    updated_at: '2026-01-05T06:00:00.000Z',
    updated_by: 1,
  }
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T
}
