import type { Kysely } from 'kysely'
import { curriculumNames, gradesOf } from '#contract/curricula.ts'
import type { Tables } from '../database/tables.ts'

/** The level of a report card without a mean that gives no overall level: the levels of its subjects are counted. */
export const COUNTED = ''

const order = new Map(curriculumNames.flatMap(gradesOf).map((grade, place) => [grade, place]))
const placeOf = ({ grade }: { grade: string }) => order.get(grade) ?? 0

/** Counts the levels of the report cards in a slice that ask for it, by their ids: `1 EE2, 4 ME1, 2 AE1`. */
export async function countLevels(
  db: Kysely<Tables>,
  slice: { id: number; level: string | null }[],
): Promise<ReadonlyMap<number, string>> {
  const ids = slice.flatMap(({ id, level }) => (level === COUNTED ? id : []))
  if (ids.length === 0) return new Map()
  const counts = await db
    .selectFrom('marks')
    .select((eb) => ['report_id', 'grade', eb.fn.countAll<number>().as('count')])
    // By their ids: PostgreSQL would read all marks to find those of a range of students.
    .where('report_id', 'in', ids)
    .groupBy(['report_id', 'grade'])
    .execute()
  return new Map(
    [...Map.groupBy(counts, ({ report_id }) => report_id)].map(([id, own]) => [
      id,
      own
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map(({ grade, count }) => `${count} ${grade}`)
        .join(', '),
    ]),
  )
}
