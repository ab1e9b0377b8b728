import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { LEDGER } from '../../backup/place/ledger.ts'
import { addFile } from '../../testing/backups/backups.ts'
import { spawnServer } from '../../testing/spawnServer.ts'
import { temporaryFolder } from '../../testing/files/temporaryFolder.ts'
import { openWithCast } from '../../testing/testApp.ts'
import { openSharedDatabase } from '../../testing/database/testDatabase.ts'
import { until } from '../../testing/until.ts'
import { addWholeStudent, placesOf } from '../../testing/data/wholeStudent.ts'

/** How often the server is killed. The variable KILLS sets another number. */
const KILLS = Number(process.env['KILLS'] ?? 3)
/** Enough for kills to hit the removal of files, too. */
const FILES = 60
/** Long enough for a machine that is busy with other tests. */
const PATIENCE_MS = 50_000

it(
  'a restart finishes what a killed server has left of a record, in the rows, the files and the ledger',
  { timeout: (KILLS + 2) * 30_000 },
  async ({ annotate }) => {
    const BACKUP_TO = await temporaryFolder()
    const database = await openSharedDatabase()
    const test = await openWithCast({ database, settings: { BACKUP_TO } })
    const { db } = test

    const stateOf = async (student_id: number) => {
      const { new_ref, done_at, listed_at } = await db
        .selectFrom('anonymisations')
        .select(['new_ref', 'done_at', 'listed_at'])
        .where('student_id', '=', student_id)
        .executeTakeFirstOrThrow()
      const notes = await db.selectFrom('unowned_bytes').select('key').execute()
      return { new_ref, done_at, listed_at, files: notes.length }
    }
    /** Starts a server, which begins to anonymise at once; returns how long it took. */
    async function finish(student_id: number): Promise<number> {
      const server = spawnServer({ ...database, BACKUP_TO })
      await server.started()
      const began = performance.now()
      const isFinished = async () => {
        const { done_at, listed_at, files } = await stateOf(student_id)
        return done_at !== null && listed_at !== null && files === 0
      }
      await until('nothing is left to do', isFinished, PATIENCE_MS)
      const took = performance.now() - began
      server.kill('SIGTERM')
      expect(await server.ended).toBe(0)
      return took
    }

    let whole = 0
    for (let round = 0; round <= KILLS; round++) {
      const { id, traces } = await addWholeStudent(test)
      for (let file = 0; file < FILES; file++) traces.keys.push(await addFile(test, id))
      if (round > 0) {
        const killed = spawnServer({ ...database, BACKUP_TO })
        await killed.started()
        await pause((whole * (round - Math.random())) / KILLS)
        killed.kill('SIGKILL')
        await killed.ended
        await annotate(JSON.stringify(await stateOf(id)))
      }
      const took = await finish(id)
      if (round === 0) whole = took
      expect(await placesOf(test, traces)).toEqual([])
      const { new_ref } = await stateOf(id)
      expect(await readFile(join(BACKUP_TO, LEDGER), 'utf8')).toContain(new_ref)
    }
  },
)
