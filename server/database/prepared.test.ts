import { expect, it } from 'vitest'
import { openTestApp } from '../testing/testApp.ts'
import { type Placeholders, prepared } from './prepared.ts'

async function openTerms() {
  const { db } = await openTestApp()
  const find = prepared(db, (value: Placeholders<{ id: number }>) =>
    db.selectFrom('terms').select('term_name').where('id', '=', value('id')),
  )
  return { db, find }
}

it('runs a query that was built once with different values, and never within an open transaction', async () => {
  const { db, find } = await openTerms()
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

it('does not compile with a misspelt name, a value of the wrong type or a missing value', async () => {
  const { db, find } = await openTerms()
  const misspelt = (value: Placeholders<{ id: number }>) =>
    // @ts-expect-error: the query has no value of this name.
    db.selectFrom('terms').where('id', '=', value('di'))
  const otherType = (value: Placeholders<{ id: string }>) =>
    // @ts-expect-error: an id is a number.
    db.selectFrom('terms').where('id', '=', value('id'))
  // @ts-expect-error: the value has another name.
  const misnamed = () => find({ di: 1 })
  // @ts-expect-error: the value is a number.
  const mistyped = () => find({ id: '1' })
  // @ts-expect-error: the value is missing.
  const incomplete = () => find({})
  for (const wrong of [misspelt, otherType, misnamed, mistyped, incomplete])
    expect(wrong).toBeTypeOf('function')
})
