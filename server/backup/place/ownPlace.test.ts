import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backUp, openCharity, restore } from '../../testing/backups.ts'
import { HOUR } from '../../testing/steppedClock.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { openTestApp } from '../../testing/testApp.ts'
import { openSharedDatabase } from '../../testing/testDatabase.ts'
import { readBackups } from '../nightly/backupQueries.ts'
import { ANOTHERS } from './ownPlace.ts'

it('a backup goes to no place of another Elimu, also of the one that it was restored from, until it takes it over', async () => {
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
  expect(await backUp(first)).toMatchObject({ state: 'failed', reason: ANOTHERS })
})
