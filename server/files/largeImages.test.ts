import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fileMessages } from '#contract/files.ts'
import { freePort } from '../testing/freePort.ts'
import { spawnServer } from '../testing/spawnServer.ts'
import { steppedClock } from '../testing/steppedClock.ts'
import { addStudents } from '../testing/students.ts'
import { openTestApp } from '../testing/testApp.ts'
import { openSharedDatabase } from '../testing/testDatabase.ts'
import { largePng, photo } from '../testing/trialFiles.ts'
import { callHeaders, formOf } from '../testing/uploadTrial.ts'
import { addCast, cast } from '../testing/users.ts'

/** What two images may need at once, whatever they are. */
const MOST_KB = 300 * 1024
const LOOK_EVERY_MS = 10

it('takes at most 300 MB for any two images, and gives them back', { timeout: 120_000 }, async () => {
  const server = await openServer()
  const small = await photo(600, 400).jpeg().toBuffer()
  expect(await server.add(small)).toMatchObject({ status: 200 })
  const before = await memoryOf(server.pid)
  // Only Linux tells how much it is.
  expect(before > 0).toBe(process.platform === 'linux')

  const watch = watchMemory(server.pid)
  // Sixteen bits of four colours, interlaced, so that all of it has to be in memory.
  const large = largePng(4400)
  const answers = await Promise.all([server.add(large), server.add(largePng(4408)), server.add(small)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await watch.end()) - before).toBeLessThan(MOST_KB)
  expect((await memoryOf(server.pid)) - before).toBeLessThan(MOST_KB / 3)

  const { tooLargeToOpen: message } = fileMessages
  expect(await server.add(largePng(9896))).toEqual({
    status: 422,
    body: { message, errors: { media: [message] } },
  })
})

async function openServer() {
  const APP_SECRET = 'a secret for a server that is sent large images'
  const database = await openSharedDatabase()
  const clock = steppedClock(new Date().toISOString())
  const before = await openTestApp({ database, settings: { APP_SECRET }, clock })
  await addCast(before.db)
  const [student_id = 0] = await addStudents(before.db, [{}])
  const headers = callHeaders(await before.signIn(cast.liaison))
  const port = await freePort()
  const server = spawnServer({ ...database, APP_SECRET, PORT: String(port) })
  await server.started()
  const told = { student_id: String(student_id), title: 'Sports day', description: 'The 800 metres' }
  return {
    pid: server.pid,
    async add(media: Buffer) {
      const url = `http://127.0.0.1:${port}/api/gallery?query=`
      const answer = await fetch(url, { method: 'POST', headers, body: formOf({ ...told, media }) })
      return { status: answer.status, body: await answer.json() }
    },
  }
}

function watchMemory(pid: number) {
  const stop = new AbortController()
  let most = 0
  const watching = (async () => {
    while (!stop.signal.aborted) {
      most = Math.max(most, await memoryOf(pid))
      await pause(LOOK_EVERY_MS)
    }
  })()
  return {
    async end(): Promise<number> {
      stop.abort()
      await watching
      return most
    },
  }
}

/** Of a process and its children, in KB. */
async function memoryOf(pid: number): Promise<number> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  const children = (await read(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean)
  const statuses = await Promise.all([pid, ...children].map((each) => read(`/proc/${each}/status`)))
  return statuses.reduce((sum, status) => sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0), 0)
}
