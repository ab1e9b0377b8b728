import { type RawBuilder, sql } from 'kysely'
import {
  curriculaWithoutMean,
  type CurriculumName,
  gradesOf,
  unmarkedGrades,
} from '#contract/records/curricula.ts'
import type { LongListQuery } from '#contract/base/lists.ts'
import { lookupName } from '#contract/lookups.ts'
import type { AnnualSums } from '#contract/records/records.ts'
import { beside, LongAnswer } from '../base/LongAnswer.ts'
import { yieldToRequests } from '../base/yieldToRequests.ts'
import type { Db } from '../database/connect.ts'
import { createList, isAnyOf, isNamed, lineContains, type Search, searchOf } from '../database/lists.ts'
import { listLookups } from '../lookups/lookupQueries.ts'
import { annualLedger } from './annualLedger.ts'

type Term = { id: number; term_name: string }
type AnnualRow<Line> = { student_id: number; student: string; class: string; schools: Line[] }
type Named = { id: number; name: string }
type Kind = keyof typeof amountIn
type Year = number | RawBuilder<number>

const listed = (words: readonly string[]) => sql.join(words.map((word) => sql.lit(word)))
const unmarked = listed(unmarkedGrades)
const withoutMean = listed(curriculaWithoutMean)

/** The amount of each kind of record; null if the mean grade is X or Y, or there is no mean. */
const amountIn = {
  reports: sql<number | null>`case when grade in (${unmarked}) then null else mark end`,
  receipts: sql<number | null>`total`,
}

/** Reads a year of all students who have a record of it, term by term, sorted by the students' names. */
export function annualReader<Line>(
  db: Db,
  table: Kind,
  lineOf: (school: string, amounts: (number | null)[], levels?: (string | null)[]) => Line,
) {
  const list = createList<'student', Named, { year: number }, AnnualRow<Line>>(db, {
    orders: { student: ['students.search_all'] },
    id: 'students.id',
    from: (own) => db.selectFrom('students').where(hasRecord(table, own('year'))),
    isFound,
    rows: () => db.selectFrom('students').select(['students.id', 'name']),
    complete: (students, { year }) => withAmounts(students, year),
    all: (own) => db.selectFrom(studentsOf(db, table, own('year')).as('student')),
  })

  return async ({ year, ...asked }: LongListQuery & { year: number }) => {
    const terms = await readTerms(db)
    const answer = await list(asked, { year })
    const isPage = !(answer instanceof LongAnswer) && !answer.meta.whole
    return beside(answer, {
      terms,
      ...(isPage && { sums: await readSums(db, table, year, terms, asked.search) }),
    })
  }

  async function withAmounts(students: Named[], year: number): Promise<AnnualRow<Line>[]> {
    const ledger = annualLedger(await readTerms(db))
    const ids = students.map(({ id }) => id)
    const amounts = await amountsOf(db, table, year, ids).execute()
    const levels = new Map<number, string>()
    if (amounts.some(({ amount }) => amount === null))
      for (const { id, curriculum, overall_level, grades } of await levelsOf(db, year, ids).execute())
        levels.set(id, overall_level ?? countLevels(curriculum, grades ?? ''))
    for (const row of amounts) ledger.add(row, levels.get(row.id))

    const schools = namesById(await db.selectFrom('schools').select(['id', 'school as name']).execute())
    const classes = namesById(await db.selectFrom('classes').select(['id', 'class_name as name']).execute())
    return students.flatMap(({ id: student_id, name: student }) => {
      const own = ledger.yearOf(student_id)
      // The last record may have been removed since the students were read.
      if (!own) return []
      const lines = own.lines.map((line) =>
        lineOf(schools.get(line.school_id) ?? '', line.amounts, line.levels),
      )
      return { student_id, student, class: classes.get(own.class_id) ?? '', schools: lines }
    })
  }
}

async function readTerms(db: Db): Promise<Term[]> {
  const { data } = await listLookups(db, 'terms', {})
  return data.map((term) => ({ id: term.id, term_name: lookupName('terms', term) }))
}

