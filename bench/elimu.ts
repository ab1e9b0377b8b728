import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { emailOf, type Where } from '../fixtures/largeCharity.ts'
import { PASSWORD } from '../server/testing/data/users.ts'
import { freePort } from '../server/testing/freePort.ts'
import { startPostgres } from '../server/testing/database/startPostgres.ts'

export type Settings = Record<string, string>
type Headers = Record<string, string>

const ROOT = join(import.meta.dirname, '..')
const MARKER = { 'x-requested-with': 'XMLHttpRequest' }

/** The SQLite folders of this run, by what fills them. */
const folders = new Map<unknown, Promise<{ dataDir: string; filled: unknown }>>()

/** Measures on data of its own, which on SQLite is filled once for a run. */
export async function withData<Filled, Result>(
  fill: (where: Where) => Promise<Filled>,
  engine: 'SQLite' | 'PostgreSQL',
  measure: (settings: Settings, filled: Filled, restartDatabase: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  if (engine === 'SQLite') {
    const known = folders.get(fill) ?? fillFolder(fill)
    folders.set(fill, known)
    const { dataDir, filled } = await known
    return measure({ DATA_DIR: dataDir }, filled as Filled, () => Promise.resolve())
  }
  const postgres = await startPostgres()
  const dataDir = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
  try {
    const filled = await fill({ dataDir, databaseUrl: postgres.url })
    return await measure({ DATA_DIR: dataDir, DATABASE_URL: postgres.url }, filled, () => postgres.restart())
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function fillFolder(fill: (where: Where) => Promise<unknown>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'elimu-bench-'))
  return { dataDir, filled: await fill({ dataDir, databaseUrl: undefined }) }
}

export async function removeData(): Promise<void> {
  for (const folder of folders.values()) rmSync((await folder).dataDir, { recursive: true })
}

export type Running = Awaited<ReturnType<typeof launch>>

/** Runs Node in its own process on a free port, and waits for the line that names its address. */
export async function launch(parameters: string[], env: Settings) {
  const PORT = String(await freePort())
  const { PATH, HOME } = process.env
  const began = performance.now()
  // Without the shell's environment, whose settings would change what is measured.
  const child = spawn(process.execPath, parameters, {
    cwd: ROOT,
    env: { PATH, HOME, NODE_ENV: 'production', PORT, APP_URL: `http://localhost:${PORT}`, ...env },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const exit = once(child, 'exit')
  await Promise.race([
    isListening(child, PORT),
    exit.then(() => Promise.reject(new Error(`${parameters.join(' ')} did not start`))),
  ])
  return {
    url: `http://127.0.0.1:${PORT}`,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - began,
    /** Starts measuring the event-loop delay of a server that is probed. */
    watchDelay: () => void child.send('reset'),
    /** The longest event-loop delay since then. */
    async longestDelay(): Promise<number> {
      const message = once(child, 'message')
      child.send('end')
      const [longest] = (await message) as [number]
      return longest
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await exit
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exit
    },
  }
}

function isListening({ stdout }: ChildProcess, port: string): Promise<void> {
  return new Promise((resolve) => {
    if (stdout) createInterface(stdout).on('line', (line) => line.endsWith(`localhost:${port}`) && resolve())
  })
}

export type Elimu = Running & {
  /** The headers of a signed-in administrator. */
  headers: Headers
  get: (path: string) => Promise<Response>
  post: (path: string, body: FormData | object, more?: Headers) => Promise<Response>
}

/** Measures a server as `npm start` runs it; a probed one reports its event-loop delay. */
export async function withElimu<Result>(
  settings: Settings,
  measure: (elimu: Elimu) => Promise<Result>,
  { isProbed = false } = {},
): Promise<Result> {
  const probe = isProbed ? ['--import', './bench/loopProbe.ts'] : []
  const server = await launch([...probe, 'scripts/start.mjs'], {
    LOG_LEVEL: 'info',
    SESSION_CALLS_A_MINUTE: '0',
    ...settings,
  })
  try {
    const headers = await signIn(server.url)
    return await measure({
      ...server,
      headers,
      get: (path) => answered(path, fetch(server.url + path, { headers })),
      post(path, body, more) {
        const isForm = body instanceof FormData
        const type: Headers = isForm ? {} : { 'content-type': 'application/json' }
        const request = { method: 'POST', body: isForm ? body : JSON.stringify(body) }
        const sent = fetch(server.url + path, { ...request, headers: { ...headers, ...type, ...more } })
        return answered(path, sent)
      },
    })
  } finally {
    await server.stop()
  }
}

/** An answer other than a success makes the whole measurement worthless. */
async function answered(path: string, sent: Promise<Response>): Promise<Response> {
  const answer = await sent
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status} ${await answer.text()}`)
  return answer
}

/** The headers before signing in: marker, forgery token and its cookie. */
export async function signedOutHeaders(url: string): Promise<Headers> {
  return headersOf(await fetch(`${url}/sanctum/csrf-cookie`, { headers: MARKER }))
}

export async function signIn(url: string): Promise<Headers> {
  const headers = { ...(await signedOutHeaders(url)), 'content-type': 'application/json' }
  const body = JSON.stringify({ email: emailOf(0), password: PASSWORD })
  return headersOf(await fetch(`${url}/api/login`, { method: 'POST', headers, body }))
}

function headersOf(answer: Response): Headers {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))
  if (!token) throw new Error(`${answer.url} was answered ${answer.status} without a token`)
  return { ...MARKER, cookie: cookies.join('; '), 'x-xsrf-token': token.replace('XSRF-TOKEN=', '') }
}

export const USERS_PAGE = '/api/getUsers?page=1&size=25'
/** The time between two requests of other users. */
const EVERY_MS = 10

/**
 * Requests a page repeatedly, to measure how long other users wait, until `end` is called. It does not wait for an
 * answer before the next request: otherwise slow answers would be sampled less often. `ask` replaces the page.
 */
export function watchOthers({ get }: Elimu, ask = () => get(USERS_PAGE), everyMs = EVERY_MS) {
  const times: number[] = []
  const asked: Promise<void>[] = []
  const asking = setInterval(() => {
    const began = performance.now()
    const answer = ask()
      .then((reply) => reply.arrayBuffer())
      .then(() => void times.push(performance.now() - began))
    // Reported by `end`.
    answer.catch(() => {})
    asked.push(answer)
  }, everyMs)
  return {
    async end(): Promise<number[]> {
      clearInterval(asking)
      await Promise.all(asked)
      return times
    },
  }
}

/** The resident memory of a process in MB, as the system counts it. */
function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** The resident memory once it is stable: a few readings in a row hardly differ. */
export async function restingMb({ pid }: Running): Promise<number> {
  const readings: number[] = []
  for (let reading = 0; reading < 40; reading++) {
    readings.push(residentMb(pid))
    const latest = readings.slice(-4)
    if (latest.length === 4 && Math.max(...latest) - Math.min(...latest) < 0.5) break
    await pause(500)
  }
  return readings.at(-1) ?? Number.NaN
}

/** Calls `work` and returns its result with the most memory that a process took during it. */
export async function withMemory<Result>(pid: () => number | undefined, work: () => Promise<Result>) {
  let most = 0
  let known: number | undefined
  const watching = setInterval(() => {
    known ??= pid()
    try {
      if (known) most = Math.max(most, residentMb(known) || 0)
    } catch {
      // The process has ended.
    }
  }, 20)
  try {
    const result = await work()
    return { result, most }
  } finally {
    clearInterval(watching)
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
