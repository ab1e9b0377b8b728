import { chown, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { fillCharity } from '../../testing/backups/backups.ts'
import { backupsOf } from '../../testing/backups/backupRows.ts'
import { openDamageTrial } from '../../testing/backups/damageTrial.ts'
import { spawnServer } from '../../testing/spawnServer.ts'
import { temporaryFolder } from '../../testing/files/temporaryFolder.ts'
import { openTestApp } from '../../testing/testApp.ts'
import { openEmbeddedDatabase } from '../../testing/database/testDatabase.ts'
import { until } from '../../testing/until.ts'
import { STOPPED } from '../backupRow.ts'
import { openSigner } from '../copy/signing.ts'
import { openCopy } from '../location/openCopy.ts'
import { argumentsOf, readKeys, refuseRoot, signedBy, sizeOf } from './command.ts'

it('a copy is made and checked from the shell, and never overwrites a file', async () => {
  const database = await openEmbeddedDatabase()
  const test = await openTestApp({ database })
  await fillCharity(test)
  const folder = await temporaryFolder()
  const run = async (main: string, args: string[], settings = {}) => {
    const shell = spawnServer(
      { ...database, INIT_CWD: folder, ...settings },
      `server/backup/cli/${main}.ts`,
      args,
    )
    return { code: await shell.ended, ...shell.output }
  }
  expect(await run('backupMain', ['copy.elimu'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /copy\.elimu is made and read back: \d+ rows of \d+ tables and \d+ files\. Every/,
    ),
  })
  const DATA_DIR = await temporaryFolder()
  const { fingerprint } = openSigner({ appSecret: undefined, dataDir: database.DATA_DIR })
  const [again, checked, compared, refused, restored, key] = await Promise.all([
    run('backupMain', ['copy.elimu']),
    run('backupMain', ['--check', 'copy.elimu']),
    run('backupMain', ['--check', 'copy.elimu', '--signer', fingerprint.toUpperCase()]),
    run('restoreMain', ['copy.elimu']),
    run('restoreMain', ['copy.elimu'], { DATA_DIR, BACKUP_TO: folder }),
    run('backupMain', ['--new-key']),
  ])
  expect(again).toEqual({
    code: 1,
    stdout: '',
    stderr: `${join(folder, 'copy.elimu')} already exists.\n`,
  })
  expect(await backupsOf(test)).toEqual([])
  expect(checked).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /copy\.elimu, made \d{4}-\d\d-\d\d \d\d:\d\d Nairobi time: .+ agrees\.\nSigned/,
    ),
  })
  expect(compared.stdout).toContain(`Signed by ${fingerprint}, as expected.`)
  expect(restored.stdout).toMatch(
    new RegExp(
      `Signed by ${fingerprint}: compare it with the fingerprint that you have noted.+\nanonymised\\.json beside the copy lists 0 records; the copy lists 0 records\\.\nRestoring`,
    ),
  )
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is a database already: .+\. Name an empty DATA_DIR\.\n$/),
  })
  expect(restored).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /1 letter is waiting and will be sent when Elimu starts\. Everybody must sign in again\.\nThe original Elimu may still .+ BACKUP_TO\..+ npm run backup -- --take-over --signer (\w{4}-){7}\w{4}\n$/,
    ),
  })
  expect(key).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /BACKUP_RECIPIENT=age1\S{58}\n[^]+AGE-SECRET-KEY-1\S+\n[^]+--signer[^]+\n(\w{4}-){7}\w{4}\n$/,
    ),
  })
  expect((await readdir(folder)).toSorted()).toEqual(['anonymised.json', 'copy.elimu'])

  // A Ctrl-C arrives from the terminal, and again through npm.
  const stopped = spawnServer({ ...database, BACKUP_TO: folder }, 'server/backup/cli/backupMain.ts')
  await until('it has begun', () => stopped.output.stdout.includes('…'))
  const pressing = setInterval(() => stopped.kill('SIGINT'), 1)
  expect(await stopped.ended).toBe(1)
  clearInterval(pressing)
  expect(stopped.output.stderr).toBe('\nStopped. Nothing was completed.\n')
  expect(await backupsOf(test)).toMatchObject([{ state: 'failed', reason: STOPPED }])

  const BACKUP_TO = await temporaryFolder()
  for (const name of ['elimu-2026-01-01-0200.elimu', 'elimu-2026-01-01-0200.good.json'])
    await writeFile(join(BACKUP_TO, name), 'damaged')
  expect(await run('backupMain', [], { BACKUP_TO })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      / of it new\.\nOld copies are not all removed: .+ no longer count\. One copy at BACKUP_TO will not count, .+ with --key\.\n$/,
    ),
  })
})

