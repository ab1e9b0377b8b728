import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { lockRow } from '../database/lockRow.ts'
import { renameInStudents } from '../users/studentsOfUser.ts'
import { importing, importRows, sheetRow, sheetRows } from '../testing/imports/imports.ts'
import { openRegister } from '../testing/imports/openRegister.ts'
import type { TestApp } from '../testing/testApp.ts'
import { until } from '../testing/until.ts'
import { cast } from '../testing/data/users.ts'

/** Waits until `count` transactions wait for a PostgreSQL lock. On SQLite, transactions wait for each other anyway. */
async function untilWaiting({ db, engine }: Pick<TestApp, 'db' | 'engine'>, count: number): Promise<void> {
  if (engine === 'sqlite') return
  await until(`${count} wait`, async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    return rows.length >= count
  })
}

it('adds the students of a register once when two imports of it run at the same time', async () => {
  const { test, db, client } = await openRegister()
  const { both } = await db.transaction().execute(async (trx) => {
    // The lock makes both imports wait, so that they run at the same time.
    await trx.updateTable('counters').set({ value: 1 }).where('name', '=', 'student').execute()
    const started = [1, 2].map(() => client.post('/api/imports', importing(sheetRows(20))))
    await untilWaiting(test, started.length)
    return { both: started }
  })
  const statuses = (await Promise.all(both)).map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses).toContain(422)
  expect(await db.selectFrom('students').select('id').execute()).toHaveLength(21)
})

it('waits while a liaison officer of its rows is being renamed', async () => {
  const { test, db, client } = await openRegister()
  const { imported } = await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'users', cast.liaison.id)
    const started = importRows(client, [{ ref: 'EL-0001', kcpe: 400, liaison: sheetRow.liaison }])
    await untilWaiting(test, 1)
    await trx.updateTable('students').set({ liaison_order: 'renamed' }).where('id', '=', 1).execute()
    return { imported: started }
  })
  expect(await imported).toBe(1)
})

it('undoes three imports of one student, one after the other', async () => {
  const { db, client } = await openRegister()
  const before = await db.selectFrom('students').select('kcpe').executeTakeFirstOrThrow()
  const ids: number[] = []
  for (const kcpe of [401, 402, 403]) ids.push(await importRows(client, [{ ref: 'EL-0001', kcpe }]))
  for (const id of ids.toReversed())
    expect((await client.post(`/api/imports/${id}/undo`)).body).toMatchObject({
      data: { restored: 1, kept: [] },
    })
  expect(await db.selectFrom('students').select('kcpe').executeTakeFirstOrThrow()).toEqual(before)
})

it('undoes two imports of one student at the same time', async () => {
  const { test, db, client } = await openRegister()
  const added = await importRows(client, sheetRows(1))
  const updated = await importRows(client, [{ ref: 'EL-0002', kcpe: 400 }])
  const { both } = await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'students', 2)
    const started: Promise<unknown>[] = []
    for (const id of [updated, added]) {
      started.push(client.post(`/api/imports/${id}/undo`).then(({ body }) => body))
      await untilWaiting(test, started.length)
    }
    return { both: started }
  })
  expect(await Promise.all(both)).toMatchObject([
    { data: { restored: 1, kept: [] } },
    { data: { removed: 1, kept: [] } },
  ])
})

it('restores a student’s liaison officer with the new name if the officer is being renamed', async () => {
  const { test, db, client } = await openRegister()
  const id = await importRows(client, [{ ref: 'EL-0001', liaison: cast.coordinator.email }])
  const { undoing } = await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'users', cast.liaison.id)
    const started = client.post(`/api/imports/${id}/undo`)
    await untilWaiting(test, 1)
    const named = { id: cast.liaison.id, first_name: 'Lydia', last_name: 'Rono' }
    await trx.updateTable('users').set({ last_name: 'Rono' }).where('id', '=', named.id).execute()
    await renameInStudents(trx, named)
    return { undoing: started }
  })
  expect((await undoing).body).toMatchObject({ data: { restored: 1 } })
  const student = await db.selectFrom('students').selectAll().where('ref', '=', 'EL-0001').executeTakeFirst()
  expect(student).toMatchObject({
    liaison_id: cast.liaison.id,
    liaison_order: 'lydia rono',
    search_all: expect.stringContaining('lydia rono') as string,
  })
})

it('does not restore a liaison officer who has become a supporter', async () => {
  const { db, client } = await openRegister()
  await importRows(client, [{ ref: 'EL-0001', liaison: cast.coordinator.email }])
  await db.updateTable('users').set({ role_id: 5 }).where('id', '=', cast.liaison.id).execute()
  expect((await client.post('/api/imports/1/undo')).body).toMatchObject({
    data: {
      restored: 0,
      kept: [{ id: 1, ref: 'EL-0001', why: 'The former liaison officer may not hold students' }],
    },
  })
  const { liaison_id } = await db.selectFrom('students').select('liaison_id').executeTakeFirstOrThrow()
  expect(liaison_id).toBe(cast.coordinator.id)
})
