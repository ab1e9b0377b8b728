import { type Receipt, toShillings } from '#contract/records/receipts.ts'
import type { Db } from '../../database/connect.ts'
import type { Actor } from '../../database/history.ts'
import { fileUrlIn } from '../../files/fileUrl.ts'
import { notFound } from '../../base/ApiError.ts'
import { annualReader } from '../readAnnual.ts'
import { checkStudent, type Viewer } from '../../privacy/visibility/visibleStudents.ts'
import { inTermOrder } from '../../students/recordYears.ts'
import { recordRows } from '../recordRows.ts'
import { groupItems, type KeptItem } from './groupItems.ts'

/** The receipts that the viewer may see. */
const receiptRows = (db: Db, viewer: Viewer) =>
  recordRows(db, 'receipt', viewer)
    .innerJoin('receipts', 'receipts.id', 'record.id')
    .select(['receipts.receipt_no', fileUrlIn('record.file_id').as('pathFinance')])

type FoundReceipt = Awaited<ReturnType<ReturnType<typeof receiptRows>['executeTakeFirstOrThrow']>>

/** One receipt. A receipt that the viewer may not see is answered like a missing one. */
export async function findReceipt(db: Db, id: number, viewer: Actor): Promise<Receipt> {
  const rows = await receiptRows(db, viewer).where('record.id', '=', id).execute()
  const [found] = await withItems(db, rows)
  if (!found) throw notFound()
  return found
}

/** The receipts of a student, the newest term first. */
export async function listReceipts(db: Db, student: number, viewer: Actor): Promise<Receipt[]> {
  await checkStudent(db, student, viewer)
  const rows = await receiptRows(db, viewer).where('record.student_id', '=', student).execute()
  return withItems(db, inTermOrder(rows).toReversed())
}

/** What a student cost in a year, in the order of the terms. */
export const yearReader =
  (db: Db) =>
  async (asked: { student: number; year: number }, viewer: Actor): Promise<Receipt[]> => {
    await checkStudent(db, asked.student, viewer)
    const rows = await receiptRows(db, viewer)
      .where('record.student_id', '=', asked.student)
      .where('record.year_id', '=', asked.year)
      .execute()
    return withItems(db, inTermOrder(rows))
  }

/** What each student of a year cost, term by term and in all. */
export const annualFinance = (db: Db) =>
  annualReader(db, 'receipts', (school, cents) => ({
    school,
    costs: cents.map((cost) => (cost === null ? null : toShillings(cost))),
    total_year_cost: toShillings(cents.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)),
  }))

/** Adds the items to receipts, with one query for all of them. */
async function withItems(db: Db, rows: FoundReceipt[]): Promise<Receipt[]> {
  if (rows.length === 0) return []
  const byReceipt = new Map<number, KeptItem[]>(rows.map(({ id }) => [id, []]))
  const items = await db
    .selectFrom('items')
    .select(['id', 'receipt_id', 'category', 'item', 'cost'])
    .where('receipt_id', 'in', [...byReceipt.keys()])
    .orderBy('receipt_id')
    .orderBy('place')
    .orderBy('id')
    .execute()
  for (const { receipt_id, ...item } of items) byReceipt.get(receipt_id)?.push(item)
  return rows.map((row) => Object.assign(row, groupItems(byReceipt.get(row.id) ?? [])))
}
