import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '../server/database/connect.ts'
import type { BenchData } from './prepareData.ts'
import { fillStudents, SMALL } from './prepareStudents.ts'

/** The years that have records. The empty years after them are for measuring the saving of reports. */
const YEARS = [2023, 2024, 2025, 2026]
const EMPTY_YEARS = [2027, 2028, 2029, 2030]
const LATEST = '2026'
/** Marks in each report. */
export const MARKS = 9

export type RecordData = BenchData & {
  latestYear: number
  emptyYears: number[]
}

let prepared: Promise<RecordData> | undefined

/** Measures on four whole years of 10,000 students: 120,000 reports with 1,080,000 marks, and as many receipts. */
export async function withRecords<Result>(measure: (data: RecordData) => Promise<Result>): Promise<Result> {
  prepared ??= prepareRecords()
  return measure(await prepared)
}

export async function removeRecords(): Promise<void> {
  if (prepared) rmSync((await prepared).dataDir, { recursive: true })
}

async function prepareRecords(): Promise<RecordData> {
  const dataDir = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
  return { dataDir, ...(await fillRecords({ dataDir, databaseUrl: undefined })) }
}

/** Inserts in chronological order, so that the rows of one student are scattered, as in real use. */
export async function fillRecords(
  where: Parameters<typeof connect>[0],
): Promise<Omit<RecordData, 'dataDir'>> {
  await fillStudents(where, SMALL)
  const { db } = await connect(where)
  const present = await db.selectFrom('years').select('year_name').execute()
  const missing = [...YEARS, ...EMPTY_YEARS]
    .map(String)
    .filter((name) => !present.some(({ year_name }) => year_name === name))
  await db
    .insertInto('years')
    .values(missing.map((year_name) => ({ year_name, folded: year_name })))
    .execute()
  await db.transaction().execute(async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  })
  await sql.raw('analyze').execute(db)
  const years = await db.selectFrom('years').selectAll().orderBy('year_name').execute()
  await db.destroy()
  return {
    latestYear: years.find(({ year_name }) => year_name === LATEST)?.id ?? 0,
    emptyYears: years.filter(({ year_name }) => Number(year_name) > Number(LATEST)).map(({ id }) => id),
  }
}

const common =
  'student_id, year_id, term_id, class_id, school_id, file_id, liaison_comment, status, version, created_at, created_by, updated_at, entered_by, verified_by'
const AT = "'2026-05-04T06:00:00.000Z'"
/** Every third student is of CBE: levels, no mean, and an overall level or marks only every other time. */
const isCbe = process.env['BENCH_CBE'] === 'none' ? 'false' : 'students.id % 3 = 0'
const termly = `
  students.id, years.id, terms.id,
  case when ${isCbe} then (select id from classes where class_name = 'Grade 10')
    else (years.id + students.id) % 4 + 1 end,
  school_id, 1,
  'Visited at school and spoke with the class teacher.', 1, 2, ${AT}, liaison_id, ${AT}, liaison_id, 1`
const inOrder = `
  from students cross join years cross join terms where year_name in (${YEARS.map((year) => `'${year}'`).join()})
  order by year_name, terms.id, students.id`

/** All records share one PDF, because the measured calls read only its id. */
const statements = [
  `insert into files (purpose, student_id, type, name, bytes, sha256, key, created_at, created_by)
    values ('report', 1, 'application/pdf', 'report.pdf', 1, 'none', '${'0'.repeat(50)}', ${AT}, 1)`,
  `insert into reports
      (${common}, curriculum, grade, mark, overall_level, teacher_comment, action_plan, psychosocial)
    select ${termly},
      case when ${isCbe} then 'CBE' else '8-4-4' end,
      case when ${isCbe} then null else 'B-' end,
      case when ${isCbe} then null else 300 + (students.id * 7 + terms.id * 31) % 600 end,
      case when ${isCbe} and students.id % 2 = 0 then 'ME2' end,
      'Good effort. Revise the past papers over the holidays.', 'Two remedial lessons a week.',
      'Settled in the dormitory and has made friends.' ${inOrder}`,
  `insert into marks (report_id, place, subject_id, grade, mark)
    select reports.id, subjects.id - 1, subjects.id,
      case when curriculum = 'CBE' then 'ME1' else 'B-' end,
      case when curriculum = 'CBE' and subjects.id % 2 = 0 then null
        else 200 + (reports.id * 13 + subjects.id * 97) % 800 end
    from reports cross join subjects where subjects.id <= ${MARKS} order by reports.id, subjects.id`,
  `insert into receipts (${common}, total)
    select ${termly}, 3 * (100000 + students.id) ${inOrder}`,
  `insert into items (receipt_id, place, category, item, cost)
    select receipts.id, terms.id - 1, 'Tuition Fees', 'Term tuition', receipts.total / 3
    from receipts cross join terms order by receipts.id, terms.id`,
]
