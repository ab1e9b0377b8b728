import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fileMessages } from '#contract/base/files.ts'
import { freePort } from '../testing/freePort.ts'
import { spawnServer } from '../testing/spawnServer.ts'
import { steppedClock } from '../testing/steppedClock.ts'
import { addStudents } from '../testing/data/students.ts'
import { openWithCast } from '../testing/testApp.ts'
import { openSharedDatabase } from '../testing/database/testDatabase.ts'
import { largePng, largeTiff, photo } from '../testing/files/trialFiles.ts'
import { callHeaders, formOf } from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'

/** The memory that any two images may take together. */
const MOST_KB = 300 * 1024
const LOOK_EVERY_MS = 10

/** Images of each shape, just small enough to be accepted, except those that are decoded line by line. */
const shapes = {
  'an interlaced PNG of sixteen bits': () => largePng(4400, { isInterlaced: true }),
  // Two of these, if they were decoded as a whole, would take twice the limit.
  'a PNG of sixteen bits in lines': () => largePng(6200),
  'a wide PNG of sixteen bits': () => largePng(30_000, { height: 340 }),
  'a TIFF in one strip': () => largeTiff(8900),
  'a progressive JPEG': () => photo(5100, 5100).jpeg({ progressive: true }).toBuffer(),
}

it(
  'takes at most 300 MB for two images at once, of any shape, and gives them back',
  { timeout: 300_000 },
  async () => {
    const server = await openServer()
    const small = await photo(600, 400).jpeg().toBuffer()
    expect(await server.add(small)).toMatchObject({ status: 200 })
    const before = await memoryOf(server.pid)
    // Only Linux reports it.
    expect(before > 0).toBe(process.platform === 'linux')

    for (const [shape, make] of Object.entries(shapes)) {
      const large = await make()
      const watch = watchMemory(server.pid)
      const answers = await Promise.all([large, large, small].map((media) => server.add(media)))
      expect(
        answers.map(({ status }) => status),
        shape,
      ).toEqual([200, 200, 200])
      expect((await watch.end()) - before, shape).toBeLessThan(MOST_KB)
      expect((await memoryOf(server.pid)) - before, shape).toBeLessThan(MOST_KB / 3)
    }
  },
)

it('refuses an image that would need more', { timeout: 120_000 }, async () => {
  const server = await openServer()
  const { tooLargeToOpen: message } = fileMessages
  const large = [
    largePng(9896, { isInterlaced: true }),
    largePng(30_000, { height: 650 }),
    largeTiff(9896),
    // Libraries need memory for each line, so a very long or very high image needs far more than its pixels.
    largePng(1_000_000, { height: 1 }),
    largePng(1, { height: 30_001 }),
    await photo(30_001, 8).jpeg().toBuffer(),
  ]
  for (const media of large)
    expect(await server.add(media)).toEqual({ status: 422, body: { message, errors: { media: [message] } } })
})

async function openServer() {
  const APP_SECRET = 'a secret for a server that is sent large images'
  const database = await openSharedDatabase()
  const clock = steppedClock(new Date().toISOString())
  const before = await openWithCast({ database, settings: { APP_SECRET }, clock })
  const [student_id = 0] = await addStudents(before.db, [{}])
  const headers = callHeaders(await before.signIn(cast.liaison))
  const port = await freePort()
  const server = spawnServer({ ...database, APP_SECRET, PORT: String(port) })
  await server.started()
  const form = { student_id: String(student_id), title: 'Sports day', description: 'The 800 metres' }
  return {
    pid: server.pid,
    async add(media: Buffer) {
      const url = `http://127.0.0.1:${port}/api/gallery?query=`
      const answer = await fetch(url, { method: 'POST', headers, body: formOf({ ...form, media }) })
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

/** The memory of a process and its children, in KB. */
async function memoryOf(pid: number): Promise<number> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  const children = (await read(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean)
  const statuses = await Promise.all([pid, ...children].map((each) => read(`/proc/${each}/status`)))
  return statuses.reduce((sum, status) => sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0), 0)
}
