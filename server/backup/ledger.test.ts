import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openFolder } from '../files/diskStore.ts'
import { finishErasures } from '../privacy/erasure/finishErasures.ts'
import { backUp, fileOf, openWithPlace, restore } from '../testing/backups/backups.ts'
import { addStudents } from '../testing/data/students.ts'
import { HOUR } from '../testing/steppedClock.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { openTestApp, openWithCast, type TestApp } from '../testing/testApp.ts'
import { openSharedDatabase, type TestDatabase } from '../testing/database/testDatabase.ts'
import { cast } from '../testing/data/users.ts'
import { storeFile } from '../testing/files/storedFile.ts'
import { addWholeStudent, placesOf } from '../testing/data/wholeStudent.ts'
import { LEDGER } from './copy/copyFormat.ts'
import { openSigner } from './copy/signing.ts'
import { continueLedger, type Entry, ledgerMessages } from './location/ledger.ts'
import { writeLedger } from './location/writeLedger.ts'

const emptyDatabase = () => openSharedDatabase({ isEmpty: true })
const withLedger = (copy: string, target: TestDatabase, keys = {}) =>
  restore(copy, target, {}, { withLedger: true, ...keys })

async function anonymiseOne(test: TestApp, id: number): Promise<void> {
  const { ref } = await test.db
    .updateTable('students')
    .set({ status: 2 })
    .where('id', '=', id)
    .returning('ref')
    .executeTakeFirstOrThrow()
  const admin = await test.signIn(cast.administrator)
  await admin.post(`/api/students/${id}/anonymise`, { ref })
  test.clock.step(7 * 24 * HOUR)
  expect(await finishErasures(test.services)).toBe(1)
}

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
  const { name } = await backUp(test)
  await anonymiseOne(test, student)
  return { test, BACKUP_TO, student, copy: join(BACKUP_TO, name ?? '') }
}

const recordsIn = (ledger: string) => (JSON.parse(ledger) as { records: [Entry, Entry] }).records
const ledgerWith = ({ config }: TestApp, entries: Entry[]) =>
  continueLedger(undefined, entries, openSigner(config)).json

/** Copies with a ledger of one and of two records, and the ledger as it was beside each. */
async function twoCopies() {
  const { test, BACKUP_TO, student } = await openWithPlace()
  const [second = 0] = await addStudents(test.db, [{ name: 'Kevin Otieno', school_id: 1 }])
  const path = join(BACKUP_TO, LEDGER)
  const copyWith = async (id: number) => {
    await anonymiseOne(test, id)
    const { name } = await backUp(test)
    return { copy: join(BACKUP_TO, name ?? ''), ledger: await readFile(path, 'utf8') }
  }
  return { test, path, one: await copyWith(student), two: await copyWith(second) }
}

it('a restore anonymises again what was anonymised after the copy', async () => {
  const { test, BACKUP_TO, copy } = await copyFromBefore()
  expect(await readFile(join(BACKUP_TO, LEDGER), 'utf8')).not.toMatch(/Faith|EL-0001/)
  const target = await emptyDatabase()
  expect(await withLedger(copy, target)).toMatchObject({ anonymised: 1 })
  const restored = await openTestApp({ database: target })
  const find = ({ db }: Pick<typeof test, 'db'>) =>
    db.selectFrom('students').select(['id', 'name', 'ref', 'mother']).execute()
  expect(await find(restored)).toEqual(await find(test))
  expect(await restored.db.selectFrom('files').select('id').execute()).toEqual([])
  const left = []
  for await (const { key } of restored.files.list()) left.push(key)
  expect(left).toEqual([])
  expect(await placesOf(restored, { texts: ['Faith', 'Odhiambo', 'EL-0001'], keys: [] })).toEqual([])
})

it('a restore leaves nothing of a student about whom every table has rows', async () => {
  const { test, BACKUP_TO } = await openWithPlace()
  const { traces } = await addWholeStudent(test)
  const { name } = await backUp(test)
  test.clock.step(7 * 24 * HOUR)
  expect(await finishErasures(test.services)).toBe(1)
  const target = await emptyDatabase()
  expect(await withLedger(join(BACKUP_TO, name ?? ''), target)).toMatchObject({ anonymised: 1 })
  const restored = await openTestApp({ database: target })
  // PostgreSQL refuses rows that refer to a missing one.
  const loose = sql.raw(test.engine === 'sqlite' ? 'pragma foreign_key_check' : 'select 1 where 1 = 0')
  expect((await loose.execute(restored.db)).rows).toEqual([])
  expect(await placesOf(restored, traces)).toEqual([])
})

it('a restore refuses a ledger that is older than the copy’s own, and accepts one that is equal or newer', async () => {
  const { path, one, two } = await twoCopies()
  expect(JSON.parse(two.ledger)).toMatchObject({ count: 2, day: '2026-03-16' })
  await writeFile(path, one.ledger)
  await expect(withLedger(two.copy, await emptyDatabase())).rejects.toThrow(
    ledgerMessages.older('1 record, the last of 2026-03-09', '2 records, the last of 2026-03-16'),
  )
  expect(await withLedger(one.copy, await emptyDatabase())).toMatchObject({ anonymised: 0 })
  await writeFile(path, two.ledger)
  expect(await withLedger(one.copy, await emptyDatabase())).toMatchObject({ anonymised: 1 })
})

