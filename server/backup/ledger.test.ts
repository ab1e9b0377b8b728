import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { finishErasures } from '../privacy/erasure/finishErasures.ts'
import { backUp, fileOf, openWithPlace, restore } from '../testing/backups/backups.ts'
import { HOUR } from '../testing/steppedClock.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { openTestApp } from '../testing/testApp.ts'
import { openSharedDatabase } from '../testing/database/testDatabase.ts'
import { cast } from '../testing/data/users.ts'
import { storeFile } from '../testing/files/storedFile.ts'
import { placesOf } from '../testing/data/wholeStudent.ts'
import { LEDGER } from './copy/copyFormat.ts'
import { ledgerMessages } from './location/ledger.ts'

/** A copy from before a record was anonymised. */
async function copyFromBefore() {
  const { test, BACKUP_TO, student } = await openWithPlace()
  await storeFile(test, Buffer.from('%PDF-1.7 The certificate of Faith'), {
    purpose: 'certificate',
    student_id: student,
    type: 'application/pdf',
  })
  // Otherwise the later search of the store would prove nothing.
  expect(await placesOf(test, { texts: ['Faith'], keys: [] })).toContain('store')
  await test.db.updateTable('students').set({ status: 2 }).execute()
  const { name } = await backUp(test)
  const admin = await test.signIn(cast.administrator)
  await admin.post(`/api/students/${student}/anonymise`, { ref: 'EL-0001' })
  test.clock.step(7 * 24 * HOUR)
  expect(await finishErasures(test.services)).toBe(1)
  return { test, BACKUP_TO, student, copy: join(BACKUP_TO, name ?? '') }
}

it('a restore anonymises again what was anonymised after the copy', async () => {
  const { test, BACKUP_TO, student, copy } = await copyFromBefore()
  expect(await readFile(join(BACKUP_TO, LEDGER), 'utf8')).not.toMatch(/Faith|EL-0001/)
  const target = await openSharedDatabase({ isEmpty: true })
  expect(await restore(copy, target, {}, { withLedger: true })).toMatchObject({ anonymised: 1 })
  const restored = await openTestApp({ database: target })
  const find = ({ db }: Pick<typeof test, 'db'>) =>
    db.selectFrom('students').select(['name', 'ref', 'mother']).where('id', '=', student).execute()
  expect(await find(restored)).toEqual(await find(test))
  expect(await restored.db.selectFrom('files').select('id').execute()).toEqual([])
  const left = []
  for await (const { key } of restored.files.list()) left.push(key)
  expect(left).toEqual([])
  expect(await placesOf(restored, { texts: ['Faith', 'Odhiambo', 'EL-0001'], keys: [] })).toEqual([])
})

it('a restore without the ledger, or with one that was changed, stops and says why', async () => {
  const { BACKUP_TO, copy } = await copyFromBefore()
  const path = join(BACKUP_TO, LEDGER)
  const target = async () => openSharedDatabase({ isEmpty: true })
  const ledger = await readFile(path, 'utf8')
  await writeFile(path, ledger.replace(/"student_id":\d+/, '"student_id":99'))
  await expect(restore(copy, await target(), {}, { withLedger: true })).rejects.toThrow(
    ledgerMessages.changed,
  )
  await rm(path)
  await expect(restore(copy, await target(), {}, { withLedger: true })).rejects.toThrow(
    ledgerMessages.missing,
  )
  expect(await restore(copy, await target())).toMatchObject({ anonymised: 0 })
})

it('a copy in a file has the ledger in it and beside it, and is restored as it stands, also where it was moved', async () => {
  const { test, student } = await copyFromBefore()
  const path = await fileOf(test)
  const [beside, moved] = [
    await openSharedDatabase({ isEmpty: true }),
    await openSharedDatabase({ isEmpty: true }),
  ]
  const find = ({ db }: Pick<typeof test, 'db'>) =>
    db.selectFrom('students').select('ref').where('id', '=', student).execute()
  // The copy has no record that was anonymised later.
  expect(await restore(path, beside, {}, { withLedger: true })).toMatchObject({ anonymised: 0 })
  expect(await find(await openTestApp({ database: beside }))).toEqual(await find(test))

  const alone = join(await temporaryFolder(), 'moved.elimu')
  await copyFile(path, alone)
  expect(await restore(alone, moved, {}, { withLedger: true })).toMatchObject({ isOwnLedger: true })
})

it('a restore refuses a ledger that is older than the copy, and says what both list', async () => {
  const { test, BACKUP_TO } = await copyFromBefore()
  const older = await fileOf((await openWithPlace()).test)
  const { name } = await backUp(test)
  await copyFile(join(dirname(older), LEDGER), join(BACKUP_TO, LEDGER))
  const target = await openSharedDatabase({ isEmpty: true })
  await expect(restore(join(BACKUP_TO, name ?? ''), target, {}, { withLedger: true })).rejects.toThrow(
    ledgerMessages.older('0 records', '1 record, the last of 2026-03-09'),
  )
})
