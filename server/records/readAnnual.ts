import { sql } from 'kysely'
import {
  curriculaWithoutMean,
  type CurriculumName,
  gradesOf,
  unmarkedGrades,
} from '#contract/records/curricula.ts'
import { lookupName } from '#contract/lookups.ts'
import { type Placeholders, prepared } from '../database/prepared.ts'
import type { Db } from '../database/connect.ts'
import { pagesOf } from '../database/inBatches.ts'
import { listLookups } from '../lookups/lookupQueries.ts'
import { annualLedger } from './annualLedger.ts'

type Term = { id: number; term_name: string }
type AnnualRow<Line> = { student_id: number; student: string; class: string; schools: Line[] }
type Named = { id: number; name: string }
type AfterAmount = { year: number; student_id: number; term_id: number; id: number }
type OfStudents = { year: number; from: number; to: number }
type AfterStudent = { search_all: string; id: number }

/** Rows per query; other requests run in between. */
const SLICE = 250

const listed = (words: readonly string[]) => sql.join(words.map((word) => sql.lit(word)))
const unmarked = listed(unmarkedGrades)
const withoutMean = listed(curriculaWithoutMean)

/** The amount of each kind of record; null if the mean grade is X or Y, or there is no mean. */
const amountIn = {
  reports: sql<number | null>`case when grade in (${unmarked}) then null else mark end`,
  receipts: sql<number | null>`total`,
}

/**
 * Reads a year of all students, term by term, sorted by the students' names. Records and students are each read in the
 * order of an index and joined here: looking up the records of each student would take three times as long.
 */
export function annualReader<Line>(
  db: Db,
  table: keyof typeof amountIn,
  lineOf: (school: string, amounts: (number | null)[], levels?: (string | null)[]) => Line,
) {
  const readAmounts = prepared(db, (after: Placeholders<AfterAmount>) => amountsOf(db, table, after))
  const readLevels = prepared(db, (some: Placeholders<OfStudents>) => levelsOf(db, some))
  const readStudents = prepared(db, (after: Placeholders<AfterStudent>) => studentsInOrder(db, after))

  return async (year: number): Promise<{ data: AnnualRow<Line>[]; terms: Term[] }> => {
    const { data: lookups } = await listLookups(db, 'terms', {})
    const terms = lookups.map((term) => ({ id: term.id, term_name: lookupName('terms', term) }))
    const schools = namesById(await db.selectFrom('schools').select(['id', 'school as name']).execute())
    const classes = namesById(await db.selectFrom('classes').select(['id', 'class_name as name']).execute())

    const ledger = annualLedger(terms)
    const readNext = (after: Omit<AfterAmount, 'year'>) => readAmounts({ year, ...after })
    for await (const slice of pagesOf(SLICE, { student_id: 0, term_id: 0, id: 0 }, readNext)) {
      const levels = new Map<number, string>()
      if (slice.some(({ amount }) => amount === null)) {
        const [from = 0, to = 0] = [slice[0], slice.at(-1)].map((row) => row?.student_id)
        for (const { id, curriculum, overall_level, grades } of await readLevels({ year, from, to }))
          levels.set(id, overall_level ?? countLevels(curriculum, grades ?? ''))
      }
      for (const row of slice) ledger.add(row, levels.get(row.id))
    }

    const data: AnnualRow<Line>[] = []
    for await (const slice of pagesOf(SLICE, { search_all: '', id: 0 }, readStudents))
      for (const { id: student_id, name: student } of slice) {
        const own = ledger.yearOf(student_id)
        if (!own) continue
        const lines = own.lines.map(({ school_id, amounts, levels }) =>
          lineOf(schools.get(school_id) ?? '', amounts, levels),
        )
        data.push({ student_id, student, class: classes.get(own.class_id) ?? '', schools: lines })
      }
    return { data, terms }
  }
}

const amountsOf = (db: Db, table: keyof typeof amountIn, after: Placeholders<AfterAmount>) =>
  db
    .selectFrom(table)
    .select(['id', 'student_id', 'term_id', 'school_id', 'class_id'])
    .select(amountIn[table].as('amount'))
    .where('year_id', '=', after('year'))
    .where(
      sql<boolean>`(student_id, term_id, id) > (${after('student_id')}, ${after('term_id')}, ${after('id')})`,
    )
    .orderBy('student_id')
    .orderBy('term_id')
    .orderBy('id')
    .limit(SLICE)

/**
 * The levels of report cards without a mean, for some students. Read separately to keep the main query narrow.
 * The marks are looked up for each report card, because a join makes PostgreSQL read all marks.
 */
const levelsOf = (db: Db, some: Placeholders<OfStudents>) =>
  db
    .selectFrom('reports')
    .select(['id', 'curriculum', 'overall_level'])
    .select(
      sql<string | null>`case when overall_level is null then
        (select string_agg(marks.grade, ' ') from marks where report_id = reports.id) end`.as('grades'),
    )
    .where('year_id', '=', some('year'))
    .where('student_id', '>=', some('from'))
    .where('student_id', '<=', some('to'))
    .where(sql<boolean>`curriculum in (${withoutMean})`)

/** Counts the subjects of each level, the best first, from grades separated by blanks: `1 EE2, 4 ME1, 2 AE1`. */
export function countLevels(curriculum: CurriculumName, grades: string): string {
  const counts = new Map<string, number>()
  for (const grade of grades.split(' ')) counts.set(grade, (counts.get(grade) ?? 0) + 1)
  return gradesOf(curriculum)
    .flatMap((grade) => (counts.has(grade) ? `${counts.get(grade)} ${grade}` : []))
    .join(', ')
}

const studentsInOrder = (db: Db, after: Placeholders<AfterStudent>) =>
  db
    .selectFrom('students')
    .select(['id', 'name', 'search_all'])
    .where(sql<boolean>`(search_all, id) > (${after('search_all')}, ${after('id')})`)
    .orderBy('search_all')
    .orderBy('id')
    .limit(SLICE)

const namesById = (rows: Named[]) => new Map(rows.map(({ id, name }) => [id, name]))
