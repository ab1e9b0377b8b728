import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '../server/database/connect.ts'
import { drawPdf } from '../fixtures/drawPdf.ts'
import type { BenchData } from './prepareData.ts'
import { fillStudents } from './prepareStudents.ts'

export const SUPPORTERS = 2_000
/** Each supporter has two students. */
const STUDENTS = 2 * SUPPORTERS
const KEY = 'a'.repeat(50)

export type NotificationsData = BenchData & { year_id: number; term_id: number }

/** Measures on a term of 4,000 students, each with an approved report and receipt, of 2,000 supporters. */
export async function withNotifications<Result>(
  databaseUrl: string | undefined,
  measure: (data: NotificationsData) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
  try {
    return await measure({ dataDir, ...(await fillNotifications({ dataDir, databaseUrl })) })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

async function fillNotifications(
  where: Parameters<typeof connect>[0],
): Promise<Omit<NotificationsData, 'dataDir'>> {
  await fillStudents(where, STUDENTS)
  const folder = join(where.dataDir, 'files', KEY.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  const paper = drawPdf([{ text: 'Report card', x: 60, y: 60, size: 18 }])
  writeFileSync(join(folder, KEY), paper)

  const { db } = await connect(where)
  await db.transaction().execute(async (trx) => {
    for (const statement of statements(paper.length)) await sql.raw(statement).execute(trx)
  })
  await sql.raw('analyze').execute(db)
  const time = await db
    .selectFrom('reports')
    .select(['year_id', 'term_id'])
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.destroy()
  return time
}

const AT = "'2026-05-04T06:00:00.000Z'"
const common =
  'student_id, year_id, term_id, class_id, school_id, file_id, liaison_comment, status, version, created_at, created_by, updated_at, entered_by, verified_by'
const approved = `
  students.id, (select min(id) from years), (select min(id) from terms), 1, school_id,
  (select id from files where key = '${KEY}'), 'Visited at school and spoke with the class teacher.', 1, 2,
  ${AT}, liaison_id, ${AT}, liaison_id, 1`

/** All records share one PDF, which the server reads again for each letter. */
const statements = (bytes: number) => [
  `insert into users (first_name, last_name, email, role_id, status, search, created_at, updated_at)
    select 'Supporter', 'Number ' || id, 'supporter' || id || '@bench.test', 5, 2, 'supporter ' || id, ${AT}, ${AT}
    from students where id <= ${SUPPORTERS}`,
  `update students set supporter_id =
    (select id from users where email = 'supporter' || ((students.id - 1) / 2 + 1) || '@bench.test')`,
  `insert into files (purpose, student_id, type, name, bytes, sha256, key, created_at, created_by)
    values ('report', 1, 'application/pdf', 'report.pdf', ${bytes}, 'none', '${KEY}', ${AT}, 1)`,
  `insert into reports (${common}, grade, mark, teacher_comment, action_plan, psychosocial)
    select ${approved}, 'B-', 613, 'Good effort. Revise the past papers over the holidays.',
      'Two remedial lessons a week.', 'Settled in the dormitory and has made friends.' from students order by students.id`,
  `insert into receipts (${common}, total) select ${approved}, 2224400 from students order by students.id`,
  `insert into items (receipt_id, place, category, item, cost)
    select id, 0, 'Tuition Fees', 'Term tuition', total from receipts order by id`,
]
