import { expect, test } from 'vitest'

test('the session is made where the app starts: without a browser its module loads all the same', async () => {
  await expect(import('./session.ts')).resolves.toHaveProperty('createSession')
})
