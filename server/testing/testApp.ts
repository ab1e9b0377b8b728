import { EventEmitter, once } from 'node:events'
import { expect } from 'vitest'
import { createApp } from '../app.ts'
import { createBackups } from '../backup/createBackups.ts'
import type { App } from '../http/schemas.ts'
import { type Config, readConfig } from '../config.ts'
import { connect, type Database, QUERY_TIMEOUT_MS } from '../database/connect.ts'
import type { FileStore } from '../files/FileStore.ts'
import { openFileStore } from '../files/openFileStore.ts'
import { createLog } from '../logLines.ts'
import { openSession, sessionCookie } from '../http/session.ts'
import { createOutbox } from '../mail/outbox.ts'
import type { Services } from '../Services.ts'
import { studentData } from '../studentData.ts'
import { steppedClock, type SteppedClock } from './steppedClock.ts'
import { createClient, type Sending, type TestClient } from './testClient.ts'
import { connectReusable } from './database/postgresDatabases.ts'
import { openTestDatabase, type TestDatabase } from './database/testDatabase.ts'
import { addCast, cast, type CastName, PASSWORD } from './data/users.ts'
import { whenFinished } from './whenFinished.ts'
// Imported first, so that it watches every app.
import './watchAnswers.ts'

export type TestApp = Services & {
  services: Services
  clock: SteppedClock
  app: App
  /** Everything that was written to the log so far. */
  logged: () => string
  /** Resolves once the log contains these words, however busy the machine is. */
  whenLogged: (words: string) => Promise<void>
  client: (sendAlways?: Sending) => TestClient
  /** A browser whose user has a session already. */
  signIn: (user: { email: string }) => Promise<TestClient>
  /** A browser whose user signs in through the call, for tests of signing in. */
  signInByPassword: (user: { email: string; password?: string }) => Promise<TestClient>
}

type Options = {
  settings?: Record<string, string>
  database?: TestDatabase
  clock?: SteppedClock
  /** Another app whose database and clock this one shares, like a second process. */
  beside?: TestApp
}

const placeOf = ({ services: { config } }: TestApp) => ({
  DATA_DIR: config.dataDir,
  DATABASE_URL: config.databaseUrl,
})

/** The whole server on a fresh database, without a port. Only its clock is replaced. */
export async function openTestApp({
  settings,
  database,
  beside,
  clock = beside?.clock ?? steppedClock(),
}: Options = {}): Promise<TestApp> {
  const config = readConfig({
    APP_SECRET: 'the secret that signs the links and tokens of the tests',
    ...(beside ? placeOf(beside) : (database ?? (await openTestDatabase()))),
    ...settings,
  })

  const lines: string[] = []
  const logging = new EventEmitter<{ line: [] }>()
  const write = (line: string) => {
    lines.push(line)
    logging.emit('line')
  }
  const log = createLog('trace', { write })
  const logged = () => lines.join('')

  const { db, engine } = beside ?? (await openRecords(config))
  const outbox = createOutbox({ clock, domain: new URL(config.appUrl).hostname })
  const opened = {
    config,
    secret: config.appSecret ?? '',
    db,
    engine,
    files: beside?.files ?? (await openFiles(config)),
    outbox,
    studentData,
    clock,
    log,
  }
  const backups = createBackups(opened)
  whenFinished(() => backups.stop())
  const services: Services = { ...opened, backups }

  const app = await createApp(services)
  whenFinished(() => app.close())

  return {
    ...services,
    services,
    clock,
    app,
    logged,
    async whenLogged(words) {
      while (!logged().includes(words)) await once(logging, 'line')
    },
    client: (sendAlways?: Sending) => createClient(app, sendAlways),
    async signIn({ email }) {
      const signedIn = createClient(app)
      const { id } = await db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const { token } = await openSession(db, id, clock())
      signedIn.cookies.set(sessionCookie(config.appUrl), token)
      await signedIn.get('/sanctum/csrf-cookie')
      return signedIn
    },
    async signInByPassword({ email, password = PASSWORD }) {
      const signedIn = createClient(app)
      const answer = await signedIn.post('/api/login', { email, password })
      expect(answer.status, answer.text).toBe(200)
      return signedIn
    },
  }
}

type CastOptions = Options & { given?: (test: TestApp) => Promise<unknown> }

/** The same with the people of the scenarios, and what is given. */
export async function openWithCast({ given, ...options }: CastOptions = {}): Promise<TestApp> {
  const test = await openTestApp(options)
  await addCast(test.db)
  await given?.(test)
  return test
}

/** The same, and a browser in which one of them is signed in. */
export async function openSignedIn(name: CastName, options?: CastOptions) {
  const test = await openWithCast(options)
  return { test, client: await test.signIn(cast[name]) }
}

async function openRecords(config: Config): Promise<Database> {
  const reusable = config.databaseUrl && connectReusable(config.databaseUrl)
  if (reusable) return reusable
  const database = await connect(config, undefined, QUERY_TIMEOUT_MS)
  whenFinished(() => database.db.destroy())
  return database
}

async function openFiles(config: Config): Promise<FileStore> {
  const files = await openFileStore(config)
  whenFinished(() => files.close())
  return files
}
