import { expect, it } from 'vitest'
import { openTestApp } from '../testing/testApp.ts'
import { createList } from './lists.ts'

it('returns rows that no caller can change, because the next caller may get the same ones', async () => {
  const { db } = await openTestApp()
  const list = createList(db, {
    sorts: ['id'],
    count: () => db.selectFrom('years').select((eb) => eb.fn.countAll<number>().as('total')),
    rows: ({ limit, offset }) => {
      const rows = db.selectFrom('years').select(['id', 'year_name']).orderBy('id').offset(offset)
      return limit ? rows.limit(limit) : rows
    },
  })
  const { data } = await list({})
  expect(data).toMatchObject([{ year_name: '2026' }])
  expect(() => data.pop()).toThrow(TypeError)
  expect(() => Object.assign(data[0] ?? {}, { year_name: '1999' })).toThrow(TypeError)
})
