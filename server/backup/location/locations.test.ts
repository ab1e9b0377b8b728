import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, readFile, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import {
  addFile,
  backUp,
  fileOf,
  openCharity,
  openWithPlace,
  restore,
  silent,
} from '../../testing/backups/backups.ts'
import { openFaultyBucket } from '../../testing/files/faultyBucket.ts'
import { openS3Server } from '../../testing/files/s3Server.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { temporaryFolder } from '../../testing/files/temporaryFolder.ts'
import { openSharedDatabase } from '../../testing/database/testDatabase.ts'
import { sentenceOf, sentences } from '../copy/BackupError.ts'
import { damaged } from '../copy/readCopy.ts'
import { makeFile, partOf } from '../makeFile.ts'
import { type Keys, openCopy } from './openCopy.ts'
import { goodName } from './prune.ts'
import { newKeyPair, encryptionMessages } from '../copy/encryption.ts'

/** A user id that owns no files. */
const NOBODY = 65_534

describe('a backup', () => {
  it('shares a bucket with those of other charities, each under its own path', async () => {
    const { url, folder } = await openS3Server({ isListed: true })
    for (const name of ['watoto', 'elimu-bora']) {
      const BACKUP_TO = url.replace('@elimu?', `@elimu/${name}?`)
      const test = await openCharity(undefined, { BACKUP_TO })
      const [first, second] = [await backUp(test), await backUp(test)]
      for (const made of [first, second]) expect(made).toMatchObject({ state: 'good', reason: null })
      await (await openCopy('latest', test.config, '/', {})).check()
      expect(await readdir(join(folder, name))).toContainEqual(expect.stringContaining('owner.json'))
    }
    expect(await readdir(folder)).toEqual(['elimu-bora', 'watoto'])
  })

  it('is sent to a bucket encrypted, and again for another key', async () => {
    const { url, folder } = await openS3Server({ isListed: true })
    const [one, other] = [await newKeyPair(), await newKeyPair()]
    const test = await openCharity(undefined, { BACKUP_TO: url, BACKUP_RECIPIENT: one.recipient })
    const first = await backUp(test)
    expect(first).toMatchObject({ state: 'good', reason: null })
    const second = await backUp(test)
    expect(second.new_bytes).toBeLessThan((first.new_bytes ?? 0) / 2)

    const config = { ...test.config, backupRecipient: other.recipient }
    const third = await backUp({ ...test, config })
    expect(third).toMatchObject({ state: 'good', reason: null })
    expect(third.new_bytes).toBe(third.bytes)
    const objects = await readdir(folder, { recursive: true })
    const encrypted = objects.filter((name) => name.endsWith('._S3rver_object') && !name.includes('.json'))
    expect(encrypted.length).toBeGreaterThan(10)
    for (const object of encrypted) {
      const bytes = await readFile(join(folder, object))
      expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    }

    async function check(name: string, key?: string): Promise<void> {
      await (await openCopy(name, test.config, '/', { identity: key })).check()
    }
    await check('latest', other.identity)
    await expect(check('latest', one.identity)).rejects.toThrow(encryptionMessages.wrongKey)
    await expect(check('latest')).rejects.toThrow(encryptionMessages.noKey)
  })

  it('that is encrypted says whether an object is damaged or missing, or the key is another one’s', async () => {
    const [{ identity, recipient }, other] = [await newKeyPair(), await newKeyPair()]
    const { test, BACKUP_TO, student } = await openWithPlace({ BACKUP_RECIPIENT: recipient })
    await addFile(test, student)
    const name = (await backUp(test)).name ?? ''
    const [file = ''] = await readdir(join(BACKUP_TO, 'files'))
    const sha256 = file.slice(0, 64)
    const check = async (keys: Keys = { identity }) => (await openCopy(name, test.config, '/', keys)).check()

    for (const [path, sentence] of [
      [join(BACKUP_TO, 'files', file), damaged.file(sha256)],
      [join(BACKUP_TO, name), damaged.unreadable],
    ] as const) {
      const whole = await readFile(path)
      // The end of the header, and the parts before it: the version, then for each key a share and an encrypted key.
      const headEnd = whole.indexOf('\n--- ')
      for (const at of [3, 24, 40, 90, headEnd + 10, headEnd + 60, whole.length - 1]) {
        const changed = Buffer.from(whole)
        changed[at] = (changed[at] ?? 0) ^ 1
        await writeFile(path, changed)
        await expect(check(), `byte ${at}`).rejects.toThrow(sentence)
      }
      await writeFile(path, whole)
    }
    await check()
    await expect(check({ identity: other.identity })).rejects.toThrow(encryptionMessages.wrongKey)

    await rename(join(BACKUP_TO, 'files', file), join(BACKUP_TO, 'away'))
    await expect(check()).rejects.toThrow(damaged.noFile(sha256))
    await rename(join(BACKUP_TO, name), join(BACKUP_TO, 'away too'))
    await expect(check()).rejects.toThrow(`${name} is missing`)
  })

  it('is not good if a file reads back differently, and the file is sent again for the next one', async () => {
    const BACKUP_TO = await temporaryFolder()
    const test = await openCharity(undefined, { BACKUP_TO })
    const { name } = await backUp(test)
    test.clock.step(24 * HOUR)
    const [file = ''] = await readdir(join(BACKUP_TO, 'files'))
    const path = join(BACKUP_TO, 'files', file)
    const bytes = await readFile(path)
    await writeFile(path, Buffer.from(bytes).fill(7, 10, 11))

    const bad = await backUp(test)
    expect(bad).toMatchObject({
      state: 'not good',
      reason: 'A file differs when read back',
      read_back_at: null,
    })
    expect(await readdir(BACKUP_TO)).not.toContain(goodName(bad.name ?? ''))
    expect(await readFile(path)).toEqual(bytes)
    expect(await backUp(test)).toMatchObject({ state: 'good' })
    // The earlier copy is correct again too.
    const copy = await openCopy(name ?? '', test.config, '/')
    await copy.check()
    expect(await readdir(BACKUP_TO)).not.toContain(bad.name)
  })

  it('and a restore explain a broken connection, or a bucket that may not be listed', async () => {
    const bucket = await openFaultyBucket()
    const { test, student } = await openWithPlace({ BACKUP_TO: bucket.url })
    await addFile(test, student)
    expect(await backUp(test)).toMatchObject({ state: 'good' })
    const copy = await openCopy('latest', test.config, '/')
    bucket.fault = 'breaks'
    await expect(copy.check()).rejects.toThrow(sentences.noAnswer)
    expect(await backUp(test)).toMatchObject({
      state: 'failed',
      reason: `${sentences.noAnswer} (ECONNRESET)`,
    })

    const path = await fileOf(test)
    const target = await openSharedDatabase({ isEmpty: true })
    const store = await openFaultyBucket()
    const STORAGE_URL = store.url
    store.fault = 'breaks'
    await expect(restore(path, target, { STORAGE_URL })).rejects.toThrow(
      'The store of the files did not answer',
    )
    store.fault = 'not listed'
    await expect(restore(path, target, { STORAGE_URL })).rejects.toThrow(
      'The store of the files does not let the key list the bucket',
    )

    bucket.fault = 'not listed'
    expect(await backUp(test)).toMatchObject({
      state: 'failed',
      reason: `${sentences.mayNotList} (HTTP 403, AccessDenied)`,
    })
    await expect(openCopy('latest', test.config, '/')).rejects.toThrow(sentences.mayNotList)
  })

  it.for([
    ['a folder that does not exist', (): string => '/nowhere/at/all', 'The folder for copies does not exist'],
    [
      'a bucket without a server',
      (): string => 's3://K:S@b?endpoint=http://127.0.0.1:9',
      'The store did not answer (ECONNREFUSED)',
    ],
    [
      'a wrong key',
      async (): Promise<string> => (await openS3Server()).url.replace('//S3RVER', '//wrong'),
      'The store refused the key (HTTP 403, InvalidAccessKeyId)',
    ],
    [
      'no such bucket',
      async (): Promise<string> => (await openS3Server({ isListed: true })).url.replace('@elimu', '@none'),
      'The store has no such bucket (HTTP 404, NoSuchBucket)',
    ],
  ] as const)('fails with a sentence: %s', async ([, location, reason]) => {
    const { test } = await openWithPlace({ BACKUP_TO: await location() })
    expect(await backUp(test)).toMatchObject({ state: 'failed', reason })
  })

  it('in a file explains why the file cannot be written', async () => {
    const { test } = await openWithPlace()
    const file = join(test.config.dataDir, 'a file')
    await writeFile(file, '')
    await expect(makeFile(test, join(file, 'copy.elimu'), silent)).rejects.toThrow(
      `Elimu cannot write to the folder ${file}: name a file elsewhere, as in npm run backup -- /somewhere/copy.elimu (`,
    )
  })

  it('in a file removes unfinished files of runs that were killed days ago', async () => {
    const { test } = await openWithPlace()
    const folder = await temporaryFolder()
    const yesterday = new Date(Date.now() - 25 * HOUR)
    for (const name of ['elimu-2026-01-01.elimu.part', 'of-today.elimu.part', 'others.part']) {
      await writeFile(join(folder, name), '')
      if (!name.startsWith('of-today')) await utimes(join(folder, name), yesterday, yesterday)
    }
    await makeFile(test, join(folder, 'copy.elimu'), silent)
    const left = ['anonymised.json', 'copy.elimu', 'of-today.elimu.part', 'others.part']
    expect((await readdir(folder)).sort()).toEqual(left)
  })

  it('in a file reports a full disk, and leaves no file', async () => {
    const { test, student } = await openWithPlace()
    for (let file = 0; file < 10; file++) await addFile(test, student, randomBytes(100_000))
    const folder = await temporaryFolder()
    const path = join(folder, 'copy.elimu')
    await symlink('/dev/full', partOf(path))
    await expect(makeFile(test, path, silent).catch(sentenceOf)).resolves.toBe(sentences.diskFull)
    expect(await readdir(folder)).toEqual([])
    expect((await readdir(test.config.dataDir)).filter((name) => name.startsWith('backing-up'))).toEqual([])
  })

  it('is made even if another user’s was killed and left files that Elimu may not remove', async () => {
    const { test, BACKUP_TO } = await openWithPlace()
    const { dataDir } = test.config
    const own = (await readdir(dataDir)).map((name) => join(dataDir, name))
    const left = join(dataDir, 'backing-up')
    await mkdir(join(left, 'one-'), { recursive: true })
    await chmod(left, 0)
    const warning = once(process, 'warning')
    try {
      const backup = asNobody([BACKUP_TO, dataDir, ...own], () => backUp(test))
      expect(await backup).toMatchObject({ state: 'good' })
    } finally {
      await chmod(left, 0o700)
    }
    expect(String(await warning)).toContain(`${left} was left by another user’s backup`)
  })

  it('can be read from a read-only disk, and the next one explains that it cannot be written there', async () => {
    const { test, BACKUP_TO } = await openWithPlace()
    const { name } = await backUp(test)
    await chmod(BACKUP_TO, 0o500)
    try {
      await asNobody([BACKUP_TO, join(BACKUP_TO, name ?? ''), test.config.dataDir], async () => {
        expect(await backUp(test)).toMatchObject({ state: 'failed', reason: sentences.noAccess })
        await (await openCopy('latest', test.config, '/')).check()
      })
    } finally {
      await chmod(BACKUP_TO, 0o700)
    }
  })

  it('explains a missing file and a full disk', async () => {
    const BACKUP_TO = await temporaryFolder()
    const test = await openCharity(undefined, { BACKUP_TO })
    const key = await addFile(test, 1)
    await test.files.remove(key)
    expect(await backUp(test)).toMatchObject({
      state: 'not good',
      reason: expect.stringMatching(/^1 stored file is damaged or missing: Report card of \S+ \(missing\)$/),
    })
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    const files = { ...test.files, open: () => Promise.reject(full) }
    await test.db.deleteFrom('files').where('key', '=', key).execute()
    await test.db.deleteFrom('stored_hashes').execute()
    expect(await backUp({ ...test, files })).toMatchObject({ reason: 'The disk of this server is full' })
    const fillSqlite = () =>
      new DatabaseSync(':memory:').exec('pragma max_page_count = 1; create table a (b)')
    expect(errorOf(fillSqlite)).toBe('The disk of this server is full')
  })
})

/** Runs `work` as a user who owns only these paths, because root may access everything. */
async function asNobody<Result>(paths: string[], work: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return work()
  for (const path of paths) await chown(path, NOBODY, NOBODY)
  process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

function errorOf(work: () => void): string {
  try {
    work()
    return ''
  } catch (error) {
    return sentenceOf(error)
  }
}
