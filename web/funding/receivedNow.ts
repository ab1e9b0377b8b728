import { fetchPromises } from '../students/promises/promiseApi.ts'
import { sumOf } from '../ui/amounts.ts'
import type { Promised } from './renewalWords.ts'

/** These promises with what is received by now, also of those that are no longer late. */
export async function receivedNow(promises: Promised[], year_id: number): Promise<Promised[]> {
  const students = [...new Set(promises.map(({ student_id }) => student_id))]
  const answers = await Promise.all(students.map((student) => fetchPromises(student)))
  const stored = new Map(answers.flatMap(({ data }) => data.map((promise) => [promise.id, promise])))
  return promises.map((promise) => {
    const received = stored.get(promise.commitment_id)?.received ?? []
    const ofTerm = received.filter((each) => each.year_id === year_id && each.term_id === promise.term_id)
    return { ...promise, received: sumOf(ofTerm.map(({ amount }) => amount)) }
  })
}
