import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openFileTrial } from '../testing/fileTrial.ts'
import { openTestApp } from '../testing/testApp.ts'
import { addCast, cast } from '../testing/users.ts'

it('is ok once it can serve, also without the marker header', async () => {
  const { test, bytes, notes } = await openFileTrial()
  const answer = await test.client().send({ method: 'GET', url: '/api/health' })
  const letters = { waiting: 0, since: null }
  expect(answer).toMatchObject({ status: 200, body: { status: 'ok', letters } })
  expect([...(await bytes()), ...(await notes())]).toEqual([])
})

it('tells how many letters wait, and since when', async () => {
  const test = await openTestApp()
  await addCast(test.db)
  await test.client().post('/api/forgotpsw', { email: cast.administrator.email })
  const since = test.clock().toISOString()
  const answer = await test.client().get('/api/health')
  expect(answer.body).toEqual({ status: 'ok', letters: { waiting: 1, since } })
})

it('says that files cannot be written, and looks once in a while only', async () => {
  const { test } = await openFileTrial()
  const folder = join(test.files.incoming, '../files')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'a file where the folder was')
  const answer = await test.client().get('/api/health')
  expect(answer).toMatchObject({ status: 503, body: { status: 'failing', part: 'files' } })
  expect(await test.client().get('/api/health')).toMatchObject({ status: 503 })
  expect(test.logged().match(/health check failed/g)).toHaveLength(1)
})

it('says which part fails, and nothing else', async () => {
  const test = await openTestApp()
  // A database that was never used has nothing to close.
  await test.db.selectFrom('users').select('id').execute()
  await test.db.destroy()
  const answer = await test.client().get('/api/health')
  expect(answer).toMatchObject({ status: 503, body: { status: 'failing', part: 'database' } })
  expect(test.logged()).toContain('health check failed')
})
