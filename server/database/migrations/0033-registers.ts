import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/** The register of breaches, and what reached the wrong supporter. */
export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)

  await trx.schema
    .createTable('breaches')
    .addColumn('id', 'integer', id)
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('what', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('noticed_by', text, (column) => column.notNull())
    .addColumn('happened_on', text, (column) => column.notNull())
    .addColumn('known_at', text, (column) => column.notNull())
    .addColumn('done', text)
    .addColumn('commissioner_on', text)
    .addColumn('families_on', text)
    .addColumn('reason', text)
    .addColumn('anonymised', 'integer', (column) => column.notNull())
    .addColumn('noted_by', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('noted_at', text, (column) => column.notNull())
    .addColumn('closed_at', text)
    .execute()
  await trx.schema.createIndex('breaches_by_noted_by').on('breaches').column('noted_by').execute()

  await trx.schema
    .createTable('breach_students')
    .addColumn('breach_id', 'integer', (column) => column.notNull().references('breaches.id'))
    .addColumn('student_id', 'integer', (column) =>
      column.notNull().references('students.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('breach_students_key', ['breach_id', 'student_id'])
    .execute()
  await trx.schema
    .createIndex('breach_students_by_student_id')
    .on('breach_students')
    .column('student_id')
    .execute()

  await trx.schema
    .createTable('wrong_recipients')
    .addColumn('id', 'integer', id)
    .addColumn('student_id', 'integer', (column) =>
      column.notNull().references('students.id').onDelete('cascade'),
    )
    .addColumn('supporter_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('what', text, (column) => column.notNull())
    .addColumn('received_on', text, (column) => column.notNull())
    .addColumn('letter_id', 'integer', (column) => column.references('letters.id').onDelete('set null'))
    .addColumn('noted_by', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('noted_at', text, (column) => column.notNull())
    .execute()
  for (const column of ['student_id', 'supporter_id', 'letter_id', 'noted_by'])
    await trx.schema
      .createIndex(`wrong_recipients_by_${column}`)
      .on('wrong_recipients')
      .column(column)
      .execute()
}
