import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { lockRow } from '../database/lockRow.ts'
import { renameInStudents } from '../students/studentRules.ts'
import { givenRegister, importing, importRows, sheetRow, sheetRows } from '../testing/imports.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { until } from '../testing/until.ts'
import { addCast, cast } from '../testing/users.ts'

async function openRegister() {
  const test = await openTestApp()
  await addCast(test.db)
  await givenRegister(test)
  return { ...test, client: await test.signIn(cast.director) }
}

/** Waits until so many wait for a lock of PostgreSQL. On SQLite a transaction makes every other wait. */
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

it('adds the children of a register once, of which two imports come at once', async () => {
  const test = await openRegister()
  const { db, client } = test
  const { both } = await db.transaction().execute(async (trx) => {
    // Nobody can add students meanwhile, so that both imports are under way.
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

it('waits for somebody who renames a liaison officer of its rows', async () => {
  const test = await openRegister()
  const { db, client } = test
  const { imported } = await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'users', cast.liaison.id)
    const started = importRows(client, [{ ref: 'EL-0001', kcpe: 400, liaison: sheetRow.liaison }])
    await untilWaiting(test, 1)
    await trx.updateTable('students').set({ liaison_order: 'renamed' }).where('id', '=', 1).execute()
    return { imported: started }
  })
  expect(await imported).toBe(1)
})

it('takes three imports of one student back, one after the other', async () => {
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

it('gives a student back to a liaison officer under the name that they get at this moment', async () => {
  const test = await openRegister()
  const { db, client } = test
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

it('gives no student back to a liaison officer who has become a supporter', async () => {
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
