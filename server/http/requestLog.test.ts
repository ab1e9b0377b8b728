import { expect, it } from 'vitest'
import { linkIn, openMailServer } from '../testing/mailServer.ts'
import { startPostman } from '../testing/postman.ts'
import { openTestApp } from '../testing/testApp.ts'
import { until } from '../testing/until.ts'
import { addCast, cast, PASSWORD } from '../testing/users.ts'

it('holds no password, cookie, link or token of a whole journey', async () => {
  const mail = await openMailServer()
  const test = await openTestApp({ settings: { SMTP_URL: mail.url } })
  await addCast(test.db)
  await startPostman(test)
  const secrets = [PASSWORD, 'Wrong#Guess1', 'Mbuyu~Tree!7', test.secret, '$argon2id$']

  const stranger = test.client()
  await stranger.post('/api/login', { email: cast.administrator.email, password: 'Wrong#Guess1' })
  const chief = await test.signInByPassword(cast.administrator)
  const form = { first_name: 'Zawadi', last_name: 'Achieng', email: 'zawadi@elimu.test', role_id: 4 }
  await chief.post('/api/register', form)
  const link = linkIn(await until('the letter arrives', () => mail.letters[0]))
  await stranger.post(`/api/getuser/${link}`)
  await stranger.post(`/api/changepsw/${link}`, { password: 'Mbuyu~Tree!7', c_password: 'Mbuyu~Tree!7' })
  await stranger.post(`/api/getuser/${link}`)
  const zawadi = await test.signInByPassword({ email: form.email, password: 'Mbuyu~Tree!7' })
  await zawadi.post('/api/forgotpsw', { email: form.email })
  const change = linkIn(await until('the next letter arrives', () => mail.letters[1]))
  await chief.get('/api/getUsers?search=zawadi%20achieng')
  // A failure is logged with all its details.
  await test.db.schema.dropTable('history').execute()
  const failed = await stranger.post(`/api/changepsw/${change}`, { password: PASSWORD, c_password: PASSWORD })
  expect(failed.status).toBe(500)
  const unreadable = '{"password":"Half#Typed1'
  await stranger.post('/api/login', undefined, { payload: unreadable })

  for (const { cookies } of [stranger, chief, zawadi]) secrets.push(...cookies.values())
  const log = test.logged()
  expect(log).toContain('"route":"/api/changepsw/:id"')
  expect(log).toContain('request failed')
  for (const secret of [...secrets, link, change, 'Half#Typed1', 'zawadi%20achieng'])
    expect(log).not.toContain(secret)
})
