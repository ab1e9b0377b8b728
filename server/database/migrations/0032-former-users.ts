import type { AlterTableBuilder, Transaction } from 'kysely'

/** The authors of a record, who could identify the child once it is anonymised. */
const authors = {
  students: ['liaison_id', 'created_by', 'updated_by'],
  reports: ['created_by', 'entered_by'],
  receipts: ['created_by', 'entered_by'],
  requests: ['noted_by'],
  anonymisations: ['started_by'],
}

export async function up(trx: Transaction<unknown>): Promise<void> {
  const alter = (table: string): AlterTableBuilder => trx.schema.alterTable(table)
  for (const [table, columns] of Object.entries(authors))
    for (const column of columns)
      await alter(table)
        .alterColumn(column, (it) => it.dropNotNull())
        .execute()
  // No foreign key: that id exists no more.
  await alter('anonymisations').addColumn('former_id', 'integer').execute()
}
