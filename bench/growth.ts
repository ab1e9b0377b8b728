/** `npx node bench/growth.ts`: what ten years of a charity of 1,000 students take, in the database and in files. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import sharp from 'sharp'
import { DEFAULT_CURRICULUM } from '#contract/curricula.ts'
import { connect } from '../server/database/connect.ts'
import type { Tables } from '../server/database/tables.ts'
import { makeImages } from '../server/files/makeImages.ts'
import { sizes } from '../server/files/images.ts'
import { progressLetter } from '../server/notifications/send/progressLetter.ts'
import { onPostgres } from './onPostgres.ts'
import { fillStudents } from './prepareStudents.ts'

const STUDENTS = 1_000
const YEARS = Array.from({ length: 10 }, (_, index) => String(2017 + index))
const PDF_BYTES = 300_000
const AT = "'2026-05-04T06:00:00.000Z'"
/** Texts of the lengths that they have in the demo. */
const long = (length: number) =>
  `'${'Settled in the dormitory, and reads aloud. '.repeat(20).slice(0, length)}'`
const changes = (length: number) => `'{"grade":[null,"${'x'.repeat(length - 19)}"]}'`

/** Files have a key and a hash of their own, as long as those of Elimu. */
const keyOf = (kind: string, more = '') =>
  `'${kind.padEnd(30, '.')}' || (1000000 + students.id) || '-' || (1000 + years.id)${more}`
const ofTerm = (kind: string) => keyOf(kind, " || '-' || terms.id")
const inYears = 'students cross join inserted_years as years'
const inTerms = `${inYears} cross join terms`

const files = (purpose: string, key: string, from: string, type = 'application/pdf') => `
  insert into files (purpose, student_id, type, name, bytes, sha256, key, created_at, created_by)
  select '${purpose}', students.id, '${type}', 'Term paper.pdf', ${PDF_BYTES}, ${key} || '${'0'.repeat(21)}', ${key},
    ${AT}, liaison_id from ${from} order by years.id, students.id`

const record = `student_id, year_id, term_id, class_id, school_id, file_id, liaison_comment, status, version,
  created_at, created_by, updated_at, entered_by, verified_by`
const recordOf = (key: string) => `students.id, years.id, terms.id, 1, school_id,
  (select id from files where key = ${key}), ${long(70)}, 2, 3, ${AT}, liaison_id, ${AT}, liaison_id, 1`

const receipts = (kind: string, which: string) => [
  files('receipt', ofTerm(kind), `${inTerms} where ${which}`),
  `insert into receipts (${record}, total) select ${recordOf(ofTerm(kind))}, 2224400
   from ${inTerms} where ${which} order by years.id, terms.id, students.id`,
]

const history = (entity: string, table: string, deeds: Record<string, number>) =>
  Object.entries(deeds).map(
    ([action, length]) => `insert into history (entity, entity_id, action, changes, user_id, at)
      select '${entity}', id, '${action}', ${changes(length)}, 1, ${AT} from ${table} order by id`,
  )

