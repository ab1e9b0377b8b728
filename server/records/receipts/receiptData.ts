import { receiptLabels } from '#contract/records/receipts.ts'
import type { EntityData, Entry } from '../../database/studentData.ts'
import { termsOf } from '../termsOf.ts'
import { emptyRecord, moveRecords } from '../forgetRecords.ts'
import { listReceipts } from './receiptQueries.ts'

export const receiptData: EntityData = {
  title: 'Receipt',
  labels: { ...receiptLabels, file: 'File' },
  texts: [
    (db) =>
      db
        .selectFrom('receipts')
        .select(['id', 'student_id', 'id as record_id'])
        .select(['liaison_comment', 'remark']),
    (db) =>
      db
        .selectFrom('items')
        .select((eb) => [
          'id',
          'receipt_id as record_id',
          'item',
          eb
            .selectFrom('receipts')
            .select('student_id')
            .whereRef('receipts.id', '=', 'receipt_id')
            .$asScalar()
            .$notNull()
            .as('student_id'),
        ]),
  ],
  termsOf: (db, ids) => termsOf(db, 'receipt', ids),

  async collect({ db, student_id, actor, fileOf }) {
    const paid = await listReceipts(db, student_id, actor)
    const receipts = paid.map((receipt): Entry => ({
      [receiptLabels.year]: receipt.year,
      [receiptLabels.term]: receipt.term,
      [receiptLabels.class]: receipt.class,
      School: receipt.school,
      [receiptLabels.receipt_no]: receipt.receipt_no,
      Items: receipt.items.map(({ category, item, cost }) => ({
        Category: category,
        Item: item,
        'Cost, KES': { kes: cost },
      })),
      'Total Cost, KES': { kes: receipt.total_cost },
      [receiptLabels.liaison_comment]: receipt.liaison_comment,
      [receiptLabels.file]: fileOf(receipt.pathFinance),
    }))
    const titles = new Map(paid.map(({ id, term, year }) => [id, `Receipt, ${term}, ${year}`]))
    return { sections: [{ title: 'Receipts', entries: receipts }], changes: { titles } }
  },

  async forget(trx, { student }) {
    const { id } = student
    await moveRecords(trx, 'receipt', student)
    await trx
      .updateTable('receipts')
      .set((eb) => ({ ...emptyRecord, receipt_no: null, version: eb('version', '+', 1) }))
      .where('student_id', '=', id)
      .execute()
    const own = trx.selectFrom('receipts').select('id').where('student_id', '=', id)
    await trx.updateTable('items').set({ item: '' }).where('receipt_id', 'in', own).execute()
  },
}
