import { createCipheriv, createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MEGABYTE } from '#contract/base/files.ts'
import { layOut, PLACE, PLACE_BYTES, boxesWithPlace } from './films.ts'
import { freePort } from '../freePort.ts'
import { createSenderAt } from './resumableSender.ts'
import { spawnServer } from '../spawnServer.ts'
import { steppedClock } from '../steppedClock.ts'
import { addStudents } from '../data/students.ts'
import { openWithCast } from '../testApp.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { openSharedDatabase } from '../database/testDatabase.ts'
import { until } from '../until.ts'
import { callHeaders, formOf } from './uploadTrial.ts'
import { cast } from '../data/users.ts'

const CHUNKS = 130
const PIECE_BYTES = 4 * MEGABYTE
const RANGE_BYTES = 8 * MEGABYTE
/** The memory limit of a server that receives, reads and serves the film, which it may not load whole. */
const MOST_MEMORY_KB = 200 * 1024

it('stores a long film once and completely after crashes of both sides', { timeout: 120_000 }, async () => {
  const film = await writeLongFilm(join(await temporaryFolder(), 'film.mp4'))
  const { start, incoming, before } = await openKillable()
  const memory: number[] = []
  let server = await start()

  async function killServer(): Promise<void> {
    memory.push(await mostMemory(server.pid))
    server.kill('SIGKILL')
    await server.ended
  }

  /** Sends pieces from the server's offset on, until it has so many bytes. */
  async function sendUpTo(address: string, end: number): Promise<void> {
    for (let at = await server.sender.arrived(address); at < end; at += PIECE_BYTES) {
      const piece = await film.read(at, Math.min(PIECE_BYTES, film.bytes - at))
      expect((await server.sender.send(address, at, piece)).status).toBe(204)
    }
  }

  /** Sends a part of a piece, and does not wait for the answer. */
  async function sendHalf(address: string) {
    const at = await server.sender.arrived(address)
    const outgoing = server.sender.beginPiece(address, at, PIECE_BYTES)
    outgoing.on('error', () => {})
    outgoing.write(await film.read(at, PIECE_BYTES / 2))
    const path = join(incoming, address.split('/').at(-1) ?? '')
    await until('some of the piece is there', async () => (await stat(path)).size > at)
    return outgoing
  }

  const address = await server.sender.create(film.bytes)
  await sendUpTo(address, film.bytes * 0.3)
  await sendHalf(address)
  await killServer()

  server = await start()
  await sendUpTo(address, film.bytes * 0.6)
  // The telephone is switched off in the middle of a piece; afterwards it knows only the address.
  const { socket } = await sendHalf(address)
  socket?.resetAndDestroy()
  await sendUpTo(address, film.bytes * 0.8)
  const unanswered = sendUpTo(address, film.bytes).catch((error: unknown) => error)
  await killServer()
  await unanswered

  server = await start()
  await sendUpTo(address, film.bytes)
  const lost = server.finish(address, film.sha256).catch((error: unknown) => error)
  // The third file, beside the film and its facts, is the copy that is being cleaned.
  await until('it is being saved', async () => (await readdir(incoming)).length > 2)
  await killServer()
  expect(await lost).toBeInstanceOf(Error)

  server = await start()
  const saved = await server.finish(address, film.sha256)
  expect(saved).toMatchObject({ success: true, data: { type: 'video', width: 64, height: 48 } })
  const again = await server.finish(address, film.sha256)
  expect(again).toMatchObject({ message: 'This is in the gallery already.', data: { id: saved.data.id } })

  await expectSame(film, (range) => server.read(saved.data.file_path, range))
  memory.push(await mostMemory(server.pid))
  expect(Math.max(...memory)).toBeLessThan(MOST_MEMORY_KB)
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(await before.db.selectFrom('media').select(['id', 'sha256']).execute()).toEqual([
    { id: saved.data.id, sha256: film.sha256 },
  ])
})

type LongFilm = Awaited<ReturnType<typeof writeLongFilm>>
type Saved = { success: boolean; message: string; data: { id: number; file_path: string } }

