import { setImmediate as endOfTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { lookupName } from '#contract/lookups.ts'
import { compiled, slot } from '../database/compiled.ts'
import type { Tables } from '../database/tables.ts'
import { listLookups } from '../lookups/lookupQueries.ts'
import { type AnnualRow, annualRows, type TermAmount } from './annualRows.ts'

type Db = Kysely<Tables>

/** So many students at a time, with the others' turns in between. */
const SLICE = 250

/** What is told of each term by which records. A mean with X or Y is none. */
const sources = {
  reports: sql<number | null>`case when grade in ('X', 'Y') then null else mark end`,
  receipts: sql<number | null>`total`,
}

type Last = { own_id: number; search_all: string }
type Found = Last & (TermAmount | { term_id: null })

/** A year of all students, term by term, by the students' names. */
export function annualReader(db: Db, table: keyof typeof sources) {
  const readSlice = compiled(db, sliceOf(db, table))

  return async (year: number): Promise<{ rows: AnnualRow[]; terms: { id: number; term_name: string }[] }> => {
    const { data: lookups } = await listLookups(db, 'terms', {})
    const terms = lookups.map((term) => ({ id: term.id, term_name: lookupName('terms', term) }))
    const rows: AnnualRow[] = []
    let after: Last | undefined = { own_id: 0, search_all: '' }
    while (after) {
      const { own_id, search_all }: Last = after
      const found: Found[] = await readSlice({ year, after_name: search_all, after_id: own_id })
      for (const row of annualRows(found.filter(hasRecord), terms)) rows.push(row)
      after = found.at(-1)
      if (after) await endOfTurn()
    }
    return { rows, terms }
  }
}

/** Every student of the slice is there, with a record or without: the next slice begins after the last. */
function sliceOf(db: Db, table: keyof typeof sources) {
  const students = db
    .selectFrom('students')
    .select(['id', 'name', 'search_all'])
    .where(sql<boolean>`(search_all, id) > (${slot('after_name')}, ${slot('after_id')})`)
    .orderBy('search_all')
    .orderBy('id')
    .limit(SLICE)
  const records = db
    .selectFrom(table)
    .select(['id', 'student_id', 'school_id', 'class_id', 'term_id', sources[table].as('amount')])
    .where('year_id', '=', slot<number>('year'))
  return db
    .selectFrom(students.as('own'))
    .leftJoin(records.as('record'), 'record.student_id', 'own.id')
    .leftJoin('schools', 'schools.id', 'record.school_id')
    .leftJoin('classes', 'classes.id', 'record.class_id')
    .select([
      'own.id as own_id',
      'own.search_all',
      'own.id as student_id',
      'own.name as student',
      'record.id',
      'record.school_id',
      'schools.school',
      'class_name as class',
      'record.term_id',
      'record.amount',
    ])
    .orderBy('own.search_all')
    .orderBy('own.id')
    .$castTo<Found>()
}

const hasRecord = (row: Found): row is Last & TermAmount => row.term_id !== null
