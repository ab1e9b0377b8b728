import { expect, it } from 'vitest'
import { freePort } from './freePort.ts'
import { createWriter, type Send } from './data/recordWriter.ts'
import { addSchool } from './data/schools.ts'
import { type SpawnedServer, spawnServer } from './spawnServer.ts'
import { steppedClock } from './steppedClock.ts'
import { addStudents, many } from './data/students.ts'
import { openTestApp } from './testApp.ts'
import { openSharedDatabase } from './database/testDatabase.ts'
import { callHeaders } from './files/uploadTrial.ts'
import { addUsers } from './data/users.ts'
import { expectNoRemains, expectWritten } from './data/wholeRecords.ts'

/** How often the server is killed. The variable KILLS sets another number; two hundred take minutes. */
const KILLS = Number(process.env['KILLS'] ?? 4)
const WRITERS = 8
const ROUND_MS = 20_000

/** Thrown if the server was killed before it answered a call. */
class LostAnswer extends Error {}

it(
  'stores every acknowledged record completely and once, when the server is killed repeatedly while eight users write',
  async () => {
    const APP_SECRET = 'a secret for a server that gets killed'
    const database = await openSharedDatabase()
    const settings = { ...database, APP_SECRET }
    const clock = steppedClock(new Date().toISOString())
    const before = await openTestApp({ database, settings: { APP_SECRET }, clock })
    const people = await addUsers(
      before.db,
      Array.from({ length: WRITERS }, (_, index) => ({ email: `writer${index}@elimu.test`, role_id: 4 })),
    )
    const school_id = await addSchool(before.db)
    const students = await addStudents(before.db, many(KILLS * WRITERS, { school_id }))
    const writers = await Promise.all(
      people.map(async (person) => ({
        headers: callHeaders(await before.signIn(person)),
        writer: createWriter(),
      })),
    )
    // No other connection is open, so that every start has to recover the database.
    await before.db.destroy()

    for (let round = 0; round <= KILLS; round++) {
      const port = await freePort()
      const server = spawnServer({ ...settings, PORT: String(port) })
      await server.started()
      // At a different moment each time: right after a call was sent or answered, while seven others are open.
      const heard = countDown(3 + ((round * 11) % 47), () => server.kill('SIGKILL'))
      const ends = writers.map(async ({ headers, writer }, index) => {
        const send = sender(`http://127.0.0.1:${port}`, headers, server, round < KILLS ? heard : () => {})
        const student = students[round * WRITERS + index]
        await (student ? writer.work(send, student) : writer.finish(send)).catch(unlessLost)
      })
      await Promise.all(ends)
      server.kill('SIGKILL')
      await server.ended
    }

    const after = await openTestApp({ database, settings: { APP_SECRET }, clock })
    const written = writers.flatMap(({ writer }) => writer.written)
    expect(written.length).toBeGreaterThan(KILLS)
    const reader = await after.signIn({ email: 'writer0@elimu.test' })
    await expectWritten(after, reader, written)
    await expectNoRemains(after)
  },
  (KILLS + 2) * ROUND_MS,
)

function countDown(left: number, reached: () => void): () => void {
  let remaining = left
  return () => {
    remaining -= 1
    if (remaining === 0) reached()
  }
}

const sender =
  (url: string, headers: Record<string, string>, server: SpawnedServer, heard: () => void): Send =>
  async (call, body, more) => {
    try {
      const sent = fetch(url + call, { method: 'POST', headers: { ...headers, ...more }, body })
      heard()
      const answer = await sent
      const answered = { status: answer.status, body: await answer.json() }
      heard()
      return answered
    } catch (error) {
      throw server.wasKilled() ? new LostAnswer() : error
    }
  }

function unlessLost(error: unknown): void {
  if (!(error instanceof LostAnswer)) throw error
}
