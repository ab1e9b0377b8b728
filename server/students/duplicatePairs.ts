import { sql } from 'kysely'
import type { DuplicatePair, LikeStudent } from '#contract/duplicates.ts'
import { DUPLICATES_MAX } from '#contract/duplicates.ts'
import type { ListQuery } from '#contract/lists.ts'
import type { Db } from '../database/connect.ts'
import { inTurns } from '../database/eachSlice.ts'
import { pageInMemory } from '../database/lists.ts'
import { versionReader } from '../database/milestones.ts'
import { comparedName } from './similarNames.ts'
import { createBirthdays, likeStudents } from './similarStudents.ts'

/** Students per query, read from an index alone. */
const SLICE = 2_000

type Pair = { first: number; second: number; text: string; order: string }

/**
 * The list of possible duplicates. All students are compared once after a change of the records, by an index that holds
 * what is compared; a page then reads its own students only.
 */
export function duplicatesList(db: Db) {
  const readVersion = versionReader(db)
  let remembered: { version: number; pairs: Pair[] } | undefined

  return async (
    asked: ListQuery,
  ): Promise<{ data: DuplicatePair[]; meta: { total: number; whole: boolean } }> => {
    const version = await readVersion()
    const isKnown = version !== undefined && remembered?.version === version
    const pairs = isKnown && remembered ? remembered.pairs : await findPairs(db)
    remembered = version === undefined ? undefined : { version, pairs }
    const { data, meta } = pageInMemory(pairs, asked, { textOf: ({ text }) => text, sortRows })
    return { data: await withStudents(db, data), meta }
  }
}

const sortRows = (pairs: Pair[], sort: string | undefined) =>
  sort?.startsWith('-') ? pairs.toReversed() : pairs

async function findPairs(db: Db): Promise<Pair[]> {
  const birthdays = createBirthdays<{ id: number; search: string }>()
  const pairs: Pair[] = []
  for (let last = { dob: '', id: 0 }; ;) {
    const students = await db
      .selectFrom('students')
      .select(['id', 'dob', 'search'])
      .where(sql<boolean>`(dob, id) > (${last.dob}, ${last.id})`)
      .orderBy('dob')
      .orderBy('id')
      .limit(SLICE)
      .execute()
    for await (const student of inTurns(students)) {
      const [folded = ''] = student.search.split('\n')
      const compared = { of: student, dob: student.dob, name: comparedName(folded) }
      for (const { id, search } of birthdays.like(compared))
        pairs.push({ first: id, second: student.id, text: `${search}\n${student.search}`, order: search })
      birthdays.add(compared)
    }
    const end = students.at(-1)
    if (!end || students.length < SLICE || pairs.length >= DUPLICATES_MAX) break
    last = end
  }
  return pairs
    .toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.second - b.second))
    .slice(0, DUPLICATES_MAX)
}

async function withStudents(db: Db, pairs: Pair[]): Promise<DuplicatePair[]> {
  if (pairs.length === 0) return []
  const ids = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))]
  const rows = await likeStudents(db).where('students.id', 'in', ids).execute()
  const byId = new Map<number, LikeStudent>(rows.map((row) => [row.id, row]))
  // A student may have been removed by an undo since the pairs were found.
  return pairs.flatMap(({ first, second }) => {
    const [one, other] = [byId.get(first), byId.get(second)]
    return one && other ? { first: one, second: other } : []
  })
}
