import { sql } from 'kysely'
import {
  type DuplicatePair,
  DUPLICATES_MAX,
  type PairCounts,
  type PairedStudent,
  type PairState,
} from '#contract/duplicates.ts'
import type { ListMeta, ListQuery } from '#contract/base/lists.ts'
import type { Db } from '../database/connect.ts'
import { withYields } from '../database/inBatches.ts'
import { pageInMemory } from '../database/lists.ts'
import { userNameIn } from '../users/userNameIn.ts'
import { type AnswerTo, readAnswers } from './duplicateAnswers.ts'
import { comparedName } from './similarNames.ts'
import { createBirthdays, likeStudents } from './similarStudents.ts'

/** Students per query, read from an index alone. */
const SLICE = 2_000

type Pair = { first: number; second: number; text: string; order: string; answer: Answer }
type Answer = ReturnType<AnswerTo>

const stateOf = ({ answer }: Pair): PairState => answer?.answer ?? 'open'

/** The list of possible duplicates. Each call compares all students, from a covering index; a page then reads only its own. */
export async function listDuplicates(
  db: Db,
  { answer, ...asked }: ListQuery & { answer: PairState },
): Promise<{ data: DuplicatePair[]; meta: ListMeta & { counts: PairCounts } }> {
  const pairs = await findPairs(db)
  const shown = pairs.filter((pair) => stateOf(pair) === answer)
  const { data, meta } = pageInMemory(shown, asked, { textOf: ({ text }) => text, sortRows })
  return { data: await withStudents(db, data), meta: { ...meta, counts: countsOf(pairs) } }
}

const sortRows = (pairs: Pair[], sort: string | undefined) =>
  sort?.startsWith('-') ? pairs.toReversed() : pairs

function countsOf(pairs: Pair[]): PairCounts {
  const counts: PairCounts = { open: 0, different: 0, same: 0 }
  for (const pair of pairs) counts[stateOf(pair)] += 1
  return counts
}

async function findPairs(db: Db): Promise<Pair[]> {
  const birthdays = createBirthdays<{ id: number; name: string; dob: string; search: string }>()
  const answerTo = await readAnswers(db)
  const pairs: Pair[] = []
  let open = 0
  for (let last = { dob: '', id: 0 }; ;) {
    const students = await db
      .selectFrom('students')
      .select(['id', 'dob', 'search'])
      .where(sql<boolean>`(dob, id) > (${last.dob}, ${last.id})`)
      .orderBy('dob')
      .orderBy('id')
      .limit(SLICE)
      .execute()
    for await (const student of withYields(students)) {
      const [name = ''] = student.search.split('\n')
      const compared = { of: { ...student, name }, dob: student.dob, name: comparedName(name) }
      for (const other of birthdays.like(compared)) {
        const answer = answerTo(other, compared.of)
        if (!answer && open === DUPLICATES_MAX) continue
        if (!answer) open += 1
        const { id: first, search: order } = other
        pairs.push({ first, second: student.id, text: `${order}\n${student.search}`, order, answer })
      }
      birthdays.add(compared)
    }
    const end = students.at(-1)
    if (!end || students.length < SLICE) break
    last = end
  }
  return pairs.toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.second - b.second))
}

async function withStudents(db: Db, pairs: Pair[]): Promise<DuplicatePair[]> {
  if (pairs.length === 0) return []
  const ids = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))]
  const rows = await pairedStudents(db).where('students.id', 'in', ids).execute()
  const byId = new Map<number, PairedStudent>(rows.map((row) => [row.id, row]))
  // A student may have been removed by an undo since the pairs were found.
  return pairs.flatMap(({ first, second, answer }) => {
    const [one, other] = [byId.get(first), byId.get(second)]
    if (!one || !other) return []
    const said = answer && { answer: answer.answer, by: answer.by, at: answer.at }
    return { first: one, second: other, answer: said ?? null }
  })
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
