import { expect, it } from 'vitest'
import { openTestApp } from '../testing/testApp.ts'
import { compiled, slot } from './compiled.ts'

it('answers a query that was built once with other values each time, and never from an open transaction', async () => {
  const { db } = await openTestApp()
  const find = compiled(db, db.selectFrom('terms').select('term_name').where('id', '=', slot<number>('id')))
  expect(await find({ id: 1 })).toEqual([{ term_name: 'Term 1' }])
  expect(await find({ id: 2 })).toEqual([{ term_name: 'Term 2' }])

  const { promise: isRenamed, resolve: renamed } = Promise.withResolvers<void>()
  const { promise: mayFail, resolve: fail } = Promise.withResolvers<void>()
  const renaming = db.transaction().execute(async (trx) => {
    await trx.updateTable('terms').set({ term_name: 'Trimester' }).where('id', '=', 1).execute()
    renamed()
    await mayFail
    throw new Error('given up')
  })
  await isRenamed
  const found = find({ id: 1 })
  fail()
  await expect(renaming).rejects.toThrow('given up')
  expect(await found).toEqual([{ term_name: 'Term 1' }])
})
