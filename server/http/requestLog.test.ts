import { stripVTControlCharacters } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inviteAdministrator } from '../identity/inviteAdministrator.ts'
import { readableLine } from '../logLines.ts'
import { linkIn, openMailServer } from '../testing/mail/mailServer.ts'
import { startPostman } from '../testing/mail/postman.ts'
import { addReportCards } from '../testing/data/records.ts'
import { addStudents } from '../testing/data/students.ts'
import { openTestApp, openWithCast, type TestApp } from '../testing/testApp.ts'
import { until } from '../testing/until.ts'
import { cast, PASSWORD } from '../testing/data/users.ts'

const linesOf = (test: TestApp) =>
  test
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the log', () => {
  it('has a line at info for what changes something or fails, with who asked from where', async () => {
    const test = await openWithCast({ settings: { TRUST_PROXY: '10.0.0.1' } })
    await addStudents(test.db, [{}])
    await addReportCards(test, [{ student_id: 1 }])
    const proxied = { remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': '41.90.64.7' } }
    const visitor = test.client(proxied)
    await visitor.get('/api/session')
    await visitor.post('/api/login', { email: cast.administrator.email, password: 'Wrong#Guess1' })
    await visitor.post('/api/login', { email: cast.administrator.email, password: PASSWORD })
    await visitor.get('/api/getUsers')
    await visitor.get('/api/health')
    await visitor.verify('/api/reports/1')
    await visitor.post('/api/logout', {})

    const lines = linesOf(test)
    const logged = lines
      .filter(({ level }) => level === 'info')
      .map(({ method, route, status, user }) => [method, route, status, user])
    expect(logged).toEqual([
      ['GET', '/api/session', 401, undefined],
      ['POST', '/api/login', 422, undefined],
      ['POST', '/api/login', 200, 1],
      ['GET', '/api/reports/:id', 200, 1],
      ['POST', '/api/logout', 200, 1],
    ])
    const others = lines.filter(({ level }) => level === 'debug').map(({ route }) => route)
    expect(others).toEqual(expect.arrayContaining(['/api/getUsers', '/api/health']))
    for (const line of lines)
      expect(line).toMatchObject({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        level: expect.stringMatching(/^(info|debug)$/),
        reference: expect.stringMatching(/^[0-9A-F]{8}$/),
        client: '41.90.64.7',
        msg: 'answered',
      })
  })

  it('has a line at info for a slow read, with the time and rows of its queries', async () => {
    const test = await openWithCast()
    const chief = await test.signIn(cast.administrator)
    const began = performance.now()
    const { answer } = await test.db.transaction().execute(async (trx) => {
      // SQLite has one connection, and this transaction uses it.
      if (test.engine === 'postgres') await sql`lock table users`.execute(trx)
      const asked = chief.get('/api/getUsers?search=zawadi%20achieng')
      await until('it is slow', () => performance.now() - began > 1_100)
      return { answer: asked }
    })
    expect((await answer).status).toBe(200)
    const slow = linesOf(test).filter(({ msg }) => msg === 'answered slowly')
    expect(slow).toMatchObject([
      {
        level: 'info',
        method: 'GET',
        route: '/api/getUsers',
        status: 200,
        database_rows: expect.any(Number) as number,
      },
    ])
    const { ms, database_ms } = slow[0] as { ms: number; database_ms: number }
    expect(database_ms).toBeGreaterThan(1_000)
    expect(database_ms).toBeLessThanOrEqual(ms + 1)
    expect(test.logged()).not.toMatch(/zawadi/i)
  })

  it('has the address of the connection where no proxy is trusted', async () => {
    const test = await openTestApp()
    const headers = { 'x-forwarded-for': '41.90.64.7' }
    await test.client({ remoteAddress: '192.0.2.4', headers }).get('/api/session')
    expect(linesOf(test)).toMatchObject([{ client: '192.0.2.4' }])
  })

  it('reads well on a terminal, where nothing that was sent can move its cursor', () => {
    const time = new Date(2026, 2, 12, 14, 5, 9).toISOString()
    const line = { time, level: 'info', msg: 'answered', reference: '4F2A11BC', user: 3, client: '::1' }
    const request = { ...line, method: 'POST', route: '/api/login', status: 200, ms: 43 }
    expect(stripVTControlCharacters(readableLine(JSON.stringify(request)))).toBe(
      '14:05:09 info POST /api/login 200 in 43 ms  reference 4F2A11BC, user 3, client ::1\n',
    )
    const failure = {
      time,
      level: 'error',
      msg: 'request failed',
      err: { stack: 'Error: no\u001B[2J\n  at x' },
    }
    expect(stripVTControlCharacters(readableLine(JSON.stringify(failure)))).toBe(
      '14:05:09 error request failed\n  Error: no [2J\n    at x\n',
    )
  })

  it('contains no password, cookie, link, token or searched name, in either format', async () => {
    const mail = await openMailServer()
    const test = await openTestApp({ settings: { SMTP_URL: mail.url } })
    await startPostman(test)
    const secrets = [PASSWORD, 'Wrong#Guess1', 'Mbuyu~Tree!7', test.secret, '$argon2id$']
    const typed = { password: PASSWORD, c_password: PASSWORD }

    const stranger = test.client()
    const { invitation } = await inviteAdministrator(test.services)
    const first = invitation?.link.split('/').at(-1) ?? ''
    expect(first).not.toBe('')
    await stranger.get(`/changepsw/${first}`)
    await stranger.post(`/api/getuser/${first}`)
    await stranger.post(`/api/changepsw/${first}`, typed)
    await stranger.post('/api/login', { email: 'admin@example.org', password: 'Wrong#Guess1' })
    const chief = await test.signInByPassword({ email: 'admin@example.org' })
    const form = { first_name: 'Zawadi', last_name: 'Achieng', email: 'zawadi@elimu.test', role_id: 4 }
    await chief.post('/api/register', form)
    const link = linkIn(await until('the letter arrives', () => mail.letters[0]))
    await stranger.post(`/api/getuser/${link}`)
    await stranger.post(`/api/changepsw/${link}`, { password: 'Mbuyu~Tree!7', c_password: 'Mbuyu~Tree!7' })
    await stranger.post(`/api/getuser/${link}`)
    const zawadi = await test.signInByPassword({ email: form.email, password: 'Mbuyu~Tree!7' })
    await zawadi.post('/api/forgotpsw', { email: form.email })
    const change = linkIn(await until('the next letter arrives', () => mail.letters[1]))
    for (const list of ['getUsers', 'students', 'letters', 'reports', 'nothing'])
      await chief.get(`/api/${list}?page=1&size=5&search=zawadi%20achieng`)
    // A failure is logged with all its details.
    await test.db.schema.dropTable('history').execute()
    const failed = await stranger.post(`/api/changepsw/${change}`, typed)
    expect(failed.status).toBe(500)
    const unreadable = '{"password":"Half#Typed1'
    await stranger.post('/api/login', undefined, { payload: unreadable })

    for (const { cookies } of [stranger, chief, zawadi]) secrets.push(...cookies.values())
    const log = test.logged()
    const readable = log.trim().split('\n').map(readableLine).join('')
    expect(log).toContain('"route":"/api/changepsw/:id"')
    expect(log).toContain('request failed')
    expect(readable).toMatch(/ error POST \/api\/changepsw\/:id 500 in .*\n {2}\w*error: /i)
    for (const secret of [...secrets, first, link, change, 'Half#Typed1'])
      for (const shape of [log, readable]) expect(shape).not.toContain(secret)
    for (const shape of [log, readable]) expect(shape).not.toMatch(/zawadi|achieng/i)
  })
})
