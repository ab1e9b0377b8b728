import type { Insertable, Kysely } from 'kysely'
import { curriculumOf } from '#contract/records/curricula.ts'
import { type Category, toCents } from '#contract/records/receipts.ts'
import { fold } from '#contract/base/lists.ts'
import { type LookupKind, lookups } from '#contract/lookups.ts'
import { toTenths } from '#contract/records/reportCards.ts'
import { mapInBatches } from '../../database/inBatches.ts'
import type { FilePurpose } from '../../database/tables/files.ts'
import type { Tables } from '../../database/tables.ts'
import { drawPdf } from '../../../fixtures/drawPdf.ts'
import type { Services } from '../../Services.ts'
import { storeFile } from '../files/storedFile.ts'

type Db = Kysely<Tables>
type Storing = Pick<Services, 'db' | 'files'>

type NewRecord = {
  student_id: number
  /** By name; a missing one is added. */
  year?: string
  term?: string
  class?: string
  /** By default the student's school. */
  school_id?: number
  status?: number
  remark?: string
  /** Who entered it last. */
  entered_by?: number
  updated_at?: string
  liaison_comment?: string
}

type NewReportCard = NewRecord &
  Partial<Pick<Tables['reports'], 'grade' | 'mark' | 'teacher_comment' | 'action_plan' | 'psychosocial'>> & {
    /** If the curriculum of the class has no mean. */
    overall_level?: string
    /** Subject, mark and grade. */
    marks?: [subject: string, mark: number | null, grade: string][]
  }

type NewReceipt = NewRecord & {
  items?: [category: Category, item: string, cost: number][]
  receipt_no?: string | null
}

const AT = '2026-05-04T06:00:00.000Z'

/** Adds report cards with their PDFs before the test begins. */
export async function addReportCards({ db, files }: Storing, reports: NewReportCard[]): Promise<number[]> {
  const rows: Insertable<Tables['reports']>[] = []
  const marksOf: Omit<Insertable<Tables['marks']>, 'report_id'>[][] = []
  for (const report of reports) {
    const {
      marks = [
        ['English', 68, 'B'],
        ['Mathematics', 54.5, 'C'],
      ],
      grade = 'B-',
      mark = 61.3,
      teacher_comment = 'A steady term.',
      action_plan = 'Two remedial lessons a week.',
      psychosocial = 'Settled in the dormitory.',
    } = report
    const columns = await columnsOf({ db, files }, report, 'report')
    const { curriculum } = await db
      .selectFrom('classes')
      .select('curriculum')
      .where('id', '=', columns.class_id)
      .executeTakeFirstOrThrow()
    const whole = curriculumOf(curriculum).hasMean
      ? { grade, mark: toTenths(mark ?? 0), overall_level: null }
      : { grade: null, mark: null, overall_level: report.overall_level ?? null }
    rows.push({ ...columns, teacher_comment, action_plan, psychosocial, ...whole, curriculum })
    const own = []
    for (const [place, [subject, scored, given]] of marks.entries()) {
      const subject_id = await lookupId(db, 'subjects', subject)
      own.push({ place, subject_id, mark: scored === null ? null : toTenths(scored), grade: given })
    }
    marksOf.push(own)
  }
  const ids = await insertAll(db, 'reports', rows)
  const inner = marksOf.flatMap((own, index) => own.map((row) => ({ ...row, report_id: ids[index] ?? 0 })))
  await insertAll(db, 'marks', inner)
  return ids
}

/** Adds receipts with their PDFs before the test begins. */
export async function addReceipts({ db, files }: Storing, receipts: NewReceipt[]): Promise<number[]> {
  const rows: Insertable<Tables['receipts']>[] = []
  const itemsOf: Omit<Insertable<Tables['items']>, 'receipt_id'>[][] = []
  for (const receipt of receipts) {
    const { items = [['Tuition Fees', 'Term tuition', 22_244]] } = receipt
    const total = items.reduce((sum, [, , cost]) => sum + toCents(cost), 0)
    const columns = await columnsOf({ db, files }, receipt, 'receipt')
    rows.push({ ...columns, total, receipt_no: receipt.receipt_no ?? null })
    itemsOf.push(
      items.map(([category, item, cost], place) => ({ place, category, item, cost: toCents(cost) })),
    )
  }
  const ids = await insertAll(db, 'receipts', rows)
  const inner = itemsOf.flatMap((own, index) => own.map((row) => ({ ...row, receipt_id: ids[index] ?? 0 })))
  await insertAll(db, 'items', inner)
  return ids
}

/** Inserts rows in few statements, because single ones take several times as long on PostgreSQL. */
async function insertAll<Table extends 'reports' | 'marks' | 'receipts' | 'items'>(
  db: Db,
  table: Table,
  rows: Insertable<Tables[Table]>[],
): Promise<number[]> {
  const added = await mapInBatches(rows, (batch) =>
    db
      // Typed as `marks`.
      .insertInto(table as 'marks')
      .values(batch as Insertable<Tables['marks']>[])
      .returning('id')
      .execute(),
  )
  return added.map(({ id }) => id)
}

async function columnsOf({ db, files }: Storing, record: NewRecord, purpose: FilePurpose) {
  const { student_id, year = '2026', term = 'Term 1', remark = null, status = 0 } = record
  const { class: class_name = 'Form 1', updated_at = AT, liaison_comment = 'Visited in May.' } = record
  const student = await db
    .selectFrom('students')
    .select(['school_id', 'created_by', 'name'])
    .where('id', '=', student_id)
    .$narrowType<{ created_by: number }>()
    .executeTakeFirstOrThrow()
  const { school_id = student.school_id, entered_by = student.created_by } = record
  const texts = [`${purpose} of ${student.name}`, `${year}, ${term}`]
  const pdf = drawPdf(texts.map((text, index) => ({ text, x: 72, y: 100 + 30 * index, size: 18 })))
  const about = { student_id, purpose, type: 'application/pdf', created_at: AT, created_by: entered_by }
  const file = await storeFile({ db, files }, pdf, about)
  return {
    student_id,
    year_id: await lookupId(db, 'years', year),
    term_id: await lookupId(db, 'terms', term),
    class_id: await lookupId(db, 'classes', class_name),
    school_id,
    file_id: file.id,
    liaison_comment,
    status,
    remark,
    version: 1,
    created_at: updated_at,
    created_by: entered_by,
    updated_at,
    entered_by,
    verified_by: status > 0 ? student.created_by : null,
  }
}

/** Caches ids, so that adding hundreds of records does not query them again. */
const knownIds = new WeakMap<Db, Map<string, Promise<number>>>()

/** The id of a year, term, class or subject by its name, which is added if it is not there yet. */
export function lookupId(db: Db, kind: LookupKind, name: string): Promise<number> {
  const known = knownIds.get(db) ?? new Map<string, Promise<number>>()
  knownIds.set(db, known)
  const key = `${kind} ${fold(name)}`
  const id = known.get(key) ?? findOrAdd(db, kind, name)
  known.set(key, id)
  return id
}

async function findOrAdd(db: Db, kind: LookupKind, name: string): Promise<number> {
  const { field } = lookups[kind]
  // Typed as `years`.
  const table = kind as 'years'
  const found = await db.selectFrom(table).select('id').where('folded', '=', fold(name)).executeTakeFirst()
  if (found) return found.id
  const row = { [field]: name, folded: fold(name) } as { year_name: string; folded: string }
  const added = await db.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow()
  return added.id
}
