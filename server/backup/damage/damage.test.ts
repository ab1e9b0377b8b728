import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { USER_ACTIVE, USER_DISABLED } from '#contract/users.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addFile, backUp, fileOf, restore } from '../../testing/backups/backups.ts'
import { openDamageTrial } from '../../testing/backups/damageTrial.ts'
import { cast } from '../../testing/data/users.ts'
import { openSharedDatabase } from '../../testing/database/testDatabase.ts'
import { places } from '../../testing/files/fileTrial.ts'
import { temporaryFolder } from '../../testing/files/temporaryFolder.ts'
import { lettersOf } from '../../testing/mail/postman.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { openTestApp } from '../../testing/testApp.ts'
import { until } from '../../testing/until.ts'
import { connect } from '../../database/connect.ts'
import { forgetDamage } from './damageData.ts'
import { hashOf } from '../../base/hashing.ts'
import { openCopy } from '../location/openCopy.ts'
import { newKeyPair } from '../copy/encryption.ts'
import { writeDamageLetters } from '../damageLetters.ts'
import { acceptLoss, fetchBack } from './fetchBack.ts'
import { createFileReader, readDueFiles } from '../fileReader.ts'

const DAY = 24 * HOUR

type Trial = Awaited<ReturnType<typeof openDamageTrial>>

/** Reads every file as the nights of a cycle do. */
async function readForAMonth({ test }: Pick<Trial, 'test'>): Promise<void> {
  await readDueFiles(test)
  for (let day = 0; day < 30; day++) {
    test.clock.step(DAY)
    await readDueFiles(test)
  }
}

const damageOf = async ({ test }: Pick<Trial, 'test'>) => {
  const { body } = await (await test.signIn(cast.administrator)).get('/api/backups')
  return (body as { data: { damaged: unknown[]; damaged_total: number } }).data
}

/** The health as another process sees it, because each caches its answer. */
const healthOf = async ({ test }: Pick<Trial, 'test'>) =>
  (await (await openTestApp({ beside: test })).client().get('/api/health')).body

const fetching = ({ test }: Pick<Trial, 'test'>, keys = {}) => ({ ...test.services, folder: '/', keys })

describe.for(places)('a stored file %s', (place) => {
  it('has a hash from its upload, with which it is read again within 30 days', async () => {
    const trial = await openDamageTrial(place)
    const { test, certificate, picture, thumb, bytesOf } = trial
    const hashes = () => test.db.selectFrom('stored_hashes').selectAll().orderBy('key').execute()
    const expected = [certificate, picture, thumb].toSorted().map(async (key) => {
      const bytes = await bytesOf(key)
      return { key, sha256: hashOf(bytes), bytes: bytes.length }
    })
    expect(await hashes()).toMatchObject(await Promise.all(expected))
    await readForAMonth(trial)
    const month = new Date(test.clock().getTime() - 30 * DAY).toISOString()
    for (const { read_at, damage } of await hashes()) {
      expect(read_at > month).toBe(true)
      expect(damage).toBeNull()
    }
  })

  it('that is damaged or missing is found, named everywhere, and fetched back from a copy', async () => {
    const trial = await openDamageTrial(place)
    const { test, certificate, thumb, ref, bytesOf, flip } = trial
    expect(await backUp(test)).toMatchObject({ state: 'good' })
    expect(await damageOf(trial)).toMatchObject({ damaged: [], damaged_total: 0 })
    const whole = [await bytesOf(certificate), await bytesOf(thumb)]
    await flip(certificate)
    await test.files.remove(thumb)
    await readForAMonth(trial)

    const since = expect.stringMatching(/^2026-03-/)
    const named = [
      { kind: 'KCPE Certificate', name: 'a-file.pdf', ref, damage: 'damaged', since },
      { kind: 'Profile picture, small size', name: 'a-file.webp', ref, damage: 'missing', since },
    ]
    const { damaged, damaged_total } = await damageOf(trial)
    expect(damaged).toHaveLength(2)
    expect(damaged).toEqual(expect.arrayContaining(named.map((file) => expect.objectContaining(file))))
    expect(damaged_total).toBe(2)
    expect(await healthOf(trial)).toMatchObject({
      status: 'ok',
      warnings: expect.arrayContaining([
        '2 stored files are damaged or missing. Settings, Backup names them.',
      ]),
    })

    await Promise.all([writeDamageLetters(test.services), writeDamageLetters(test.services)])
    test.clock.step(2 * DAY)
    await writeDamageLetters(test.services)
    const letters = await lettersOf(test)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({
      recipient: cast.administrator.email,
      subject: '2 stored files are damaged or missing - Elimu',
    })
    expect(letters[0]?.text).toContain(`KCPE Certificate of ${ref} (damaged)`)

    const { fetched, lacking } = await fetchBack(undefined, fetching(trial))
    expect([fetched.length, lacking.length]).toEqual([2, 0])
    expect([await bytesOf(certificate), await bytesOf(thumb)]).toEqual(whole)
    expect(await damageOf(trial)).toMatchObject({ damaged: [], damaged_total: 0 })
    expect(JSON.stringify(await healthOf(trial))).not.toContain('damaged')
  })
})

