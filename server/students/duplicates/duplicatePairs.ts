import { sql } from 'kysely'
import { fold } from '#contract/base/lists.ts'
import { ANONYMOUS } from '#contract/privacy/erasure.ts'
import { type DuplicatePair, DUPLICATES_MAX, type PairedStudent } from '#contract/students/duplicates.ts'
import type { Db } from '../../database/connect.ts'
import { withYields } from '../../base/yieldToRequests.ts'
import { inBatches, pagesOf, rowsOf } from '../../database/inBatches.ts'
import { userNameIn } from '../../users/userNameIn.ts'
import { type AnswerTo, readAnswers } from './duplicateAnswers.ts'
import { comparedStudent, createBirthdays, likeStudents } from './similarStudents.ts'

/** Anonymised students are all alike. */
const ANONYMOUS_NAME = fold(ANONYMOUS)
/** Students per query, read from an index alone. */
const SLICE = 2_000

type Pair = { first: number; second: number; order: string; answer: ReturnType<AnswerTo> }

/** The possible duplicates with their answers. All students are compared, from a covering index. */
export async function listDuplicates(db: Db): Promise<DuplicatePair[]> {
  const pairs = await findPairs(db)
  const byId = new Map<number, PairedStudent>()
  for await (const ids of inBatches([...new Set(pairs.flatMap(({ first, second }) => [first, second]))])) {
    for (const row of await pairedStudents(db).where('students.id', 'in', ids).execute())
      byId.set(row.id, row)
  }
  // A student may have been removed by an undo since the pairs were found.
  return pairs.flatMap(({ first, second, answer }) => {
    const [one, other] = [byId.get(first), byId.get(second)]
    if (!one || !other) return []
    const said = answer && { answer: answer.answer, by: answer.by, at: answer.at }
    return { first: one, second: other, answer: said ?? null }
  })
}

async function findPairs(db: Db): Promise<Pair[]> {
  const birthdays = createBirthdays<Read & { name: string }>()
  const answerTo = await readAnswers(db)
  const numbers = await readNumbers(db)
  const pairs: Pair[] = []
  let open = 0
  for await (const students of everyStudent(db))
    for await (const student of withYields(students)) {
      const [name = ''] = student.search.split('\n')
      if (name === ANONYMOUS_NAME) continue
      const named = { ...student, name, admission_no: numbers.get(student.id) ?? null }
      const compared = comparedStudent(named, named)
      for (const other of birthdays.like(compared)) {
        const answer = answerTo(other, compared.of)
        if (!answer && open === DUPLICATES_MAX) continue
        if (!answer) open += 1
        const { id: first, search: order } = other
        pairs.push({ first, second: student.id, order, answer })
      }
      birthdays.add(compared)
    }
  return pairs.toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.second - b.second))
}

/** The admission numbers, which the covering index does not contain. */
async function readNumbers(db: Db): Promise<Map<number, string | null>> {
  const numbers = new Map<number, string | null>()
  const numbered = db
    .selectFrom('students')
    .select(['id', 'admission_no'])
    .where('admission_no', 'is not', null)
  for await (const { id, admission_no } of rowsOf(numbered)) numbers.set(id, admission_no)
  return numbers
}

type Read = { id: number; dob: string | null; search: string; school_id: number }

/** First those whose date of birth is unknown, because comparing with a date does not find them. */
async function* everyStudent(db: Db): AsyncGenerator<Read[]> {
  const students = db.selectFrom('students').select(['id', 'dob', 'search', 'school_id']).limit(SLICE)
  const undated = students.where('dob', 'is', null).orderBy('id')
  yield* pagesOf(SLICE, { id: 0 }, ({ id }) => undated.where('id', '>', id).execute())
  const dated = students.orderBy('dob').orderBy('id')
  const first: Pick<Read, 'dob' | 'id'> = { dob: '', id: 0 }
  yield* pagesOf(SLICE, first, ({ dob, id }) =>
    dated.where(sql<boolean>`(dob, id) > (${dob}, ${id})`).execute(),
  )
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
