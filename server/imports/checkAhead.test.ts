import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { importForm } from '#contract/imports.ts'
import type { Db } from '../database/connect.ts'
import { writeHistory } from '../database/history.ts'
import { importing, importRows, sheetRow, sheetRows } from '../testing/imports/imports.ts'
import { openRegister } from '../testing/imports/openRegister.ts'
import { openEmbeddedDatabase } from '../testing/database/testDatabase.ts'
import { cast } from '../testing/data/users.ts'
import { prepareImport, runImport } from './runImport.ts'

it('checks the rows before the transaction, in which all other writers wait on SQLite', async () => {
  const { client } = await openRegister({ database: await openEmbeddedDatabase() })
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  const rows = [...sheetRows(50), { ref: 'EL-0001', kcpe: 400 }]
  expect((await client.post('/api/imports', importing(rows))).body).toMatchObject({
    data: { created: 50, updated: 1 },
  })
  const { contexts, calls } = prepare.mock
  const own = contexts[calls.findIndex(([text]) => text.startsWith('insert into "import_rows"'))]
  const reads = calls.flatMap(([text], index) =>
    contexts[index] === own && text.startsWith('select') ? /from "(\w+)"/.exec(text)?.[1] : [],
  )
  // Students who are alike are read for their pairs.
  expect([...new Set(reads)]).toEqual(['history', 'students', 'import_meanings'])
})

/** Imports rows after somebody else has changed something since their check. */
async function importAfter(rows: object[], change: (db: Db) => Promise<unknown>) {
  const { test, db } = await openRegister()
  const { id } = cast.director
  const actor = { id, name: 'Daniel Otieno', role: 2, notifications_admin: false, today: '2026-01-30' }
  const form = importForm.parse(importing(rows))
  const ahead = await prepareImport({ trx: db, actor }, form, test.services)
  await change(db)
  const asked = { actor, at: '2026-01-30T09:00:00.000Z' }
  await db.transaction().execute((trx) => runImport({ trx, ...asked }, form, test.services, ahead))
  return db.selectFrom('students').selectAll().orderBy('id').execute()
}
const byNobody = { user_id: null, at: '2026-01-30T08:59:00.000Z' }

it('checks again if a student of the import was edited since the check', async () => {
  const [faith] = await importAfter([{ ref: 'EL-0001', kcpe: 401 }], async (db) => {
    await db.updateTable('students').set({ ambition: 'Nurse', version: 2 }).where('id', '=', 1).execute()
    await writeHistory(db, { entity: 'student', entity_id: 1, action: 'edited', ...byNobody })
  })
  expect(faith).toMatchObject({ kcpe: 401, ambition: 'Nurse', version: 3 })
})

it('checks again if the liaison officer of the import was changed since the check', async () => {
  const rename = async (db: Db) => {
    await db.updateTable('users').set({ last_name: 'Rono' }).where('id', '=', cast.liaison.id).execute()
    await writeHistory(db, { entity: 'user', entity_id: cast.liaison.id, action: 'edited', ...byNobody })
  }
  // Of the two rows, one gives the officer by email and one by the former name.
  const rows = [...sheetRows(1, { liaison: cast.liaison.email }), { ...sheetRow, dob: '2009-09-18' }]
  const [, added, ...others] = await importAfter(rows, rename)
  expect(added?.liaison_order).toBe('lydia rono')
  expect(others).toEqual([])
})

it('adds new students and a new school that the check has counted', async () => {
  const { db, client } = await openRegister()
  const places = { new_places: [{ school: 'Mukaa Boys', cluster: 'Makueni' }] }
  await importRows(client, sheetRows(2, { school: 'mukaa boys' }), places)
  const schools = db.selectFrom('students').innerJoin('schools', 'schools.id', 'school_id').select('school')
  expect((await schools.where('students.id', '>', 1).execute()).map(({ school }) => school)).toEqual([
    'Mukaa Boys',
    'Mukaa Boys',
  ])
})