describe('the reading at night', () => {
  it('is shared by two processes, makes up for missed nights, and continues after a stop', async () => {
    const trial = await openDamageTrial()
    const { test, certificate, flip } = trial
    await readDueFiles(test)
    await flip(certificate)
    test.clock.step(60 * DAY)
    const stopped = new AbortController()
    stopped.abort()
    await expect(readDueFiles(test, stopped.signal)).rejects.toThrow('aborted')
    const read = await Promise.all([readDueFiles(test), readDueFiles(test)])
    expect(Math.max(...read)).toBe(3)
    expect(await readDueFiles(test)).toBe(0)
    expect(await damageOf(trial)).toMatchObject({ damaged_total: 1 })
  })

  it('stops in the middle of a large file, which it reads again after the next start', async () => {
    const { test, student_id } = await openDamageTrial()
    const key = await addFile(test, student_id, randomBytes(20_000_000))
    const readAt = async () =>
      (await test.db.selectFrom('stored_hashes').select('read_at').where('key', '=', key).executeTakeFirst())
        ?.read_at
    const stored = await readAt()
    await readDueFiles(test)
    test.clock.step(60 * DAY)
    let opened = ''
    const open = (each: string) => test.files.open((opened = each))
    const reader = createFileReader({ ...test.services, files: { ...test.files, open } })
    reader.start()
    await until('it reads the large file', () => opened === key)
    await reader.stop()
    expect(await readAt()).toBe(stored)
    const next = createFileReader(test.services)
    onTestFinished(() => next.stop())
    next.start()
    await until('it has read all', () => test.logged().includes('stored files were read again'))
    expect(await readAt()).toBe(test.clock().toISOString())
    expect(test.logged()).not.toContain('could not be read')
  })

  it('writes again only about more files, a day later, and not without an administrator', async () => {
    const trial = await openDamageTrial()
    const { test, ref, certificate, picture, flip } = trial
    const administrators = test.db.updateTable('users').where('role_id', '=', 1)
    await readDueFiles(test)
    await flip(certificate)
    await readForAMonth(trial)
    await administrators.set({ status: USER_DISABLED }).execute()
    await writeDamageLetters(test.services)
    await administrators.set({ status: USER_ACTIVE }).execute()
    await writeDamageLetters(test.services)
    await flip(picture)
    test.clock.step(60 * DAY)
    await readDueFiles(test)
    await writeDamageLetters(test.services)
    expect((await lettersOf(test)).map(({ subject }) => subject)).toEqual([
      '1 stored file is damaged or missing - Elimu',
      '2 stored files are damaged or missing - Elimu',
    ])
    // An anonymised record leaves no trace in them.
    await test.db.transaction().execute((trx) => forgetDamage(trx, ref))
    expect(JSON.stringify(await lettersOf(test))).not.toContain(ref)
  })
})

