import { receiptMessages, type SimilarForm, toCents } from '#contract/records/receipts.ts'
import type { Db } from '../../database/connect.ts'

/** Why a receipt may be a duplicate. It may also be right: two receipts can be alike. */
export async function findSimilar(db: Db, form: SimilarForm): Promise<string[]> {
  const costs = await findSameCosts(db, form)
  return [
    ...((await hasSameFile(db, form)) ? [receiptMessages.sameFile] : []),
    ...costs.map(receiptMessages.sameCost),
  ]
}

async function hasSameFile(db: Db, { id = 0, sha256 }: SimilarForm): Promise<boolean> {
  if (!sha256) return false
  const receipt = await db
    .selectFrom('files')
    .innerJoin('receipts', 'receipts.file_id', 'files.id')
    .select('receipts.id')
    .where('files.sha256', '=', sha256)
    .where('files.purpose', '=', 'receipt')
    .where('receipts.id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return receipt !== undefined
}

/** The categories for which another receipt of the student's term has the same amount. */
async function findSameCosts(
  db: Db,
  { id = 0, student_id, year_id, term_id, items }: SimilarForm,
): Promise<string[]> {
  const sums = new Map<string, number>()
  for (const { category, cost } of items) sums.set(category, (sums.get(category) ?? 0) + toCents(cost))
  const others = await db
    .selectFrom('receipts')
    .innerJoin('items', 'items.receipt_id', 'receipts.id')
    .select((eb) => ['items.category', eb.fn.sum<number>('items.cost').as('total')])
    .where('receipts.student_id', '=', student_id)
    .where('receipts.year_id', '=', year_id)
    .where('receipts.term_id', '=', term_id)
    .where('receipts.id', '!=', id)
    .groupBy(['receipts.id', 'items.category'])
    .execute()
  return [...sums]
    .filter(([category, sum]) => others.some((other) => other.category === category && other.total === sum))
    .map(([category]) => category)
}
