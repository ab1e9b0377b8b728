import { sql, type Transaction } from 'kysely'

/** Rows per statement. */
const BATCH = 1_000

/** No foreign keys: undoing an import deletes students, and these rows stay. */
export async function up(trx: Transaction<unknown>): Promise<void> {
  for (const table of ['history', 'drafts', 'creations', 'import_rows'])
    await trx.schema.alterTable(table).addColumn('student_id', 'integer').execute()
  await fillHistory(trx)
  await fillDeleted(trx)
  await fillDrafts(trx)
  await fillImportRows(trx)
  // Existing rows of `creations` get no student: they are deleted after a day, and a record waits seven days.
  await trx.schema.createIndex('history_by_student').on('history').columns(['student_id', 'id']).execute()
  for (const table of ['drafts', 'creations', 'import_rows'])
    await trx.schema.createIndex(`${table}_by_student`).on(table).column('student_id').execute()
}

/** The tables of the entities of the history that belong to a student. */
const tables = {
  report: 'reports',
  receipt: 'receipts',
  document: 'documents',
  media: 'media',
  consent: 'consents',
  request: 'requests',
}

/** The student of a row with an `entity` and an `entity_id`. */
const ownerOf = (entities: [string, string][]) => sql`
  case entity when 'student' then entity_id ${sql.join(
    entities.map(
      ([entity, table]) =>
        sql`when ${sql.lit(entity)} then (select student_id from ${sql.table(table)} where id = entity_id)`,
    ),
    sql` `,
  )} end`

async function fillHistory(trx: Transaction<unknown>): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from history`.execute(trx)
  const owner = ownerOf(Object.entries(tables))
  for (let start = 0; start < (rows[0]?.last ?? 0); start += BATCH)
    await sql`update history set student_id = ${owner} where id > ${start} and id <= ${start + BATCH}`.execute(
      trx,
    )
}

/** Rows that were deleted: an entry of their history has the student's ref. */
async function fillDeleted(trx: Transaction<unknown>): Promise<void> {
  const entities = sql.join(Object.keys(tables))
  for (let last = 0; ;) {
    const { rows } = await sql<{ id: number; entity: string; entity_id: number; changes: string }>`
      select id, entity, entity_id, changes from history
      where id > ${last} and student_id is null and entity in (${entities}) order by id limit ${BATCH}`.execute(
      trx,
    )
    for (const { entity, entity_id, changes } of rows) {
      const { student, ref = student } = JSON.parse(changes) as Record<string, unknown[]>
      const known = ref?.find((value) => typeof value === 'string')
      if (known !== undefined)
        await sql`
          update history set student_id = (select id from students where ref = ${known})
          where entity = ${entity} and entity_id = ${entity_id}`.execute(trx)
    }
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? last
  }
}

/** At most 50 for each user. A draft's key names its form, and the student or record. */
async function fillDrafts(trx: Transaction<unknown>): Promise<void> {
  const { rows } = await sql<{ user_id: number; key: string }>`select user_id, key from drafts`.execute(trx)
  for (const { user_id, key } of rows) {
    const [form = '', action, id] = key.split('-')
    if (id === undefined) continue
    const table = form === 'report' ? 'reports' : 'receipts'
    const owner =
      form === 'student' || action === 'add'
        ? sql`${Number(id)}`
        : sql`(select student_id from ${sql.table(table)} where id = ${Number(id)})`
    await sql`update drafts set student_id = ${owner} where user_id = ${user_id} and key = ${key}`.execute(
      trx,
    )
  }
}

/** A row of a record that an undone import has deleted still has the student's ref. */
async function fillImportRows(trx: Transaction<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from imports`.execute(trx)
  const owner = ownerOf([
    ['report', 'reports'],
    ['receipt', 'receipts'],
  ])
  for (const { id } of rows) {
    await sql`update import_rows set student_id = ${owner} where import_id = ${id}`.execute(trx)
    await sql`
      update import_rows set student_id = (select id from students where students.ref = import_rows.ref)
      where import_id = ${id} and student_id is null and entity in ('report', 'receipt')`.execute(trx)
  }
}
