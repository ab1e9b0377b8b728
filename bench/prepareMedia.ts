import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import { connect } from '../server/database/connect.ts'
import type { BenchData } from './prepareData.ts'
import { fillStudents } from './prepareStudents.ts'

const STUDENTS = 2_000
const MEDIA = 20_000
/** How many belong to the student whose gallery is asked for. */
const OWN = 200
/** Few enough for the parameters of one statement on either engine. */
const BATCH = 500
const FIRST = Date.parse('2023-01-09T06:00:00.000Z')
const HOUR = 3_600_000

export type MediaData = BenchData & {
  /** The student with OWN pictures and films. */
  student: number
  /** Other active students, whose galleries the cases may add to. */
  active: number[]
}

let prepared: Promise<MediaData> | undefined

/** Measures on the galleries of 2,000 students: 20,000 pictures and films, of which one has 200. */
export async function withMedia<Result>(measure: (data: MediaData) => Promise<Result>): Promise<Result> {
  prepared ??= prepareMedia()
  return measure(await prepared)
}

export async function removeMedia(): Promise<void> {
  if (prepared) rmSync((await prepared).dataDir, { recursive: true })
}

async function prepareMedia(): Promise<MediaData> {
  const dataDir = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
  return { dataDir, ...(await fillMedia({ dataDir, databaseUrl: undefined })) }
}

/** Inserts in chronological order, so that the rows of one student are scattered, as in real use. */
export async function fillMedia(where: Parameters<typeof connect>[0]): Promise<Omit<MediaData, 'dataDir'>> {
  await fillStudents(where, STUDENTS)
  const { db } = await connect(where)
  const rows = await db
    .selectFrom('students')
    .select('id')
    .where('status', '=', STUDENT_ACTIVE)
    .orderBy('id')
    .execute()
  const [student = 0, ...active] = rows.map(({ id }) => id)
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < MEDIA; from += BATCH) {
      const media = Array.from({ length: BATCH }, (_, index) => inventMedia(from + index, student))
      const files = await trx
        .insertInto('files')
        .values(media.map(({ file }) => file))
        .returning(['id', 'sha256'])
        .execute()
      const ids = new Map(files.map(({ id, sha256 }) => [sha256, id]))
      await trx
        .insertInto('media')
        .values(media.map(({ row }) => Object.assign(row, { file_id: ids.get(row.sha256) ?? 0 })))
        .execute()
    }
  })
  await sql.raw('analyze').execute(db)
  await db.destroy()
  return { student, active }
}

/** No file is written, because the measured calls read no bytes. */
function inventMedia(index: number, student: number) {
  const isFilm = index % 7 === 0
  const student_id =
    index % (MEDIA / OWN) === 0 ? student : student + 1 + ((index * 7_919) % (STUDENTS - student))
  const common = {
    student_id,
    sha256: index.toString(16).padStart(64, '0'),
    created_at: new Date(FIRST + index * HOUR).toISOString(),
    created_by: 1,
  }
  const [type, name] = isFilm ? ['video/mp4', 'film.mp4'] : ['image/webp', 'photo.webp']
  const keys = { key: `key-${index}`, medium_key: `medium-${index}`, thumb_key: `thumb-${index}` }
  return {
    file: { ...common, ...keys, purpose: 'media' as const, type, name, bytes: 500_000 },
    row: {
      ...common,
      title: `Sports day ${index}`,
      description: 'Third place in the 800 metres, with the whole dormitory cheering.',
      width: 1600,
      height: index % 3 === 0 ? 2133 : 1067,
      duration_ms: isFilm ? 24_000 + (index % 60) * 1_000 : null,
      updated_at: common.created_at,
      updated_by: 1,
    },
  }
}
