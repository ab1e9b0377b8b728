import { expect, it } from 'vitest'
import type { Waiting } from '#contract/records/records.ts'
import { nextOpen } from './useVerifying.ts'
import { queueOf } from './verifyApi.ts'

const rows = [11, 12, 13].map((id) => ({ of: 'report' as const, id }))

it.for([
  { name: 'the one after it', done: [11], place: 0, next: 1 },
  { name: 'none that is done', done: [11, 12], place: 0, next: 2 },
  { name: 'what was passed over, at the end', done: [12, 13], place: 2, next: 0 },
  { name: 'not the same again', done: [11, 13], place: 1, next: undefined },
  { name: 'nothing where all are done', done: [11, 12, 13], place: 2, next: undefined },
])('after a record comes $name', ({ done, place, next }) => {
  expect(nextOpen(rows, new Set(done.map((id) => `report ${id}`)), place)).toBe(next)
})

it('is nothing of nothing', () => {
  expect(nextOpen([], new Set(), 0)).toBeUndefined()
})

const waiting = (id: number, student_id: number) => ({ id, student_id }) as Waiting

it.for([
  {
    name: 'a student’s records of both kinds, then the others of the kind',
    receipt: 7,
    queue: ['report 1', 'receipt 7', 'receipt 8', 'report 2'],
  },
  {
    name: 'no records of another student, if somebody else has verified the one to begin with',
    receipt: 6,
    queue: ['report 1', 'report 2'],
  },
])('the queue has $name', ({ receipt, queue }) => {
  const found = queueOf('report', { report: 1, receipt }, [
    { of: 'report', data: [waiting(1, 10), waiting(2, 11)], total: 2 },
    { of: 'receipt', data: [waiting(7, 10), waiting(8, 10), waiting(9, 11)], total: 3 },
  ])
  expect(found.rows.map(({ of, id }) => `${of} ${id}`)).toEqual(queue)
  expect(found.total).toBe(queue.length)
})
