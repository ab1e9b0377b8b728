import { expect, it } from 'vitest'
import { freePort } from '../../testing/freePort.ts'
import { openMailServer } from '../../testing/mail/mailServer.ts'
import { lettersOf } from '../../testing/mail/postman.ts'
import { addReportCards } from '../../testing/data/records.ts'
import { spawnServer } from '../../testing/spawnServer.ts'
import { steppedClock } from '../../testing/steppedClock.ts'
import { addStudents } from '../../testing/data/students.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import { openSharedDatabase } from '../../testing/database/testDatabase.ts'
import { until } from '../../testing/until.ts'
import { callHeaders } from '../../testing/files/uploadTrial.ts'
import { addCast, addUsers, cast } from '../../testing/data/users.ts'

const SUPPORTERS = 50
const APP_SECRET = 'a secret for a server that gets killed'

it(
  'sends nothing twice and loses nothing when one of two servers is killed while it sends',
  { timeout: 120_000 },
  async () => {
    const mail = await openMailServer()
    const database = await openSharedDatabase()
    const settings = { ...database, SMTP_URL: mail.url, APP_SECRET }
    const clock = steppedClock(new Date().toISOString())
    const test = await openTestApp({ database, clock, settings: { APP_SECRET } })
    const headers = await addNews(test)

    const [killed, other] = await Promise.all([startServer(settings), startServer(settings)])
    const sends = [killed, other].map(({ url }) => send(url, headers))
    await until('some of it is written', async () => (await itemsOf(test)).length > 0)
    killed.server.kill('SIGKILL')
    await killed.server.ended
    const killedAt = new Date().toISOString()
    const past = new Date(Date.now() - 1000).toISOString()
    const [, answer] = await Promise.all(sends)
    expect([200, 409]).toContain(answer)
    // Another send takes the remaining records, and a retry wakes the postman.
    await send(other.url, headers)
    await until('all letters are sent', async () => {
      // Ends the leases of the killed server's letters, as waiting would; PostgreSQL may commit its last one after the kill.
      await test.db
        .updateTable('letters')
        .set({ next_attempt_at: past })
        .where('state', '=', 'sending')
        .where('tried_at', '<', killedAt)
        .execute()
      await send(`${other.url}/retry`, headers)
      return (await unsentOf(test)) === 0
    })
    other.server.kill('SIGTERM')
    expect(await other.server.ended).toBe(0)

    const reports = await test.db.selectFrom('reports').select(['id', 'status']).orderBy('id').execute()
    expect(new Set(reports.map(({ status }) => status))).toEqual(new Set([2]))
    expect((await itemsOf(test)).toSorted((a, b) => a - b)).toEqual(reports.map(({ id }) => id))
    const letters = await lettersOf(test)
    expect(new Set(letters.map(({ recipient }) => recipient)).size).toBe(SUPPORTERS)
    // Mail cannot guarantee more: letters that were being sent arrive again, with the same Message-ID.
    const arrived = new Set(mail.letters.map(({ messageId }) => messageId))
    expect(arrived).toEqual(new Set(letters.map(({ message_id }) => message_id)))
  },
)

/** Adds a report for each of two students of each supporter; returns the headers of the administrator's calls. */
async function addNews(test: TestApp): Promise<Record<string, string>> {
  await addCast(test.db)
  const supporters = await addUsers(
    test.db,
    Array.from({ length: SUPPORTERS }, (_, index) => ({ email: `supporter${index}@elimu.test` })),
  )
  const students = await addStudents(
    test.db,
    supporters.flatMap(({ id }) => [{ supporter_id: id }, { supporter_id: id }]),
  )
  await addReportCards(
    test,
    students.map((student_id) => ({ student_id, status: 1 })),
  )
  return callHeaders(await test.signIn(cast.administrator))
}

async function startServer(settings: Record<string, string>) {
  const port = await freePort()
  const server = spawnServer({ ...settings, PORT: String(port) })
  await server.started()
  return { server, url: `http://127.0.0.1:${port}/api/notifications` }
}

/** The status of the answer; undefined if the server was killed before it answered. */
async function send(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const body = JSON.stringify({ year_id: 1, term_id: 1 })
  const answer = fetch(url, {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  })
  return answer.then(
    ({ status }) => status,
    () => undefined,
  )
}

const itemsOf = async ({ db }: TestApp) =>
  (await db.selectFrom('notice_items').select('record_id').execute()).map(({ record_id }) => record_id)

async function unsentOf({ db }: TestApp): Promise<number> {
  const unsent = db.selectFrom('letters').select((eb) => eb.fn.countAll<number>().as('count'))
  return (await unsent.where('state', '!=', 'sent').executeTakeFirstOrThrow()).count
}
