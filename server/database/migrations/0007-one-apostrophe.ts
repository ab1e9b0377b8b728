import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { fold } from '#contract/base/lists.ts'
import { schoolSearchText } from '#contract/schools.ts'
import { userName, userSearchText } from '#contract/users.ts'
import { foldedName } from '../foldedName.ts'
import type { Tables } from '../tables.ts'

/** Texts that searches look through. */
const searched = {
  users: ['search'],
  schools: ['search'],
  students: ['search', 'search_all', 'liaison_order', 'supporter_order'],
}
/** Names that no two rows may share, with their column. */
const named = {
  schools: 'school',
  clusters: 'cluster_name',
  years: 'year_name',
  terms: 'term_name',
  classes: 'class_name',
  subjects: 'subject_name',
}

const straight = (column: string): RawBuilder<string> =>
  sql`replace(replace(${sql.ref(column)}, '‘', ''''), '’', '''')`

const change = (table: string, column: string) => sql`
  update ${sql.table(table)} set ${sql.ref(column)} = ${straight(column)}
  where (${sql.ref(column)} like '%‘%' or ${sql.ref(column)} like '%’%')`

/** Typographic apostrophes are folded to straight ones now: so the texts that were folded before must be as well. */
export async function up(trx: Transaction<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(searched))
    for (const column of columns) await change(table, column).execute(trx)
  // Names that would become equal stay as they are.
  for (const table of Object.keys(named))
    await sql`${change(table, 'folded')} and not exists (
      select 1 from ${sql.table(table)} as other
      where other.id <> ${sql.ref(`${table}.id`)}
      and ${straight('other.folded')} = ${straight(`${table}.folded`)}
    )`.execute(trx)
  await foldDropped(trx as unknown as Kysely<Tables>)
}

const holds = (...columns: string[]) =>
  sql<boolean>`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} like '%ʼ%'`),
    sql` or `,
  )})`

/** The letter ʼ was removed before, like an accent, so its place is only known from the names themselves. */
async function foldDropped(trx: Kysely<Tables>): Promise<void> {
  for (const [table, column] of Object.entries(named)) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, ${sql.ref(column)} as name from ${sql.table(table)} where ${holds(column)} order by id
    `.execute(trx)
    for (const { id, name } of rows)
      await sql`update ${sql.table(table)} set folded = ${foldedName(name)} where id = ${id} and not exists (
        select 1 from ${sql.table(table)} as other where other.id <> ${id} and other.folded = ${foldedName(name)}
      )`.execute(trx)
  }

  const users = await trx
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'first_name', 'last_name', 'email', 'role'])
    .where(holds('first_name', 'last_name', 'email'))
    .execute()
  for (const { id, role, ...user } of users) {
    const search = userSearchText({ ...user, roles: { role } })
    await trx.updateTable('users').set({ search }).where('id', '=', id).execute()
  }

  const schools = await trx
    .selectFrom('schools')
    .innerJoin('clusters', 'clusters.id', 'schools.cluster_id')
    .select(['schools.id', 'school', 'cluster_name'])
    .where(holds('school', 'cluster_name'))
    .execute()
  for (const { id, ...school } of schools)
    await trx
      .updateTable('schools')
      .set({ search: schoolSearchText(school) })
      .where('id', '=', id)
      .execute()

  const liaison = ['liaison.first_name', 'liaison.last_name'] as const
  const supporter = ['supporter.first_name', 'supporter.last_name'] as const
  const students = await trx
    .selectFrom('students')
    .innerJoin('users as liaison', 'liaison.id', 'students.liaison_id')
    .leftJoin('users as supporter', 'supporter.id', 'students.supporter_id')
    .select(['students.id', 'students.name', 'students.ref', 'liaison.first_name', 'liaison.last_name'])
    .select(['supporter.first_name as supporter_first', 'supporter.last_name as supporter_last'])
    .where(holds('students.name', ...liaison, ...supporter))
    .execute()
  for (const { id, supporter_first, supporter_last, ...student } of students) {
    const name =
      supporter_first === null || supporter_last === null ? null : `${supporter_first} ${supporter_last}`
    // As students/studentRules.ts writes them.
    const search = `${fold(student.name).slice(0, 300)}\n${fold(student.ref)}`
    const liaison_order = fold(userName(student)).slice(0, 200)
    const supporter_order = fold(name ?? '').slice(0, 200)
    const columns = { search, search_all: `${search}\n${liaison_order}`, liaison_order, supporter_order }
    await trx.updateTable('students').set(columns).where('id', '=', id).execute()
  }
}
