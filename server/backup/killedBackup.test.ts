import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { refuseNonEmpty } from '../database/engines/fillEmpty.ts'
import { addFile, backUp, openWithPlace, restore } from '../testing/backups/backups.ts'
import { killAt, spawnServer } from '../testing/spawnServer.ts'
import { addStudents } from '../testing/data/students.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { until } from '../testing/until.ts'
import { openTestApp, openWithCast } from '../testing/testApp.ts'
import { openSharedDatabase, type TestDatabase } from '../testing/database/testDatabase.ts'
import { openCopy } from './location/openCopy.ts'
import { openFolder } from '../files/diskStore.ts'
import { goodCopies } from './location/prune.ts'

/** How often each process is killed. The variable KILLS sets another number. */
const KILLS = Number(process.env['KILLS'] ?? 2)

/** A start would create an empty charity, into which the restore could not be repeated. */
async function expectRefusedStart(target: TestDatabase): Promise<void> {
  const server = spawnServer(target)
  expect(await server.ended).toBe(1)
  expect(server.output).toEqual({
    stdout: '',
    stderr: expect.stringMatching(
      /^The restore of elimu-\S+\.elimu into ".+" has not finished\. If it .+ npm run restore again; .+\.\n$/,
    ),
  })
  await refuseNonEmpty(readConfig(target))
}

/** The moments at which a restore is killed: when it reads the copy, and when it has begun to write. */
it.for(['Checking the copy', 'Restoring records'])(
  'a start after a restore that was killed at “%s” is refused, and the restore starts over',
  async (step) => {
    const { test, BACKUP_TO, student } = await openWithPlace()
    for (let file = 0; file < 3; file++) await addFile(test, student)
    await backUp(test)
    const target = await openSharedDatabase({ isEmpty: true })
    const restoring = spawnServer({ ...target, BACKUP_TO }, 'server/backup/cli/restoreMain.ts', ['latest'])
    await until('it has come so far', () => restoring.output.stdout.includes(step))
    restoring.kill('SIGKILL')
    expect(await restoring.ended).toBe(null)
    await expectRefusedStart(target)

    const again = spawnServer({ ...target, BACKUP_TO }, 'server/backup/cli/restoreMain.ts', ['latest'])
    expect(await again.ended).toBe(0)
    // As after a kill between its last row and the removal of its mark.
    await writeFile(join(target.DATA_DIR, 'restore-unfinished'), 'latest')
    const server = spawnServer(target)
    await server.started()
    expect(await readdir(target.DATA_DIR)).not.toContain('restore-unfinished')
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)

it(
  'a killed backup leaves no good copy, and a restore succeeds after killed ones',
  async () => {
    const BACKUP_TO = await temporaryFolder()
    const database = await openSharedDatabase()
    const test = await openWithCast({ database, settings: { BACKUP_TO } })
    await addStudents(test.db, [{}])
    const good = (await backUp(test)).name ?? ''

    for (let round = 0; round < KILLS; round++) {
      // New files, so that the backup has something to send.
      for (let file = 0; file < 6; file++) await addFile(test, 1)
      const killed = spawnServer({ ...database, BACKUP_TO }, 'server/backup/cli/backupMain.ts')
      await killAt(killed, BACKUP_TO, 1 + ((round * 7) % 25))
      const left = await goodCopies(openFolder(BACKUP_TO))
      for (const name of left) await (await openCopy(name, test.config, '/')).check()
      expect(left.length).toBeGreaterThan(0)
      await test.db.updateTable('backups').set({ beat_at: '' }).where('state', '=', 'running').execute()
    }
    const last = await backUp(test)
    expect(last).toMatchObject({ state: 'good' })
    expect(good).not.toBe(last.name)
    // The killed backups left nothing behind.
    const copies = (await readdir(BACKUP_TO)).filter((name) => /\.elimu(\.part)?$/.test(name))
    expect(copies).toEqual((await goodCopies(openFolder(BACKUP_TO))).sort())

    const copy = await openCopy('latest', test.config, '/')
    const { manifest } = await copy.check()
    const rows = manifest.tables['files']?.rows ?? 0
    expect(rows).toBeGreaterThan(6)
    let killedOnes = 0
    for (let round = 0; round < KILLS; round++) {
      const target = await openSharedDatabase({ isEmpty: true })
      const settings = { ...target, BACKUP_TO }
      const killed = spawnServer(settings, 'server/backup/cli/restoreMain.ts', ['latest'])
      // Restored files appear after the rows were inserted, and before the transaction ends.
      await killAt(killed, target.DATA_DIR, 1 + ((round * 11) % 90), 'restored-')
      // A quick restore may have finished before it was killed.
      if ((await killed.ended) !== 0) {
        killedOnes += 1
        // The database is as empty as before.
        await refuseNonEmpty(readConfig(target))
        await expectRefusedStart(target)
        await restore(join(BACKUP_TO, copy.name), target)
      }
      const restored = await openTestApp({ database: target })
      expect(await restored.db.selectFrom('files').select('id').execute()).toHaveLength(rows)
      for (const { key } of await restored.db.selectFrom('files').select('key').execute())
        await (await restored.files.open(key)).stream.toArray()
    }
    expect(killedOnes).toBeGreaterThan(0)
  },
  (KILLS + 2) * 20_000,
)
