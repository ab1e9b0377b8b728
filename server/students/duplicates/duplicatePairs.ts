import { sql } from 'kysely'
import type { ListQuery } from '#contract/base/lists.ts'
import {
  type DuplicatePair,
  type PairedStudent,
  type PairState,
  pairStates,
} from '#contract/students/duplicates.ts'
import { beside } from '../../base/LongAnswer.ts'
import type { Db } from '../../database/connect.ts'
import { inBatches } from '../../database/inBatches.ts'
import { createList, finds } from '../../database/lists.ts'
import { userNameIn } from '../../users/userNameIn.ts'
import { readAnswers } from './duplicateAnswers.ts'
import { likeStudents } from './similarStudents.ts'

type Stored = { first_id: number; second_id: number }

/** The possible duplicates with their answers, and the number of pairs in each state. */
export function duplicatesList(db: Db) {
  const list = createList<'name', Stored, { state: PairState | null }, DuplicatePair>(db, {
    orders: { name: ['duplicate_pairs.search', 'duplicate_pairs.second_id'] },
    id: 'duplicate_pairs.id',
    from: (own) =>
      db.selectFrom('duplicate_pairs').where(sql<boolean>`state = coalesce(${own('state')}, state)`),
    isFound: (search) => sql`(${finds('duplicate_pairs.search', search)} or duplicate_pairs.second_id in
      (select id from students where ${finds('students.search', search)}))`,
    rows: () => db.selectFrom('duplicate_pairs').select(['first_id', 'second_id']),
    complete: (pairs) => withStudents(db, pairs),
  })
  return async ({ state = null, ...asked }: ListQuery & { state?: PairState | null | undefined }) =>
    beside(await list(asked, { state }), { counts: await countPairs(db) })
}

async function countPairs(db: Db): Promise<Record<PairState, number>> {
  const rows = await db
    .selectFrom('duplicate_pairs')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const countOf = (state: PairState) => rows.find((row) => row.state === state)?.count ?? 0
  return Object.fromEntries(pairStates.map((state) => [state, countOf(state)])) as Record<PairState, number>
}

async function withStudents(db: Db, pairs: Stored[]): Promise<DuplicatePair[]> {
  const byId = new Map<number, PairedStudent>()
  const shown: DuplicatePair[] = []
  for await (const some of inBatches(pairs)) {
    const ids = [...new Set(some.flatMap(({ first_id, second_id }) => [first_id, second_id]))]
    for (const row of await pairedStudents(db).where('students.id', 'in', ids).execute())
      byId.set(row.id, row)
    const answerTo = await readAnswers(db, ids)
    for (const { first_id, second_id } of some) {
      const [first, second] = [byId.get(first_id), byId.get(second_id)]
      // A student may have been removed by an undo since the pairs were read.
      if (!first || !second) continue
      const found = answerTo(first, second)
      shown.push({
        first,
        second,
        answer: found ? { answer: found.answer, by: found.by, at: found.at } : null,
      })
    }
  }
  return shown
}

const pairedStudents = (db: Db) =>
  likeStudents(db)
    .innerJoin('users as liaisons', 'liaisons.id', 'students.liaison_id')
    .leftJoin('users as supporters', 'supporters.id', 'students.supporter_id')
    .select([
      'gender',
      'dor',
      'mother',
      'father',
      userNameIn('liaisons').$notNull().as('liaison'),
      userNameIn('supporters').as('supporter'),
      countOf('reports').as('reports'),
      countOf('receipts').as('receipts'),
    ])

const countOf = (table: 'reports' | 'receipts') =>
  sql<number>`(select count(*) from ${sql.table(table)} as r where r.student_id = students.id)`