it('a restore accepts a ledger that lists all records of the copy’s own in another order', async () => {
  const { test, path, two } = await twoCopies()
  const records = recordsIn(two.ledger)
  const target = await emptyDatabase()
  // As after a restore from a copy without the newest entry, whose record was then anonymised again.
  await writeFile(join(target.DATA_DIR, LEDGER), ledgerWith(test, records.toReversed()))
  expect(await withLedger(two.copy, target)).toMatchObject({ anonymised: 0 })
  await writeFile(path, ledgerWith(test, records.toReversed()))
  expect(await withLedger(two.copy, await emptyDatabase())).toMatchObject({ anonymised: 0 })
})

it('a restore uses the entries of both the ledger beside the copy and that in DATA_DIR', async () => {
  const { test, BACKUP_TO, student } = await openWithPlace()
  const [another = 0] = await addStudents(test.db, [{ name: 'Kevin Otieno', school_id: 1 }])
  const { name } = await backUp(test)
  const copy = join(BACKUP_TO, name ?? '')
  for (const id of [student, another]) await anonymiseOne(test, id)
  const [first, second] = recordsIn(await readFile(join(BACKUP_TO, LEDGER), 'utf8'))
  const target = await emptyDatabase()
  await writeFile(join(BACKUP_TO, LEDGER), ledgerWith(test, [first]))
  await writeFile(join(target.DATA_DIR, LEDGER), ledgerWith(test, [second]))
  expect(await withLedger(copy, target)).toMatchObject({ anonymised: 2 })
  expect(recordsIn(await readFile(join(target.DATA_DIR, LEDGER), 'utf8'))).toHaveLength(2)

  const signer = openSigner(test.config).fingerprint
  const forged = openSigner({ ...test.config, appSecret: 'the secret of somebody else' })
  const other = await emptyDatabase()
  await writeFile(join(other.DATA_DIR, LEDGER), continueLedger(undefined, [second], forged).json)
  await expect(withLedger(copy, other, { signer })).rejects.toThrow(
    ledgerMessages.otherSigner(forged.fingerprint),
  )
})

it('a restore and a backup find a removed, an edited and a forged entry of the ledger', async () => {
  const { test, path, one, two } = await twoCopies()
  const written = JSON.parse(two.ledger) as { count: number; records: { student_id: number }[] }
  const change = async (edit: (ledger: typeof written) => void) => {
    const ledger = structuredClone(written)
    edit(ledger)
    await writeFile(path, JSON.stringify(ledger))
  }
  const target = await emptyDatabase()
  const expectRefusal = (sentence: string) => expect(withLedger(one.copy, target)).rejects.toThrow(sentence)
  await change(({ records }) => records.shift())
  await expectRefusal(ledgerMessages.broken(1))
  expect(await backUp(test)).toMatchObject({
    state: 'failed',
    reason: `${ledgerMessages.broken(1)}. ${ledgerMessages.beforeBackup}`,
  })
  await change(({ records }) => (records[1] = { ...records[1], student_id: 99 }))
  await expectRefusal(ledgerMessages.broken(2))
  await change(({ records }) => records.pop())
  await expectRefusal(ledgerMessages.miscounted(2, 1))
  await change((ledger) => {
    ledger.records.pop()
    ledger.count = 1
  })
  await expectRefusal(ledgerMessages.changed)
  await rm(path)
  expect(await backUp(test)).toMatchObject({ state: 'good' })
  expect(await readFile(path, 'utf8')).toBe(two.ledger)
})

it('a damaged ledger in DATA_DIR is written again from that of the location, else from the database', async () => {
  const { test, path, two } = await twoCopies()
  const local = join(test.config.dataDir, LEDGER)
  const another = ledgerWith(test, recordsIn(two.ledger).toReversed())
  await writeFile(path, another)
  await writeFile(local, two.ledger.slice(0, 100))
  expect(await backUp(test)).toMatchObject({ state: 'good' })
  expect(await readFile(local)).toEqual(another)
  await writeFile(local, two.ledger.replace('"count":2', '"count":3'))
  await rm(path)
  expect(await backUp(test)).toMatchObject({ state: 'good' })
  for (const each of [local, path]) expect(await readFile(each, 'utf8')).toBe(two.ledger)
})

it('a backup that writes the ledger while a record is anonymised loses no entry', async () => {
  const { test, BACKUP_TO, student } = await openWithPlace()
  await backUp(test)
  await rm(join(BACKUP_TO, LEDGER))
  const location = openFolder(BACKUP_TO)
  const isAnonymised = async () => (await readdir(BACKUP_TO)).includes(LEDGER)
  await writeLedger(test, {
    ...location,
    /** The server anonymises a record once the backup has read the ledgers and the database. */
    async put(...file) {
      if (!(await isAnonymised())) await anonymiseOne(test, student)
      await location.put(...file)
    },
  })
  expect(recordsIn(await readFile(join(BACKUP_TO, LEDGER), 'utf8'))).toMatchObject([{ student_id: student }])
})