it('all stored files are read beside a running Elimu, and damaged ones are fetched back', async () => {
  const database = await openEmbeddedDatabase()
  const { test, BACKUP_TO, ref, certificate, thumb, flip } = await openDamageTrial('on disk', database)
  const run = async (...args: string[]) => {
    const shell = spawnServer({ ...database, BACKUP_TO }, 'server/backup/cli/backupMain.ts', args)
    return { code: await shell.ended, ...shell.output }
  }
  expect(await run('--read-files')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('3 stored files were read. None is damaged or missing.'),
  })
  expect(await run()).toMatchObject({ code: 0 })
  await flip(certificate)
  await test.files.remove(thumb)
  const { code, stdout, stderr } = await run('--read-files')
  expect(code).toBe(1)
  expect(stdout).toMatch(
    new RegExp(`damaged: KCPE Certificate of ${ref}, .+, since 20\\d\\d-\\d\\d-\\d\\d\n`),
  )
  expect(stdout).toMatch(new RegExp(`missing: Profile picture, small size of ${ref}, `))
  expect(stderr).toMatch(/^2 stored files are damaged or missing\. .+--fetch-back/)
  const fresh = await temporaryFolder()
  const elsewhere = spawnServer({ ...database, BACKUP_TO: fresh }, 'server/backup/cli/backupMain.ts', [])
  expect(await elsewhere.ended).toBe(1)
  expect(elsewhere.output.stderr).toMatch(/^2 stored files are damaged or missing: .+ of \S+ \(/)
  expect(await run('--fetch-back')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Fetched back from the copy: 2'),
  })
  expect(await run('--read-files')).toMatchObject({ code: 0 })
  await test.files.remove(thumb)
  await run('--read-files')
  expect(await run('--accept-loss')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Accepted as lost: 1'),
  })
  expect(await run('--read-files')).toMatchObject({ code: 0 })
})

it('explains wrong arguments: too many names, an unknown option, a folder, a key', async () => {
  const check = { check: { type: 'string' } } as const
  expect(argumentsOf(check, ['--check', 'latest'])).toMatchObject({ values: { check: 'latest' } })
  expect(() => argumentsOf(check, ['one', 'two', 'three'])).toThrow(
    'Only one name can be given; leave out two three',
  )
  expect(() => argumentsOf(check, ['--chek'])).toThrow(/^Unknown option '--chek'$/)
  const folder = await temporaryFolder()
  await expect(openCopy('.', { backupTo: undefined }, folder)).rejects.toThrow(
    `${folder} is a folder: name a copy in it`,
  )
  expect(() => readKeys({ signer: '1f0c-93ab' }, folder)).toThrow(/^--signer takes a fingerprint/)
  vi.stubEnv('BACKUP_KEY', 'AGE SECRET')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(() => readKeys({}, folder)).toThrow(/^BACKUP_KEY is neither a private key, .+ its file$/)
})

it('reports that a copy of an older version is not signed', () => {
  expect(signedBy(undefined, {})).toBe(
    'It is not signed, like all copies of older versions, so nothing proves who made it.',
  )
})

it('rounds sizes so that none is zero', () => {
  expect([400, 40_000, 1_200_000, 3_420_000_000].map(sizeOf)).toEqual(['1 KB', '40 KB', '1.2 MB', '3.42 GB'])
})

it('a backup is refused to root if Elimu runs as another user, who could not read it', async () => {
  const folder = await temporaryFolder()
  if (process.geteuid?.() === 0) await chown(folder, 65_534, 65_534)
  const refusal = /^\S+ belongs to the user \S+, who could not .+: sudo -u \S+ npm run backup$/
  expect(() => refuseRoot(join(folder, 'not', 'there'), 'backup', 0)).toThrow(refusal)
  refuseRoot(folder, 'backup', 1)
  refuseRoot('/', 'backup', 0)
})
