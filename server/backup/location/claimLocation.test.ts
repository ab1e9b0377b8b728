import { readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backUp, openCharity, openWithPlace, restore } from '../../testing/backups/backups.ts'
import { forge } from '../../testing/backups/forgedCopy.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { temporaryFolder } from '../../testing/files/temporaryFolder.ts'
import { openTestApp } from '../../testing/testApp.ts'
import { openSharedDatabase } from '../../testing/database/testDatabase.ts'
import { readBackups } from '../backupQueries.ts'
import { openFolder } from '../../files/diskStore.ts'
import { backupsOf } from '../../testing/backups/backupRows.ts'
import { newKeyPair } from '../copy/encryption.ts'
import { openSigner } from '../copy/signing.ts'
import { ANOTHERS, claimLocation } from './claimLocation.ts'
import { goodName } from './prune.ts'

it('a backup is refused at another Elimu’s location, even the original’s after a restore, until it claims the location', async () => {
  const BACKUP_TO = await temporaryFolder()
  const first = await openCharity(undefined, { BACKUP_TO })
  const { name } = await backUp(first)
  const target = await openSharedDatabase({ isEmpty: true })
  await restore(join(BACKUP_TO, name ?? ''), target)
  const restored = await openTestApp({ database: target, settings: { BACKUP_TO, BACKUP_KEEP: '1d' } })
  const before = await readdir(BACKUP_TO)
  expect(await backUp(restored)).toMatchObject({ state: 'failed', reason: ANOTHERS })
  const stranger = await openTestApp({ database: await openSharedDatabase(), settings: { BACKUP_TO } })
  expect(await backUp(stranger)).toMatchObject({ state: 'failed', reason: ANOTHERS })
  expect(await readdir(BACKUP_TO)).toEqual(before)

  restored.clock.step(24 * HOUR)
  const settings = { ...restored, config: { ...restored.config, backupKeep: first.config.backupKeep } }
  expect(await backUp(settings, { signer: openSigner(first.config).fingerprint })).toMatchObject({
    state: 'good',
  })
  const { kept, latest } = await readBackups(settings)
  expect(kept).toBe(2)
  expect(latest.map(({ state, reason }) => `${state} ${reason}`).toSorted()).toEqual([
    `failed ${ANOTHERS}`,
    'good Made by the Elimu before this one',
    'good null',
  ])
  // All files are sent, because this Elimu has stored no hashes of the other one's.
  expect(latest.map(({ new_bytes }) => new_bytes === null)).toEqual([false, true, true])
  expect(await backUp(first)).toMatchObject({ state: 'failed', reason: ANOTHERS })
})

it('only one of two that claim a location at once continues', async () => {
  const location = openFolder(await temporaryFolder())
  const [first, ...others] = await Promise.all(
    Array.from({ length: 3 }, async () => openTestApp({ database: await openSharedDatabase() })),
  )
  if (first) await claimLocation(location, first)
  // The one that was refused is refused again.
  const looks = await Promise.all(
    others.map((other) =>
      claimLocation(location, other, {}).then(
        ({ expectOwner }) => expectOwner,
        (error: Error) => async () => Promise.reject(error),
      ),
    ),
  )
  const ends = await Promise.allSettled(looks.map((look) => look()))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: ANOTHERS } })
  // The other continues only while it owns the location.
  const won = looks[ends.findIndex(({ status }) => status === 'fulfilled')]
  if (first) await claimLocation(location, first, {})
  await expect(won?.()).rejects.toThrow(ANOTHERS)
})

const APP_SECRET = 'the secret of the Elimu that replaces the first one'

it('claiming a location registers the copies of a signer, even after a broken connection, and no others', async () => {
  const { test: first, BACKUP_TO } = await openWithPlace()
  const names: string[] = []
  for (let day = 0; day < 3; day++) {
    names.push((await backUp(first)).name ?? '')
    first.clock.step(24 * HOUR)
  }
  const [good = '', damaged = '', forged = ''] = names
  await writeFile(join(BACKUP_TO, goodName(damaged)), 'x')
  await rename(await forge(join(BACKUP_TO, forged), () => {}), join(BACKUP_TO, forged))

  const { test: other } = await openWithPlace({ APP_SECRET })
  const location = openFolder(BACKUP_TO)
  const broken: typeof location = {
    ...location,
    open: (key) => (key === goodName(good) ? Promise.reject(new Error('broke')) : location.open(key)),
  }
  const { fingerprint: signer } = openSigner(first.config)
  await expect(claimLocation(broken, other, { signer })).rejects.toThrow('broke')
  expect(await claimLocation(location, other, {})).toMatchObject({ foreign: 3 })
  expect(await backupsOf(other)).toEqual([])
  expect(await claimLocation(location, other, { signer })).toMatchObject({ foreign: 2 })
  expect(await backupsOf(other)).toMatchObject([{ name: good, state: 'good' }])
  expect(await backUp(first)).toMatchObject({ state: 'failed', reason: ANOTHERS })
})

it('claiming a location of encrypted copies registers them if their key is given, and says so if not', async () => {
  const BACKUP_TO = await temporaryFolder()
  const { identity, recipient } = await newKeyPair()
  const settings = { BACKUP_TO, BACKUP_RECIPIENT: recipient }
  const first = await openTestApp({ database: await openSharedDatabase(), settings })
  await backUp(first)
  const other = await openTestApp({
    database: await openSharedDatabase(),
    settings: { ...settings, APP_SECRET },
  })
  const { fingerprint: signer } = openSigner(first.config)
  expect(await backUp(other, { signer })).toMatchObject({
    state: 'good',
    is_unpruned: 0,
    reason:
      'One copy at BACKUP_TO will not count, because this Elimu could not read it or has not signed it. If it is yours, run --take-over again with --signer and, if encrypted, with --key',
  })
  expect(await readBackups(other)).toMatchObject({ kept: 1 })
  other.clock.step(24 * HOUR)
  expect(await backUp(other, { signer, identity })).toMatchObject({ state: 'good', reason: null })
  expect(await readBackups(other)).toMatchObject({ kept: 2 })
})