/** Writes a film of 130 MB, with the place in every part, without loading it into memory. */
async function writeLongFilm(path: string) {
  const noise = Array.from({ length: 7 }, (_, index) =>
    createCipheriv('aes-128-ctr', Buffer.alloc(16, index), Buffer.alloc(16)).update(
      Buffer.alloc(MEGABYTE - index * 1013),
    ),
  )
  const chunks = Array.from({ length: CHUNKS }, (_, index) => [
    noise[index % noise.length] ?? Buffer.alloc(0),
  ])
  const { parts, samples } = layOut({
    tracks: [
      { handler: 'vide', chunks },
      { handler: 'soun', chunks: chunks.map(([chunk]) => [chunk?.subarray(0, 8 * 1024) ?? Buffer.alloc(0)]) },
      { handler: 'camm', chunks: chunks.map(() => [Buffer.concat([PLACE_BYTES, Buffer.from(PLACE)])]) },
    ],
    gap: Buffer.from(`freeGPS ${PLACE}`),
    extra: { file: boxesWithPlace(), moov: boxesWithPlace(), trak: boxesWithPlace() },
  })
  const hash = createHash('sha256')
  const file = createWriteStream(path)
  let bytes = 0
  for (const part of parts) {
    hash.update(part)
    bytes += part.length
    if (!file.write(part)) await once(file, 'drain')
  }
  await new Promise<void>((resolve) => file.end(() => resolve()))
  return {
    bytes,
    sha256: hash.digest('hex'),
    samples: samples.filter(({ handler }) => handler !== 'camm'),
    async read(start: number, length: number): Promise<Buffer> {
      const source = await open(path)
      const { buffer } = await source.read(Buffer.alloc(length), 0, length, start)
      await source.close()
      return buffer
    },
  }
}

/** Opens a database whose server can be killed and restarted, with a student and a signed-in liaison officer. */
async function openKillable() {
  const APP_SECRET = 'a secret for a server that gets killed'
  const database = await openSharedDatabase()
  const clock = steppedClock(new Date().toISOString())
  const before = await openWithCast({ database, settings: { APP_SECRET }, clock })
  const [student = 0] = await addStudents(before.db, [{}])
  const headers = callHeaders(await before.signIn(cast.liaison))

  async function start() {
    const port = await freePort()
    // As `npm start` runs it, with a small young generation of the heap.
    const NODE_OPTIONS = '--max-semi-space-size=1'
    const server = spawnServer({ ...database, APP_SECRET, PORT: String(port), NODE_OPTIONS })
    await server.started()
    const url = `http://127.0.0.1:${port}`
    return Object.assign(server, {
      sender: createSenderAt(port, headers),
      async finish(address: string, sha256: string): Promise<Saved> {
        const upload = address.split('/').at(-1) ?? ''
        const form = {
          student_id: String(student),
          title: 'Sports day',
          description: 'Relay',
          upload,
          sha256,
        }
        const answer = await fetch(`${url}/api/gallery?query=`, {
          method: 'POST',
          headers,
          body: formOf(form),
        })
        return (await answer.json()) as Saved
      },
      async read(path: string, range: string): Promise<Buffer> {
        const answer = await fetch(url + path, { headers: { ...headers, range } })
        expect(answer.status).toBe(206)
        return Buffer.from(await answer.arrayBuffer())
      },
    })
  }
  return { start, before, incoming: join(database.DATA_DIR, 'incoming') }
}

/** Checks that picture and sound are unchanged, and that no trace of the place is left. */
async function expectSame(film: LongFilm, read: (range: string) => Promise<Buffer>): Promise<void> {
  const samples = film.samples.toSorted((one, other) => one.start - other.start)
  let rest: Buffer = Buffer.alloc(0)
  let next = 0
  for (let at = 0; at < film.bytes; at += RANGE_BYTES) {
    const last = Math.min(at + RANGE_BYTES, film.bytes) - 1
    const part = Buffer.concat([rest, await read(`bytes=${at}-${last}`)])
    const first = at - rest.length
    for (const trace of [PLACE, PLACE_BYTES, 'location']) expect(part.includes(trace)).toBe(false)
    for (
      let sample = samples[next];
      sample && sample.start + sample.bytes.length <= last + 1;
      sample = samples[next]
    ) {
      const start = sample.start - first
      expect(part.subarray(start, start + sample.bytes.length).equals(sample.bytes)).toBe(true)
      next += 1
    }
    // Carries the end over, because a sample or a trace may continue in the next part.
    rest = part.subarray(-2 * MEGABYTE)
  }
  expect(next).toBe(samples.length)
}

/** The peak memory of a process, as the system counts it. */
async function mostMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1])
}
