import { type RawBuilder, sql, type Transaction } from 'kysely'

/** Texts that searches look through. */
const searched = {
  users: ['search'],
  schools: ['search'],
  students: ['search', 'search_all', 'liaison_order', 'supporter_order'],
}
/** Names that no two rows may share. */
const named = ['schools', 'clusters', 'years', 'terms', 'classes', 'subjects']

const straight = (column: string): RawBuilder<string> =>
  sql`replace(replace(${sql.ref(column)}, '‘', ''''), '’', '''')`

const change = (table: string, column: string) => sql`
  update ${sql.table(table)} set ${sql.ref(column)} = ${straight(column)}
  where (${sql.ref(column)} like '%‘%' or ${sql.ref(column)} like '%’%')`

/** Typographic apostrophes are folded to straight ones now: so the texts that were folded before must be as well. */
export async function up(trx: Transaction<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(searched))
    for (const column of columns) await change(table, column).execute(trx)
  // Two rows whose names would become one keep them as they are.
  for (const table of named)
    await sql`${change(table, 'folded')} and not exists (
      select 1 from ${sql.table(table)} as other
      where other.id <> ${sql.ref(`${table}.id`)}
      and ${straight('other.folded')} = ${straight(`${table}.folded`)}
    )`.execute(trx)
}
