import type { Transaction } from 'kysely'
import { columnTypes } from '../columns.ts'
import type { Engine } from '../connect.ts'

export async function up(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { text, id } = columnTypes(engine)

  await trx.schema
    .createTable('imports')
    .addColumn('id', 'integer', id)
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('file', text)
    .addColumn('created', 'integer', (column) => column.notNull())
    .addColumn('updated', 'integer', (column) => column.notNull())
    .addColumn('skipped', 'integer', (column) => column.notNull())
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('undone_at', text)
    .addColumn('undone_by', 'integer', (column) => column.references('users.id'))
    .execute()
  await trx.schema.createIndex('imports_by_user').on('imports').column('user_id').execute()
  await trx.schema.createIndex('imports_by_undoer').on('imports').column('undone_by').execute()

  await trx.schema
    .createTable('import_rows')
    .addColumn('import_id', 'integer', (column) => column.notNull().references('imports.id'))
    .addColumn('entity', text, (column) => column.notNull())
    // No foreign key: an undo removes what this names.
    .addColumn('entity_id', 'integer', (column) => column.notNull())
    .addColumn('row', 'integer')
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('ref', text)
    .addColumn('version', 'integer')
    .addColumn('before', text)
    .addPrimaryKeyConstraint('import_rows_key', ['import_id', 'entity', 'entity_id'])
    .execute()
  await trx.schema
    .createIndex('import_rows_by_entity')
    .on('import_rows')
    .columns(['entity', 'entity_id'])
    .execute()

  // Possible duplicates are looked for among those who were born on one day; the list of them reads this alone.
  await trx.schema.createIndex('students_by_dob').on('students').columns(['dob', 'id', 'search']).execute()
}
