import { ANONYMOUS } from '#contract/privacy/erasure.ts'
import type { LikeStudent } from '#contract/students/duplicates.ts'
import { withYields } from '../../base/yieldToRequests.ts'
import type { Trx } from '../../database/history.ts'
import { inBatches, mapInBatches } from '../../database/inBatches.ts'
import { takeAdvisoryLock } from '../../database/lockRow.ts'
import { readAnswers } from './duplicateAnswers.ts'
import { comparedStudent, createBirthdays, likeStudents, readCandidates } from './similarStudents.ts'

/** What decides whether two students may be the same child. */
export const comparedFields = ['name', 'dob', 'school_id', 'admission_no'] as const

/**
 * Stores again who may be the same child as these students, after their names, dates of birth, schools or admission numbers
 * were saved. Misspelt names have no key in common, by which a query could find the pairs. Must be the last step of a
 * transaction: other transactions wait for its lock, and would otherwise not see each other's students.
 */
export async function storePairs(trx: Trx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await takeAdvisoryLock(trx, 'duplicates')
  for await (const some of inBatches(ids))
    await trx
      .deleteFrom('duplicate_pairs')
      .where((eb) => eb.or([eb('first_id', 'in', some), eb('second_id', 'in', some)]))
      .execute()
  for await (const pairs of inBatches(await findPairs(trx, ids), PAIRS_AT_ONCE)) {
    const answerTo = await readAnswers(trx, [...new Set(pairs.flat().map(({ id }) => id))])
    const rows = pairs.map(([first, second]) => ({
      first_id: first.id,
      second_id: second.id,
      search: first.search,
      state: answerTo(first, second)?.answer ?? ('open' as const),
    }))
    await trx.insertInto('duplicate_pairs').values(rows).execute()
  }
}

/** Few, because their answers are found by the ids of both students. */
const PAIRS_AT_ONCE = 200

type Searched = LikeStudent & { search: string }

async function findPairs(trx: Trx, ids: number[]): Promise<[Searched, Searched][]> {
  const students = await mapInBatches(ids, (some) =>
    candidates(trx).where('students.id', 'in', some).orderBy('students.id').execute(),
  )
  const saved = new Set(ids)
  const birthdays = createBirthdays<Searched>()
  for await (const student of withYields(await candidatesFor(trx, students)))
    if (!saved.has(student.id) && student.name !== ANONYMOUS) birthdays.add(comparedStudent(student, student))
  const found: [Searched, Searched][] = []
  for await (const student of withYields(students)) {
    const compared = comparedStudent(student, student)
    for (const other of birthdays.like(compared)) found.push(inOrder(student, other))
    birthdays.add(compared)
  }
  return found
}

const candidates = (trx: Trx) => likeStudents(trx).select('students.search')

function candidatesFor(trx: Trx, students: Searched[]): Promise<Searched[]> {
  const schoolsOf = (some: Searched[]) => [...new Set(some.map(({ school_id }) => school_id))]
  return readCandidates(trx, candidates(trx), {
    days: students.flatMap(({ dob }) => dob ?? []),
    schools: schoolsOf(students),
    schoolsOfUndated: schoolsOf(students.filter(({ dob }) => dob === null)),
    numbered: students,
  })
}

/** First the one without a date of birth, or with the earlier one, or the one added first. */
function inOrder<Student extends Searched>(one: Student, other: Student): [Student, Student] {
  const [dob, others] = [one.dob ?? '', other.dob ?? '']
  const isFirst = dob === others ? one.id < other.id : dob < others
  return isFirst ? [one, other] : [other, one]
}
