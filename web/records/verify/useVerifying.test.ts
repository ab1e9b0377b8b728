import { expect, it } from 'vitest'
import { nextOpen } from './useVerifying.ts'

const rows = [11, 12, 13].map((id) => ({ of: 'report' as const, id }))

it.for([
  { name: 'the one after it', done: [11], index: 0, next: 1 },
  { name: 'none that is done', done: [11, 12], index: 0, next: 2 },
  { name: 'what was passed over, at the end', done: [12, 13], index: 2, next: 0 },
  { name: 'not the same again', done: [11, 13], index: 1, next: undefined },
  { name: 'nothing where all are done', done: [11, 12, 13], index: 2, next: undefined },
])('after a record comes $name', ({ done, index, next }) => {
  expect(nextOpen(rows, new Set(done.map((id) => `report ${id}`)), index)).toBe(next)
})

it('is nothing of nothing', () => {
  expect(nextOpen([], new Set(), 0)).toBeUndefined()
})
