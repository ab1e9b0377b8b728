import { sql } from 'kysely'
import type { Trx } from '../../database/history.ts'
import { shapesIn } from '../../database/engines/snapshot.ts'
import { isPostgres } from '../../database/lockRow.ts'

/**
 * Moves what remains of an anonymised student to the next id, so that nothing has the former one. A copy of the student's row
 * gets the new id, then every row of the student is moved, and the former row is deleted: no foreign key has to be deferred. An
 * id far above all others would not do, because SQLite continues after the largest one.
 */
export async function moveToNewId(trx: Trx, former_id: number): Promise<void> {
  const shapes = await shapesIn({ trx, engine: isPostgres(trx) ? 'postgres' : 'sqlite' })
  const own = shapes.find(({ name }) => name === 'students')?.columns ?? []
  const columns = sql.join(own.filter((name) => name !== 'id' && name !== 'ref').map((name) => sql.ref(name)))
  const { ref } = await trx
    .selectFrom('students')
    .select('ref')
    .where('id', '=', former_id)
    .executeTakeFirstOrThrow()
  // No two students may have the same ref.
  await trx
    .updateTable('students')
    .set({ ref: `${ref}-` })
    .where('id', '=', former_id)
    .execute()
  const { rows } = await sql<{ id: number }>`
    insert into students (ref, ${columns})
    select ${ref}, ${columns} from students where id = ${former_id} returning id`.execute(trx)
  const id = rows[0]?.id ?? 0

  for (const { name, columns: of } of shapes)
    if (of.includes('student_id'))
      await sql`update ${sql.table(name)} set student_id = ${id} where student_id = ${former_id}`.execute(trx)
  await trx
    .updateTable('history')
    .set({ entity_id: id })
    .where('entity', '=', 'student')
    .where('entity_id', '=', former_id)
    .execute()
  await trx.updateTable('anonymisations').set({ former_id }).where('student_id', '=', id).execute()
  await trx.deleteFrom('students').where('id', '=', former_id).execute()
}
