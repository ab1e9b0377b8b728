import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/testApp.ts'

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