const hasRecord = (table: Kind, year: Year) =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} as record
    where record.student_id = students.id and record.year_id = ${year})`

/** By the student's name, the first line of the folded text. */
const isFound = (search: Search) =>
  sql<boolean>`(${lineContains('students.search', 1, search)} or ${isNamed('students.search', search)})`

const amountsOf = (db: Db, table: Kind, year: number, students: number[]) =>
  db
    .selectFrom(table)
    .select(['id', 'student_id', 'term_id', 'school_id', 'class_id'])
    .select(amountIn[table].as('amount'))
    .where('year_id', '=', year)
    .where(isAnyOf(db, sql`student_id`, students))

/**
 * The levels of some students' report cards without a mean. Read separately to keep the main query narrow.
 * The marks are looked up for each report card, because a join makes PostgreSQL read all marks.
 */
const levelsOf = (db: Db, year: number, students: number[]) =>
  db
    .selectFrom('reports')
    .select(['id', 'curriculum', 'overall_level'])
    .select(
      sql<string | null>`case when overall_level is null then
        (select string_agg(marks.grade, ' ') from marks where report_id = reports.id) end`.as('grades'),
    )
    .where('year_id', '=', year)
    .where(isAnyOf(db, sql`student_id`, students))
    .where(sql<boolean>`curriculum in (${withoutMean})`)

/** Counts the subjects of each level, the best first, from grades separated by blanks: `1 EE2, 4 ME1, 2 AE1`. */
export function countLevels(curriculum: CurriculumName, grades: string): string {
  const counts = new Map<string, number>()
  for (const grade of grades.split(' ')) counts.set(grade, (counts.get(grade) ?? 0) + 1)
  return gradesOf(curriculum)
    .flatMap((grade) => (counts.has(grade) ? `${counts.get(grade)} ${grade}` : []))
    .join(', ')
}

/** The students who have a record of a year, from an index alone. */
const studentsOf = (db: Db, table: Kind, year: Year) =>
  db
    .selectFrom(table)
    .select('student_id')
    .distinct()
    .where(sql<boolean>`year_id = ${year}`)

/** Ids of students per query: more would block the event loop. */
const SLICE = 10_000

/** The number and the sum of the amounts of each term, of the students whom a search finds. */
async function readSums(
  db: Db,
  table: Kind,
  year: number,
  terms: Term[],
  search: string | undefined,
): Promise<AnnualSums> {
  const wanted = searchOf(search ?? '')
  const sums = new Map(terms.map(({ id }) => [id, { count: 0, sum: 0 }]))
  let leveled = 0
  const { last } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max<number | null>('student_id').as('last'))
    .where('year_id', '=', year)
    .executeTakeFirstOrThrow()
  for (let after = 0; after < (last ?? 0); after += SLICE) {
    const slice = sliceOf(after)
    const found = await slice
      .select(['term_id', sql<number>`count(${amountIn[table]})`.as('count')])
      .select(sql<number>`coalesce(sum(${amountIn[table]}), 0)`.as('sum'))
      .groupBy('term_id')
      .execute()
    for (const { term_id, count, sum } of found) {
      const known = sums.get(term_id)
      if (known) Object.assign(known, { count: known.count + count, sum: known.sum + sum })
    }
    if (table === 'reports') leveled += await countLeveled(slice)
    await yieldToRequests()
  }
  return { leveled, terms: terms.map(({ id }) => sums.get(id) ?? { count: 0, sum: 0 }) }

  function sliceOf(after: number) {
    const students = db
      .selectFrom('students')
      .select('students.id')
      .where('students.id', '>', after)
      .where('students.id', '<=', after + SLICE)
    return db
      .selectFrom(table)
      .where('year_id', '=', year)
      .where('student_id', '>', after)
      .where('student_id', '<=', after + SLICE)
      .$if(wanted !== undefined, (some) =>
        some.where('student_id', 'in', students.where(isFound(wanted as Search))),
      )
  }

  /** The number of students who have levels, and no mean. */
  async function countLeveled(slice: ReturnType<typeof sliceOf>): Promise<number> {
    const of = slice.select('student_id').groupBy('student_id')
      .having(sql<boolean>`count(${amountIn.reports}) = 0 and max(case when curriculum in (${withoutMean})
        and (overall_level is not null or exists (select 1 from marks where report_id = reports.id))
        then 1 else 0 end) = 1`)
    const { students } = await db
      .selectFrom(of.as('student'))
      .select((eb) => eb.fn.countAll<number>().as('students'))
      .executeTakeFirstOrThrow()
    return students
  }
}

const namesById = (rows: Named[]) => new Map(rows.map(({ id, name }) => [id, name]))
