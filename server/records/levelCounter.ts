import { type Kysely, sql } from 'kysely'
import { curriculaWithoutMean, curriculumNames, gradesOf } from '#contract/curricula.ts'
import { type Placeholders, prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'

type Db = Kysely<Tables>

/** The level of a report card without a mean that gives no overall level: the levels of its subjects are counted. */
export const COUNTED = ''

type Slice = { id: number; student_id: number; term_id: number; level: string | null }[]
const noLevels: ReadonlyMap<number, string> = new Map()

/** Counts the levels of the report cards in a slice that ask for it, by their ids: `1 EE2, 4 ME1, 2 AE1`. */
export function levelCounter(db: Db) {
  const order = new Map(curriculumNames.flatMap(gradesOf).map((grade, place) => [grade, place]))
  const placeOf = ({ grade }: { grade: string }) => order.get(grade) ?? 0
  const read = prepared(
    db,
    (value: Placeholders<Record<'year' | 'from' | 'from_term' | 'to' | 'to_term', number>>) =>
      db
        .selectFrom('reports')
        .innerJoin('marks', 'marks.report_id', 'reports.id')
        .select((eb) => ['report_id', 'marks.grade', eb.fn.countAll<number>().as('count')])
        .where('year_id', '=', value('year'))
        .where(sql<boolean>`(student_id, term_id) >= (${value('from')}, ${value('from_term')})`)
        .where(sql<boolean>`(student_id, term_id) <= (${value('to')}, ${value('to_term')})`)
        .where('curriculum', 'in', curriculaWithoutMean)
        .where('overall_level', 'is', null)
        .groupBy(['report_id', 'marks.grade']),
  )
  return async (year: number, slice: Slice): Promise<ReadonlyMap<number, string>> => {
    const [first] = slice
    const last = slice.at(-1)
    if (!first || !last || !slice.some(({ level }) => level === COUNTED)) return noLevels
    const counts = await read({
      year,
      from: first.student_id,
      from_term: first.term_id,
      to: last.student_id,
      to_term: last.term_id,
    })
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
}
