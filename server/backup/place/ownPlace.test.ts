import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backUp, openCharity, restore } from '../../testing/backups.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { openTestApp } from '../../testing/testApp.ts'
import { openSharedDatabase } from '../../testing/testDatabase.ts'
import { readBackups } from '../backupQueries.ts'
import { openFolder } from '../../files/diskStore.ts'
import { backupsOf } from '../../testing/backupRows.ts'
import { ANOTHERS, ownPlace } from './ownPlace.ts'
import { goodName } from './prune.ts'

it('a backup is refused at another Elimu’s place, even the original’s after a restore, until it claims the place', async () => {
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
  expect(await backUp(settings, { isTakenOver: true })).toMatchObject({ state: 'good' })
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

it('only one of two that claim a place at once continues', async () => {
  const place = openFolder(await temporaryFolder())
  const [first, ...others] = await Promise.all(
    Array.from({ length: 3 }, async () => openTestApp({ database: await openSharedDatabase() })),
  )
  if (first) await ownPlace(place, first)
  // The one that was refused is refused again.
  const looks = await Promise.all(
    others.map((other) =>
      ownPlace(place, other, true).catch((error: Error) => async () => Promise.reject(error)),
    ),
  )
  const ends = await Promise.allSettled(looks.map((look) => look()))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: ANOTHERS } })
  // The other continues only while it owns the place.
  const won = looks[ends.findIndex(({ status }) => status === 'fulfilled')]
  if (first) await ownPlace(place, first, true)
  await expect(won?.()).rejects.toThrow(ANOTHERS)
})

it('claiming a place registers all of its copies, even after a broken connection and if one is damaged', async () => {
  const BACKUP_TO = await temporaryFolder()
  const first = await openTestApp({ database: await openSharedDatabase(), settings: { BACKUP_TO } })
  const names: string[] = []
  for (let day = 0; day < 3; day++) {
    names.push((await backUp(first)).name ?? '')
    first.clock.step(24 * HOUR)
  }
  await writeFile(join(BACKUP_TO, goodName(names[1] ?? '')), 'x')

  const other = await openTestApp({ database: await openSharedDatabase() })
  const place = openFolder(BACKUP_TO)
  const broken: typeof place = {
    ...place,
    open: (key) => (key === goodName(names[0] ?? '') ? Promise.reject(new Error('broke')) : place.open(key)),
  }
  await expect(ownPlace(broken, other, true)).rejects.toThrow('broke')
  await ownPlace(place, other, true)
  const rows = await backupsOf(other)
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([names[0], names[2]]))
  expect(await backUp(first)).toMatchObject({ state: 'failed', reason: ANOTHERS })
})
