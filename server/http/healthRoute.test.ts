import { expect, it } from 'vitest'
import { openTestApp } from '../testing/testApp.ts'

it('is ok once it can serve, also without the marker header', async () => {
  const test = await openTestApp()
  const answer = await test.client().send({ method: 'GET', url: '/api/health' })
  expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } })
})

it('says which part fails, and nothing else', async () => {
  const test = await openTestApp()
  await test.db.destroy()
  const answer = await test.client().get('/api/health')
  expect(answer).toMatchObject({ status: 503, body: { status: 'failing', part: 'database' } })
  expect(test.logged()).toContain('health check failed')
})
