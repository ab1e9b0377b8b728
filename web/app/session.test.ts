import { expect, test } from 'vitest'

test('the session module loads without a browser, because the app creates the session when it starts', async () => {
  await expect(import('./session.ts')).resolves.toHaveProperty('createSession')
})
