import type { CreateTableBuilder, Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  await createReports(trx, engine)
  await createReceipts(trx, engine)
  await createDocuments(trx, engine)
}

/** The columns that report cards and receipts share. */
function recordColumns<Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
  engine: Engine,
) {
  const { text, id } = columnTypes(engine)
  return (
    table
      .addColumn('id', 'integer', id)
      .addColumn('student_id', 'integer', (column) => column.notNull().references('students.id'))
      .addColumn('year_id', 'integer', (column) => column.notNull().references('years.id'))
      .addColumn('term_id', 'integer', (column) => column.notNull().references('terms.id'))
      // The class and school of that time: a student changes them later.
      .addColumn('class_id', 'integer', (column) => column.notNull().references('classes.id'))
      .addColumn('school_id', 'integer', (column) => column.notNull().references('schools.id'))
      .addColumn('file_id', 'integer', (column) => column.notNull().references('files.id'))
      .addColumn('liaison_comment', text, (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('remark', text)
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('created_by', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('updated_at', text, (column) => column.notNull())
      // Who entered it last, which verifying does not change.
      .addColumn('entered_by', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('verified_by', 'integer', (column) => column.references('users.id'))
  )
}

async function indexRecords(trx: Transaction<unknown>, table: string, isUnique: boolean): Promise<void> {
  const ofStudent = trx.schema.createIndex(`${table}_by_student`).on(table)
  const columns = ofStudent.columns(['student_id', 'year_id', 'term_id', ...(isUnique ? [] : ['id'])])
  await (isUnique ? columns.unique() : columns).execute()
  await trx.schema
    .createIndex(`${table}_by_time`)
    .on(table)
    .columns(['year_id', 'term_id', 'status', 'student_id'])
    .execute()
  for (const column of [
    'term_id',
    'class_id',
    'school_id',
    'file_id',
    'created_by',
    'entered_by',
    'verified_by',
  ])
    await trx.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
}

async function createReports(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  await recordColumns(trx.schema.createTable('reports'), engine)
    .addColumn('grade', text, (column) => column.notNull())
    // Marks are kept in whole tenths, like money in cents.
    .addColumn('mark', 'integer', (column) => column.notNull())
    .addColumn('teacher_comment', text, (column) => column.notNull())
    .addColumn('action_plan', text, (column) => column.notNull())
    .addColumn('psychosocial', text, (column) => column.notNull())
    .execute()
  await indexRecords(trx, 'reports', true)
  await trx.schema
    .createTable('marks')
    .addColumn('id', 'integer', id)
    .addColumn('report_id', 'integer', (column) =>
      column.notNull().references('reports.id').onDelete('cascade'),
    )
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('subject_id', 'integer', (column) => column.notNull().references('subjects.id'))
    .addColumn('grade', text, (column) => column.notNull())
    .addColumn('mark', 'integer', (column) => column.notNull())
    .execute()
  await trx.schema.createIndex('marks_by_report').on('marks').columns(['report_id', 'place', 'id']).execute()
  await trx.schema
    .createIndex('marks_once')
    .on('marks')
    .columns(['report_id', 'subject_id'])
    .unique()
    .execute()
  await trx.schema.createIndex('marks_by_subject').on('marks').column('subject_id').execute()
}

async function createReceipts(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  await recordColumns(trx.schema.createTable('receipts'), engine)
    .addColumn('total', 'bigint', (column) => column.notNull())
    .execute()
  await indexRecords(trx, 'receipts', false)
  await trx.schema
    .createTable('items')
    .addColumn('id', 'integer', id)
    .addColumn('receipt_id', 'integer', (column) =>
      column.notNull().references('receipts.id').onDelete('cascade'),
    )
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('category', text, (column) => column.notNull())
    .addColumn('item', text, (column) => column.notNull())
    // Whole cents.
    .addColumn('cost', 'bigint', (column) => column.notNull())
    .execute()
  await trx.schema
    .createIndex('items_by_receipt')
    .on('items')
    .columns(['receipt_id', 'place', 'id'])
    .execute()
}

async function createDocuments(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)
  await trx.schema
    .createTable('documents')
    .addColumn('id', 'integer', id)
    .addColumn('student_id', 'integer', (column) => column.notNull().references('students.id'))
    .addColumn('year_id', 'integer', (column) => column.notNull().references('years.id'))
    .addColumn('type', 'integer', (column) => column.notNull())
    .addColumn('file_id', 'integer', (column) => column.notNull().references('files.id'))
    .addColumn('updated_at', text, (column) => column.notNull())
    .addColumn('updated_by', 'integer', (column) => column.notNull().references('users.id'))
    .execute()
  await trx.schema
    .createIndex('documents_once')
    .on('documents')
    .columns(['student_id', 'year_id', 'type'])
    .unique()
    .execute()
  for (const column of ['year_id', 'file_id', 'updated_by'])
    await trx.schema.createIndex(`documents_by_${column}`).on('documents').column(column).execute()
}
