import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { Agent, createServer as createHttpServer, type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { refuseNonEmpty } from './database/engines/fillEmpty.ts'
import { start } from './start.ts'
import { freePort } from './testing/freePort.ts'
import { openTcpProxy } from './testing/tcpProxy.ts'
import { openMailServer } from './testing/mail/mailServer.ts'
import { openS3Server } from './testing/files/s3Server.ts'
import { spawnServer } from './testing/spawnServer.ts'
import { engineOfRun, openSharedDatabase } from './testing/database/testDatabase.ts'

/** These start and stop in the same way with PostgreSQL. */
const itOnSqlite = engineOfRun === 'sqlite' ? it : () => undefined

describe('a start that cannot listen exits before it changes anything', () => {
  async function expectSentence(settings: Record<string, string>, sentence: RegExp): Promise<void> {
    const database = await openSharedDatabase({ isEmpty: true })
    const server = spawnServer({ ...database, ...settings })
    expect(await server.ended).toBe(1)
    expect(server.output).toEqual({ stdout: '', stderr: expect.stringMatching(sentence) })
    expect(await readdir(database.DATA_DIR)).toEqual([])
    await refuseNonEmpty(readConfig(database))
  }

  it('reports that the port is in use', async () => {
    const other = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    await expectSentence(
      { PORT: String(port) },
      new RegExp(`^PORT is ${port}, but another program is already listening there\\.\n$`),
    )
  })

  it('reports that the machine has no such address', () =>
    expectSentence(
      { HOST: '192.0.2.1' },
      /^HOST is "192\.0\.2\.1", but this machine has no such address\.\n$/,
    ))
})

/** Begins a call: the server has received its headers and waits for its body. */
async function beginCall(port: number) {
  const url = `http://127.0.0.1:${port}`
  const marker = { 'x-requested-with': 'XMLHttpRequest' }
  const { headers } = await fetch(`${url}/sanctum/csrf-cookie`, { headers: marker })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const token = decodeURIComponent(cookie.replace('XSRF-TOKEN=', ''))
  const body = JSON.stringify({ email: 'nobody@elimu.test' })
  // Otherwise the client would reuse the connection for its next request.
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const open = request(`${url}/api/forgotpsw`, {
    method: 'POST',
    agent,
    headers: {
      ...marker,
      cookie,
      'x-xsrf-token': token,
      'content-type': 'application/json',
      'content-length': String(body.length),
      expect: '100-continue',
    },
  })
  await once(open, 'continue')
  return { open, body }
}

describe('a running server', () => {
  itOnSqlite(
    'prints its address and, if no user can sign in yet, the first administrator’s link',
    async () => {
      const database = await openSharedDatabase()
      const port = await freePort()
      const server = spawnServer({ ...database, PORT: String(port), CHARITY_NAME: 'Watoto' })
      await server.started()
      expect(server.output.stdout).toMatch(new RegExp(`^Watoto runs at http://localhost:${port}\n`))
      expect(server.output.stdout).toContain(
        'Create the password of admin@example.org here, within an hour:\n',
      )
      const link =
        new RegExp(`http://localhost:${port}/changepsw/([\\w-]+)`).exec(server.output.stdout)?.[1] ?? ''
      expect(Buffer.from(link, 'base64url').toString()).toMatch(/^1 new /)
      expect(server.output.stderr).not.toContain(link)

      const secret = await stat(join(database.DATA_DIR, 'secret'))
      expect(secret.mode & 0o777).toBe(0o600)
      const health = await fetch(`http://127.0.0.1:${port}/api/health`)
      expect(await health.json()).toMatchObject({ status: 'ok' })
    },
  )

  itOnSqlite('finishes an open request after SIGTERM, and exits with 0 soon after the reply', async () => {
    const port = await freePort()
    const server = spawnServer({ ...(await openSharedDatabase()), PORT: String(port) })
    await server.started()
    const { open, body } = await beginCall(port)
    const answered = once(open, 'response') as Promise<[IncomingMessage]>
    server.kill('SIGTERM')
    open.end(body)

    const [answer] = await answered
    expect(answer.headers.connection).toBe('close')
    expect(await json(answer)).toMatchObject({ success: true })
    const began = performance.now()
    expect(await server.ended).toBe(0)
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('exits within ten seconds, even if a database, store or mail server hangs', async () => {
    const { DATA_DIR, DATABASE_URL } = await openSharedDatabase()
    const [bucket, mail, port] = [await openS3Server(), await openMailServer(), await freePort()]
    const lines = {
      database: DATABASE_URL && (await openTcpProxy(DATABASE_URL)),
      files: await openTcpProxy(bucket.endpoint),
      mail: await openTcpProxy(mail.url),
    }
    const server = spawnServer({
      DATA_DIR,
      ...(lines.database && { DATABASE_URL: lines.database.url }),
      STORAGE_URL: bucket.url.replace(bucket.endpoint, lines.files.url),
      SMTP_URL: lines.mail.url,
      PORT: String(port),
    })
    await server.started()
    const stuck = await beginCall(port)
    stuck.open.on('error', () => {})
    for (const line of [lines.database, lines.files, lines.mail]) if (line) line.freeze()
    const health = fetch(`http://127.0.0.1:${port}/api/health`).catch(() => {})
    const began = performance.now()
    server.kill('SIGTERM')
    await server.ended
    expect(performance.now() - began).toBeLessThan(10_500)
    await health
  })

  itOnSqlite('exits with 0 when interrupted', async () => {
    const server = spawnServer(await openSharedDatabase())
    await server.started()
    server.kill('SIGINT')
    expect(await server.ended).toBe(0)
  })
})

it('ends the check of the place for copies before a stop has ended', async () => {
  // Loaded before, because the first load may take longer than a stop waits.
  await import('./files/s3Store.ts')
  const slow = createHttpServer(
    (_request, response) => void setTimeout(() => response.writeHead(403).end(), 200),
  )
  await once(slow.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void slow.close())
  const { port } = slow.address() as { port: number }
  const config = readConfig({
    ...(await openSharedDatabase()),
    PORT: '0',
    BACKUP_TO: `s3://K:S@b?endpoint=http://127.0.0.1:${port}`,
  })
  const printed: string[] = []
  const running = await start(config, pino({ level: 'silent' }), undefined, (line) => printed.push(line))
  await running.stop()
  expect(printed).toEqual([expect.stringMatching(/^No copy can be written to BACKUP_TO: The store refused/)])
})