it('a restore without the ledger stops, unless asked to go on', async () => {
  const { BACKUP_TO, copy } = await copyFromBefore()
  await rm(join(BACKUP_TO, LEDGER))
  await expect(withLedger(copy, await emptyDatabase())).rejects.toThrow(ledgerMessages.missing)
  expect(await restore(copy, await emptyDatabase())).toMatchObject({ anonymised: 0 })
})

it('a copy in a file has the ledger in it and beside it, and is restored as it stands, also where it was moved', async () => {
  const { test } = await copyFromBefore()
  const path = await fileOf(test)
  const [beside, moved] = [await emptyDatabase(), await emptyDatabase()]
  const find = ({ db }: Pick<typeof test, 'db'>) => db.selectFrom('students').select(['id', 'ref']).execute()
  // The copy has no record that was anonymised later.
  expect(await withLedger(path, beside)).toMatchObject({ anonymised: 0 })
  expect(await find(await openTestApp({ database: beside }))).toEqual(await find(test))

  const alone = join(await temporaryFolder(), 'moved.elimu')
  await copyFile(path, alone)
  expect(await withLedger(alone, moved)).toMatchObject({ isOwnLedger: true })
})

it('without BACKUP_TO the ledger is in DATA_DIR, and a restore finds it there or beside the copy', async () => {
  const test = await openWithCast({ database: await openSharedDatabase() })
  const [student = 0] = await addStudents(test.db, [{}])
  const path = await fileOf(test)
  await anonymiseOne(test, student)
  const written = join(test.config.dataDir, LEDGER)
  const [inPlace, beside] = [await emptyDatabase(), await emptyDatabase()]
  await copyFile(written, join(inPlace.DATA_DIR, LEDGER))
  expect(await withLedger(path, inPlace)).toMatchObject({ anonymised: 1 })
  await copyFile(written, join(dirname(path), LEDGER))
  expect(await withLedger(path, beside)).toMatchObject({ anonymised: 1 })
  expect(await readFile(join(beside.DATA_DIR, LEDGER))).toEqual(await readFile(written))
})

it('a move with a new secret continues the ledger, and earlier copies can still be restored', async () => {
  const { test, BACKUP_TO, student, copy } = await copyFromBefore()
  const [second = 0] = await addStudents(test.db, [{ name: 'Kevin Otieno', school_id: 1 }])
  const { name } = await backUp(test)
  const between = join(BACKUP_TO, name ?? '')
  const target = await emptyDatabase()
  await withLedger(between, target)
  const settings = { BACKUP_TO, APP_SECRET: 'another secret, which a new machine has made for itself' }
  const moved = await openTestApp({ database: target, clock: test.clock, settings })
  // Only the newest copy of a day is kept, so the clock moves to the next day.
  test.clock.step(24 * HOUR)
  const signer = openSigner(test.config).fingerprint
  expect(await backUp(moved, { signer })).toMatchObject({ state: 'good' })
  // Nothing was added, so that the old signature still covers it.
  expect(await withLedger(copy, await emptyDatabase(), { signer })).toMatchObject({ anonymised: 1 })

  await anonymiseOne(moved, second)
  const ledgerSigner = openSigner(moved.config).fingerprint
  const { records } = JSON.parse(await readFile(join(BACKUP_TO, LEDGER), 'utf8'))
  expect(records).toMatchObject([{ student_id: student }, { student_id: second }])
  expect(await withLedger(between, await emptyDatabase())).toMatchObject({ anonymised: 1, signer })
  await expect(withLedger(copy, await emptyDatabase(), { signer })).rejects.toThrow(
    ledgerMessages.otherSigner(ledgerSigner),
  )
  expect(await withLedger(between, await emptyDatabase(), { signer, ledgerSigner })).toMatchObject({
    anonymised: 1,
  })
})

it('a ledger of an earlier version, without hashes, is read and continued', async () => {
  const { test, BACKUP_TO, copy } = await copyFromBefore()
  const path = join(BACKUP_TO, LEDGER)
  const [{ hash, ...entry }] = JSON.parse(await readFile(path, 'utf8')).records
  const { sign } = openSigner(test.config)
  await writeFile(path, JSON.stringify({ records: [entry], ...sign(Buffer.from(JSON.stringify([entry]))) }))
  expect(await withLedger(copy, await emptyDatabase())).toMatchObject({ anonymised: 1 })
  await rm(join(test.config.dataDir, LEDGER))
  await backUp(test)
  for (const folder of [BACKUP_TO, test.config.dataDir])
    expect(JSON.parse(await readFile(join(folder, LEDGER), 'utf8'))).toMatchObject({
      count: 1,
      records: [{ ...entry, hash }],
    })
})
