import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../testing/freePort.ts'
import { givenRegister, importing, sheetRows } from '../testing/imports/imports.ts'
import { spawnServer } from '../testing/spawnServer.ts'
import { steppedClock } from '../testing/steppedClock.ts'
import { openTestApp, openWithCast } from '../testing/testApp.ts'
import { openSharedDatabase } from '../testing/database/testDatabase.ts'
import { callHeaders } from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'

const APP_SECRET = 'a secret for a server that gets killed'
const ROWS = 1_000
/** When the server is killed: before, during and near the end of the transaction. */
const KILLED_AFTER_MS = [60, 160, 400]

it(
  'imports a sheet once even if the server is killed and the request repeated',
  { timeout: 120_000 },
  async () => {
    const database = await openSharedDatabase()
    const clock = steppedClock(new Date().toISOString())
    const before = await openWithCast({ database, settings: { APP_SECRET }, clock })
    await givenRegister(before)
    const headers = {
      ...callHeaders(await before.signIn(cast.administrator)),
      'content-type': 'application/json',
      'idempotency-key': 'one-press',
    }
    await before.db.destroy()
    const body = JSON.stringify(importing(sheetRows(ROWS)))
    const start = async () => {
      const port = await freePort()
      const server = spawnServer({ ...database, APP_SECRET, PORT: String(port) })
      await server.started()
      const send = () => fetch(`http://127.0.0.1:${port}/api/imports`, { method: 'POST', headers, body })
      return { server, send }
    }

    for (const ms of KILLED_AFTER_MS) {
      const { server, send } = await start()
      const answer = send().catch(() => undefined)
      await pause(ms)
      server.kill('SIGKILL')
      await Promise.all([server.ended, answer])
    }
    const { server, send } = await start()
    for (const answer of [await send(), await send()]) {
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ data: { created: ROWS, updated: 0, skipped: 0 } })
    }
    server.kill('SIGTERM')
    await server.ended

    const { db } = await openTestApp({ database, settings: { APP_SECRET }, clock })
    const students = await db.selectFrom('students').select('ref').orderBy('id').execute()
    expect(students).toHaveLength(ROWS + 1)
    // The killed imports left nothing behind, so the refs continue without a gap.
    expect(students.at(-1)).toEqual({ ref: `EL-${ROWS + 1}` })
    for (const table of ['imports', 'import_rows', 'history'] as const) {
      const { count } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect([table, count]).toEqual([table, table === 'imports' ? 1 : ROWS])
    }
  },
)