const statements = [
  // Few supporters have several students here, so that there are more letters than in most charities.
  `delete from users where id > 1 and id not in (select liaison_id from students)
    and id not in (select supporter_id from students where supporter_id is not null)`,
  `create temporary table inserted_years as select id from years where year_name <= '${YEARS.at(-1)}'`,

  files('report', ofTerm('report'), inTerms),
  `insert into reports (${record}, grade, mark, teacher_comment, action_plan, psychosocial)
    select ${recordOf(ofTerm('report'))}, 'B-', 613, ${long(80)}, ${long(50)}, ${long(50)}
    from ${inTerms} order by years.id, terms.id, students.id`,
  `insert into marks (report_id, place, subject_id, grade, mark)
    select reports.id, subjects.id - 1, subjects.id, 'B-', 600
    from reports cross join subjects where subjects.id <= 8 order by reports.id, subjects.id`,
  ...receipts('receipt', '1 = 1'),
  ...receipts('receipt again', '(students.id + terms.id) % 2 = 0'),
  `insert into items (receipt_id, place, category, item, cost)
    select receipts.id, terms.id - 1, 'Tuition Fees', 'Term tuition and lunch', 741466
    from receipts cross join terms order by receipts.id, terms.id`,
  ...[1, 2].flatMap((type) => [
    files('document', keyOf(`document ${type}`), inYears),
    `insert into documents (student_id, year_id, type, file_id, updated_at, updated_by)
      select students.id, years.id, ${type}, (select id from files where key = ${keyOf(`document ${type}`)}), ${AT}, 1
      from ${inYears} order by years.id, students.id`,
  ]),
  files('picture', keyOf('picture'), inYears, 'image/webp'),
  ...[1, 2, 3, 4].flatMap((picture) => [
    files('media', keyOf(`media ${picture}`), inYears, 'image/webp'),
    `insert into media (student_id, title, description, file_id, sha256, width, height, created_at, created_by, updated_at, updated_by)
      select students.id, 'Sports day at school', ${long(50)}, (select id from files where key = ${keyOf(`media ${picture}`)}),
        ${keyOf(`media ${picture}`)} || '${'0'.repeat(21)}', 2048, 1536, ${AT}, 1, ${AT}, 1
      from ${inYears} order by years.id, students.id`,
  ]),

  ...history('report', 'reports', { added: 740, edited: 75, verified: 36, sent: 30 }),
  ...history('receipt', 'receipts', { added: 314, verified: 36, sent: 30 }),
  ...history('document', 'documents', { added: 100 }),
  ...history('media', 'media', { added: 157 }),
  ...history('student', "files where purpose = 'picture'", { 'changed picture': 74, edited: 74 }),

  `insert into letters (message_id, recipient, subject, text, html, state, attempts, created_at, next_attempt_at, tried_at,
      sent_at, answer, list_id)
    select '<00000000-0000-0000-0000-' || students.id || '-' || years.id || '-' || terms.id || '@bench.test>',
      'supporter' || students.id || '@bench.test', 'Progress Report', :text, :html, 'sent', 1, ${AT}, ${AT}, ${AT}, ${AT},
      '250 2.0.0 Ok: queued as 4XyZ', '<${'n'.repeat(20)}>'
    from ${inTerms} where supporter_id is not null order by years.id, terms.id, students.id`,
  `insert into notices (letter_id, supporter_id, year_id, term_id, sent_by)
    select letters.id, supporter_id, years.id, terms.id, 1 from ${inTerms} join letters on message_id =
      '<00000000-0000-0000-0000-' || students.id || '-' || years.id || '-' || terms.id || '@bench.test>'`,
  ...['report', 'receipt'].flatMap((kind) => {
    const told = `from notices join students on students.supporter_id = notices.supporter_id
      join ${kind}s as records on records.student_id = students.id and records.year_id = notices.year_id
        and records.term_id = notices.term_id join letters on letters.id = letter_id
        and recipient = 'supporter' || students.id || '@bench.test'`
    return [
      `insert into notice_items (letter_id, student_id, kind, record_id, version)
        select letter_id, students.id, '${kind}', records.id, 2 ${told}`,
      `insert into letter_files (letter_id, place, file_id, name)
        select letter_id, ${kind === 'report' ? '0' : 'records.id'}, file_id, ${long(47)} ${told}`,
    ]
  }),

  // What is swept: as much as 60 users leave at the end of a busy term.
  `insert into sessions (token_hash, user_id, created_at, seen_at)
    select '${'s'.repeat(37)}' || (100000 + id), 1, ${AT}, ${AT} from students where id <= 60`,
  `insert into attempts (key, count, expires_at)
    select 'sign-in account person' || id || '@bench.test', 1, ${AT} from students where id <= 200`,
  `insert into creations (user_id, key, request, answer, at)
    select 1, '${'k'.repeat(30)}' || (100000 + id), '${'r'.repeat(43)}', ${long(800)}, ${AT} from students where id <= 500`,
  `insert into drafts (user_id, key, content, version, saved_at)
    select 1, 'report-add-' || id, ${long(860)}, 12, ${AT} from students where id <= 300`,
]

