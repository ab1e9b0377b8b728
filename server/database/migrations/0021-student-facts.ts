import type { AlterTableBuilder, Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

/** Facts that an import may leave unknown. */
const knowable = ['gender', 'dob', 'dor', 'siblings', 'ambition', 'languages']
const texts = ['background', 'mother', 'father', 'guardian']

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  const alter = (): AlterTableBuilder => trx.schema.alterTable('students')
  await alter().addColumn('admission_no', text).execute()
  await alter().addColumn('guardian_phone', text).execute()
  await alter()
    .addColumn('search_numbers', text, (column) => column.notNull().defaultTo(''))
    .execute()
  await alter()
    .addColumn('class_id', 'integer', (column) => column.references('classes.id'))
    .execute()
  for (const column of [...knowable, ...texts])
    await alter()
      .alterColumn(column, (it) => it.dropNotNull())
      .execute()

  // The covering indexes of searches and of possible duplicates, with the columns that these read from now on.
  const indexes = {
    students_by_name: ['search_all', 'id', 'school_id', 'search', 'search_numbers'],
    students_by_dob: ['dob', 'id', 'search', 'school_id'],
  }
  for (const [name, columns] of Object.entries(indexes)) {
    await trx.schema.dropIndex(name).execute()
    await trx.schema.createIndex(name).on('students').columns(columns).execute()
  }
  await trx.schema.createIndex('students_by_class').on('students').column('class_id').execute()
}
