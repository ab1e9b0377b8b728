import { expect, it } from 'vitest'
import { openTestApp } from '../testApp.ts'
import { openShared } from '../whenFinished.ts'

it('refuses queries that start after the test whose database they use', async () => {
  const { opened, close } = await openShared(openTestApp)
  const late = () => opened.db.selectFrom('schools').select('id').execute()
  expect(await late()).toEqual([])
  await close()
  await expect(late()).rejects.toThrow(/destroyed|does not answer/)
})