async function fill(where: Parameters<typeof connect>[0]): Promise<void> {
  await fillStudents(where, STUDENTS)
  const { db } = await connect(where)
  const present = await db.selectFrom('years').select('year_name').execute()
  const missing = YEARS.filter((year) => !present.some(({ year_name }) => year_name === year))
  await db
    .insertInto('years')
    .values(missing.map((year_name) => ({ year_name, folded: year_name })))
    .execute()
  const { text, html } = letter()
  await db.transaction().execute(async (trx) => {
    for (const statement of statements) {
      const [begin = '', end] = statement.split(':text, :html')
      await (end ? sql`${sql.raw(begin)}${text}, ${html}${sql.raw(end)}` : sql.raw(statement)).execute(trx)
    }
  })
  await db.destroy()
}

/** The news of one student, as the demo has them. */
function letter() {
  const whole = { curriculum: DEFAULT_CURRICULUM, overall_level: null } as const
  const comments = { teacher_comment: long(80), liaison_comment: long(70) }
  const told = { ...whole, grade: 'B-', mark: 613, levels: [], ...comments }
  const before = { ...whole, grade: 'C+', mark: 588, year: '2025', term: 'Term 3' }
  const costs = ['Tuition Fees', 'Transport', 'Shopping'].map((category) => ({ category, cost: 741_466 }))
  const students = [{ name: 'Achieng Kamau Njeri', ref: 'EL-0412', report: { ...told, before }, costs }]
  const sender = { charity: 'Elimu', address: 'https://elimu.example.org', first_name: 'Samuel' }
  return progressLetter({ ...sender, year: '2026', term: 'Term 1', students, attached: 2, left: 0 })
}

type Sized = { name: string; bytes: number }

const sqliteSizes = sql<Sized>`
  select tbl_name as name, sum(pgsize) as bytes from dbstat join sqlite_master using (name) group by tbl_name`
const postgresSizes = sql<Sized>`
  select relname as name, pg_total_relation_size(oid) as bytes from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`

async function report(where: Parameters<typeof connect>[0]): Promise<void> {
  await fill(where)
  const { db, engine } = await connect(where)
  await sql.raw('vacuum').execute(db)
  const { rows } = await (engine === 'sqlite' ? sqliteSizes : postgresSizes).execute(db)
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`\n${engine}: ${mb(total)}`)
  for (const { name, bytes } of rows.toSorted((a, b) => b.bytes - a.bytes).slice(0, 14))
    console.log(
      `  ${name.padEnd(14)} ${mb(bytes).padStart(9)} ${String(await count(db, name)).padStart(9)} rows`,
    )
  if (engine === 'sqlite') await reportFiles(db)
  await db.destroy()
}

const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

async function count(db: Kysely<Tables>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** PDFs are assumed; pictures are a photograph of 12 megapixels, in the sizes in which they are kept. */
async function reportFiles(db: Kysely<Tables>): Promise<void> {
  const photo = join(tmpdir(), `elimu-growth-${process.pid}.jpg`)
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const grain = { width: 2000, height: 1500, channels: 3, background: '#888', noise } as const
  await sharp({ create: grain }).resize(4000, 3000).jpeg({ quality: 70 }).toFile(photo)
  const kept = async (all: Parameters<typeof makeImages>[1]) =>
    (await makeImages(photo, all)).images.reduce((sum, { length }) => sum + length, 0)
  const [page, gallery] = [await kept(sizes.page), await kept(sizes.gallery)]
  rmSync(photo)
  const bytesOf: Record<string, number> = { picture: page, media: gallery }
  const purposes = await db
    .selectFrom('files')
    .select((eb) => ['purpose', eb.fn.countAll<number>().as('count')])
    .groupBy('purpose')
    .execute()
  console.log('\nfiles:')
  for (const { purpose, count: number } of purposes) {
    const each = bytesOf[purpose] ?? PDF_BYTES
    console.log(`  ${purpose.padEnd(14)} ${number} of ${Math.round(each / 1000)} KB: ${mb(number * each)}`)
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'elimu-growth-'))
try {
  await report({ dataDir, databaseUrl: undefined })
  await onPostgres(dataDir, report, async () => {})
} finally {
  rmSync(dataDir, { recursive: true })
}