describe('a copy', () => {
  it('at a new location does not sign damage as good; an earlier location keeps its good file', async () => {
    const trial = await openDamageTrial()
    const { test, BACKUP_TO, certificate, ref, bytesOf, flip } = trial
    await backUp(test)
    const before = await readdir(join(BACKUP_TO, 'files'))
    await flip(certificate)
    const damaged = hashOf(await bytesOf(certificate))

    const fresh = await temporaryFolder()
    const elsewhere = { ...test.services, config: { ...test.config, backupTo: fresh } }
    const reason = `1 stored file is damaged or missing: KCPE Certificate of ${ref} (damaged)`
    const bad = await backUp({ ...elsewhere })
    expect(bad).toMatchObject({ state: 'not good', reason })
    expect(await readdir(join(fresh, 'files'))).toHaveLength(2)
    expect(await readdir(join(fresh, 'files'))).not.toContain(damaged)
    expect((await readdir(fresh)).filter((name) => name.endsWith('good.json'))).toEqual([])
    await expect(fileOf(test)).rejects.toThrow(reason)

    test.clock.step(HOUR)
    expect(await backUp(test)).toMatchObject({ state: 'good', reason: null })
    expect(await readdir(join(BACKUP_TO, 'files'))).toEqual(before)
    for (const name of before) expect(hashOf(await readFile(join(BACKUP_TO, 'files', name)))).toBe(name)

    // No copy at the new location has the file, so its loss is accepted.
    expect(await fetchBack(undefined, fetching({ test: { ...test, services: elsewhere } }))).toMatchObject({
      fetched: [],
      lacking: [{ ref }],
    })
    expect(await acceptLoss(test)).toHaveLength(1)
    expect(await damageOf(trial)).toMatchObject({ damaged: [] })
    test.clock.step(HOUR)
    expect(await backUp(elsewhere)).toMatchObject({ state: 'good', reason: null })
    await (await openCopy('latest', elsewhere.config, '/')).check()

    const target = await openSharedDatabase({ isEmpty: true })
    await restore('latest', target, { BACKUP_TO: fresh })
    const { db } = await connect({ dataDir: target.DATA_DIR, databaseUrl: target.DATABASE_URL })
    const rows = await db.selectFrom('stored_hashes').select(['key', 'damage', 'sha256']).execute()
    await db.destroy()
    expect(rows.filter(({ damage }) => damage)).toMatchObject([{ key: certificate, damage: 'missing' }])
    expect(rows).toHaveLength(3)
  })

  it('that reads back differently is not overwritten with a file that is damaged too', async () => {
    const trial = await openDamageTrial()
    const { test, BACKUP_TO, certificate, bytesOf, flip } = trial
    await backUp(test)
    const object = join(BACKUP_TO, 'files', hashOf(await bytesOf(certificate)))
    await writeFile(object, Buffer.from(await readFile(object)).fill(7, 10, 11))
    const left = await readFile(object)
    await flip(certificate)
    test.clock.step(HOUR)
    expect(await backUp(test)).toMatchObject({ state: 'not good', reason: 'A file differs when read back' })
    expect(await readFile(object)).toEqual(left)
    expect(await damageOf(trial)).toMatchObject({ damaged_total: 1 })
  })

  it('in one file, or encrypted, gives its files back, but not what is damaged in it', async () => {
    const { identity, recipient } = await newKeyPair()
    const trial = await openDamageTrial()
    const { test, BACKUP_TO, certificate, picture, bytesOf, flip } = trial
    const whole = await bytesOf(certificate)
    const path = await fileOf(test)
    const encrypted = { ...test.services, config: { ...test.config, backupRecipient: recipient } }
    await backUp(encrypted)
    await flip(certificate)
    await flip(picture)
    await readForAMonth(trial)
    await expect(fetchBack(undefined, fetching(trial))).rejects.toThrow('private key')

    const [object = ''] = await readdir(join(BACKUP_TO, 'files')).then((names) =>
      names.filter((name) => name.startsWith(hashOf(whole))),
    )
    const bytes = await readFile(join(BACKUP_TO, 'files', object))
    await writeFile(join(BACKUP_TO, 'files', object), Buffer.from(bytes).fill(7, bytes.length - 20))
    const { fetched, lacking } = await fetchBack(undefined, fetching(trial, { identity }))
    expect([fetched.map(({ key }) => key), lacking.map(({ key }) => key)]).toEqual([[picture], [certificate]])

    expect(await fetchBack(path, fetching(trial))).toMatchObject({
      fetched: [{ key: certificate }],
      lacking: [],
    })
    expect(await bytesOf(certificate)).toEqual(whole)
  })
})
