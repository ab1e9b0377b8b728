import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LEDGER } from '../../backup/copy/copyFormat.ts'
import { addFile } from '../../testing/backups/backups.ts'
import { killAt, type SpawnedServer, spawnServer } from '../../testing/spawnServer.ts'
import { temporaryFolder } from '../../testing/files/temporaryFolder.ts'
import { openWithCast } from '../../testing/testApp.ts'
import { openSharedDatabase } from '../../testing/database/testDatabase.ts'
import { until } from '../../testing/until.ts'
import { addWholeStudent, placesOf } from '../../testing/data/wholeStudent.ts'

/**
 * How often the server is killed: first in the transaction, last while it writes the ledger, else after it has removed
 * some more files. The variable KILLS sets another number.
 */
const KILLS = Number(process.env['KILLS'] ?? 3)
/** Enough for kills to hit the removal of files. */
const FILES = 60
/** Long enough for a machine that is busy with other tests. */
const TIMEOUT_MS = 50_000

it(
  'a restart finishes what killed servers have left of a record, in the rows, the files and the ledger',
  { timeout: (KILLS + 2) * TIMEOUT_MS },
  async ({ annotate }) => {
    const BACKUP_TO = await temporaryFolder()
    const database = await openSharedDatabase()
    const test = await openWithCast({ database, settings: { BACKUP_TO } })
    const { db } = test
    const { id, traces } = await addWholeStudent(test)
    const former = { texts: [String(id)], keys: [] }
    for (let file = 0; file < FILES; file++) traces.keys.push(await addFile(test, id))

    const stateOf = async () => {
      const { new_ref, done_at, listed_at } = await db
        .selectFrom('anonymisations')
        .select(['new_ref', 'done_at', 'listed_at'])
        .where((eb) => eb(eb.fn.coalesce('former_id', 'student_id'), '=', id))
        .executeTakeFirstOrThrow()
      const notes = await db.selectFrom('unowned_bytes').select('key').execute()
      return { new_ref, done_at, listed_at, files: notes.length }
    }
    const isFinished = async () => {
      const { done_at, listed_at, files } = await stateOf()
      return done_at !== null && listed_at !== null && files === 0
    }
    /** A server begins to anonymise at its start, or continues. */
    const startServer = () => spawnServer({ ...database, BACKUP_TO })
    /** Kills a server after so many changes of files in a folder, or once it has finished with fewer. */
    const killWithin = async (server: SpawnedServer, ...where: [string, number, string?]) => {
      const killed = killAt(server, ...where)
      await until('it is killed', async () => server.wasKilled() || isFinished(), TIMEOUT_MS)
      server.kill('SIGKILL')
      await killed
    }

    // On a busy machine a kill may come so late that nothing is left for the next one.
    for (let kill = 1; kill <= KILLS && (await stateOf()).listed_at === null; kill++) {
      const server = startServer()
      if (kill === 1) {
        await server.started()
        server.kill('SIGKILL')
        await server.ended
      } else if (kill < KILLS) await killWithin(server, join(database.DATA_DIR, 'files'), FILES / KILLS)
      else await killWithin(server, BACKUP_TO, 1, LEDGER)
      await annotate(JSON.stringify(await stateOf()))
    }

    const server = startServer()
    await server.started()
    await until('nothing is left to do', isFinished, TIMEOUT_MS)
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(await placesOf(test, traces)).toEqual([])
    expect(await placesOf(test, former)).toEqual(['anonymisations'])
    const { new_ref } = await stateOf()
    expect(await readFile(join(BACKUP_TO, LEDGER), 'utf8')).toContain(new_ref)
  },
)
