/**
 * `npx node bench/twoProcesses.ts`: two processes behind Caddy on PostgreSQL and S3. While people work, one is killed, and
 * then each is stopped and started again, as for an update. No data may be lost or duplicated, and no user signed out.
 * Needs Caddy on the PATH. No case of `npm run bench`, because it measures no speed.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import { connect, type Db } from '../server/database/connect.ts'
import { buildFilm } from '../server/testing/films.ts'
import { freePort } from '../server/testing/freePort.ts'
import { type Colleague, createColleague } from './colleague.ts'
import { describeMachine } from './describeMachine.ts'
import { launchElimu, type Running } from './launch.ts'
import { onPostgres } from './onPostgres.ts'
import { emailOf } from './prepareData.ts'
import { pageUrl } from './farPages.ts'
import { fillStudents } from './prepareStudents.ts'

const STUDENTS = 10_000
/** By their place in the list of users, where every fifth is a supporter. */
const COLLEAGUES = [0, 1, 2, 3, 5, 6, 7, 8]
const FILM_MB = 40
const WORK_MS = 10_000
const DOWN_MS = 5_000

const folder = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
try {
  await onPostgres(join(folder, 'data'), (where) => fillStudents(where, STUDENTS), tryTwo)
} finally {
  rmSync(folder, { recursive: true })
}

async function tryTwo({ DATABASE_URL = '', DATA_DIR = '' }: Record<string, string>): Promise<void> {
  const { db } = await connect({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
  const [store, first, second, door] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const bucket = { address: '127.0.0.1', port: store, directory: join(folder, 's3'), silent: true }
  const s3 = new S3rver({ ...bucket, configureBuckets: [{ name: 'elimu' }] })
  await s3.run()
  const url = `http://localhost:${door}`
  const settings = {
    DATABASE_URL,
    DATA_DIR,
    APP_URL: url,
    TRUST_PROXY: '127.0.0.1',
    APP_SECRET: randomBytes(48).toString('base64url'),
    STORAGE_URL: `s3://S3RVER:S3RVER@elimu?endpoint=http://127.0.0.1:${store}`,
  }
  const begin = (port: number) => launchElimu({ ...settings, PORT: String(port) })
  let [one, two] = [await begin(first), await begin(second)]
  const caddy = await openCaddy(url, [first, second])

  const people = await Promise.all(COLLEAGUES.map((index) => createColleague(url, emailOf(index))))
  const students = await activeStudents(db)
  const office = { isOpen: true }
  const work = people.map(async (person, index) => {
    const film = takeFilm()
    let films = 0
    for (let turn = index; office.isOpen; turn += people.length) {
      await person.read(pageUrl(1 + (turn % 100)))
      const student = students[turn] ?? 0
      // One user sends videos, and the others report cards.
      if (index > 0) await person.addReportCard(student)
      else films += await person.addFilm(student, film)
    }
    return films
  })
  async function trouble(): Promise<void> {
    await sleep(WORK_MS)
    await end(one, 'SIGKILL')
    await sleep(DOWN_MS)
    one = await begin(first)
    await sleep(WORK_MS)
    await end(two, 'SIGTERM')
    two = await begin(second)
    await end(one, 'SIGTERM')
    one = await begin(first)
    await sleep(WORK_MS)
    office.isOpen = false
  }
  const [films = 0] = (await Promise.all([trouble(), ...work])).slice(1) as number[]

  for (const person of people) await checkSaved(person)
  const total = (count: keyof Colleague['counts']) =>
    people.reduce((sum, { counts }) => sum + counts[count], 0)
  const saved = people.flatMap((person) => person.saved)
  const stored = await db.selectFrom('reports').select('id').execute()
  const media = await db.selectFrom('media').select('id').execute()
  console.log(`${describeMachine()}

${total('calls')} calls of ${people.length} people were answered, after ${total('repeats')} repeats. The slowest took ${Math.round(Math.max(...people.map(({ counts }) => counts.slowestMs)))} ms.
${saved.length} report cards were acknowledged, and ${stored.length} are stored, each as it was sent.
${films} films of ${FILM_MB} MB were acknowledged, and ${media.length} are stored.
${total('signedOut')} calls met a session that had ended.`)

  caddy.kill()
  await Promise.all([one.stop(), two.stop(), s3.close(), db.destroy()])
  if (saved.length !== stored.length || films !== media.length || total('signedOut') > 0) process.exitCode = 1
}

/** The Caddy of deploy/, with its state in the temporary folder. */
async function openCaddy(url: string, ports: number[]) {
  const ELIMU = ports.map((port) => `127.0.0.1:${port}`).join(' ')
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const caddy = spawn('caddy', ['run', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
    env: { PATH: process.env['PATH'], ...home, DOMAIN: url, ELIMU },
    stdio: 'ignore',
  })
  const failed = once(caddy, 'exit').then(() => {
    throw new Error('Caddy ended: is it on the PATH, and is no other one running?')
  })
  failed.catch(() => {})
  const answers = async () => {
    while (!(await fetch(`${url}/api/health`).catch(() => undefined))?.ok) await sleep(100)
  }
  await Promise.race([answers(), failed])
  return caddy
}

async function end(running: Running, signal: NodeJS.Signals): Promise<void> {
  const gone = once(running.process, 'exit')
  running.process.kill(signal)
  await gone
}

async function activeStudents(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('students').select('id').where('status', '=', STUDENT_ACTIVE).execute()
  return rows.map(({ id }) => id)
}

/** Every acknowledged report card has the words and the PDF that were sent. */
async function checkSaved(person: Colleague): Promise<void> {
  for (const { id, comment, pdf } of person.saved) {
    const { data } = (await person.read(`/api/reports/${id}?query=edit`)) as {
      data: { teacher_comment: string; version: number; pathReport: string }
    }
    const file = await person.download(data.pathReport)
    if (data.teacher_comment !== comment || data.version !== 1 || !Buffer.from(file).equals(pdf))
      throw new Error(`report card ${id} is not as it was sent`)
  }
}

/** Its frames are random bytes: nothing could play them. */
function takeFilm(): Uint8Array<ArrayBuffer> {
  const chunks = Array.from({ length: FILM_MB }, () => [randomBytes(1024 * 1024)])
  return Uint8Array.from(buildFilm({ tracks: [{ handler: 'vide', chunks }] }).bytes)
}
