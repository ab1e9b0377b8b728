import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { engineOfRun, openSharedDatabase } from '../testing/database/testDatabase.ts'
import { filledBodies } from '../testing/filledBodies.ts'
import { sheetRow } from '../testing/imports/imports.ts'
import { openTcpProxy } from '../testing/tcpProxy.ts'
import { openSignedIn, openTestApp, openWithCast } from '../testing/testApp.ts'
import { until } from '../testing/until.ts'
import { watchedOf } from '../testing/watchAnswers.ts'
import { cast } from '../testing/data/users.ts'

it('answers a failure of its own with a reference, which the log explains and nothing else does', async () => {
  const { test, client } = await openSignedIn('administrator')
  await test.db.schema.alterTable('letters').renameTo('gone').execute()

  const answer = await client.get('/api/letters')
  expect(answer.status).toBe(500)
  const { message } = answer.body as { message: string }
  const [, reference] = /^Something went wrong\. Reference ([0-9A-F]{8})$/.exec(message) ?? []
  expect(reference).toBeTruthy()
  expect(Object.keys(answer.body as object)).toEqual(['message'])
  expect(JSON.stringify(answer.headers)).not.toMatch(/letters|\.ts:/)

  const lines = test
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"reference":"${reference}"`))
  expect(lines, 'one line says all of it').toHaveLength(1)
  expect(lines[0]).toMatch(/"level":"error".*"route":"\/api\/letters","status":500,.*"user":1,/)
  expect(lines.join('\n')).toMatch(/"msg":"request failed"/)
  expect(lines.join('\n')).toMatch(/letters/)
  expect(lines.join('\n')).toMatch(/"stack"/)
})

/** Only PostgreSQL is another program, which may stop. */
const itOnPostgres = engineOfRun === 'postgres' ? it : () => undefined

const silent = { status: 503, body: { message: 'The database does not answer. Please try again.' } }
const withoutDatabase = new Set(['GET /api/CurrentDate', 'GET /api/health'])

/** The app, which reaches its database through a proxy. */
async function openBehindProxy() {
  const database = await openSharedDatabase()
  const line = await openTcpProxy(database.DATABASE_URL ?? '')
  const test = await openWithCast({ database: { ...database, DATABASE_URL: line.url } })
  return { database, line, test, client: await test.signIn(cast.administrator) }
}

itOnPostgres('answers every call with 503 while PostgreSQL refuses connections', async () => {
  const { line, test, client } = await openBehindProxy()
  line.close()
  const calls = watchedOf(test.app)
    .routes.flatMap(({ method, url }) => [method].flat().map((name) => `${name} ${url}`))
    .filter((call) => /^(GET|POST|PUT|PATCH|DELETE) \/api\//.test(call) && !withoutDatabase.has(call))
  for (const call of calls) {
    const asked = call.replaceAll(/:(id|student|first|second)/g, '1').replace(':key', 'student-add')
    expect([call, await client.call(asked, filledBodies[asked])]).toMatchObject([call, silent])
  }
})

for (const [call, body] of [
  ['GET /api/students?query=list', undefined],
  ['POST /api/schools', { school: 'Starehe', cluster_id: '1' }],
  ['POST /api/imports', { kind: 'students', rows: [sheetRow], check: true }],
] as const)
  itOnPostgres(`answers ${call} with 503 at whichever query its connection breaks`, async () => {
    const { line, client } = await openBehindProxy()
    await client.call('POST /api/clusters', { cluster_name: 'Kibera' })
    const statuses: number[] = []
    do {
      line.cutAfter(statuses.length)
      statuses.push((await client.call(call, body)).status)
    } while (statuses.at(-1) !== 200 && statuses.length < 100)
    expect(statuses.slice(0, -1).length).toBeGreaterThan(1)
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([503]))
  })

itOnPostgres('answers a call with 503 whose connection PostgreSQL ends', async () => {
  const { database, test, client } = await openBehindProxy()
  const other = await openTestApp({ database })
  const asked = await other.db.transaction().execute(async (trx) => {
    await sql`lock table clusters in access exclusive mode`.execute(trx)
    const calling = client.post('/api/clusters', { cluster_name: 'Kibera' })
    const waiting = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await until('the call has been ended', async () => (await waiting.execute(trx)).rows.length > 0)
    return calling
  })
  expect(asked).toMatchObject(silent)
  expect(test.logged()).toContain('terminating connection due to administrator command')
})
