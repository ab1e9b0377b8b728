import { expect, test } from 'vitest'
import { takeRows } from './takeRows.ts'

const row = (id: number | undefined, item: string, cost: string) => ({ ...(id && { id }), item, cost })
const take = (typed: ReturnType<typeof row>[], theirs: ReturnType<typeof row>[], told: string[]) =>
  takeRows(typed, theirs, { keyOf: ({ id }) => id, isTold: ({ item }) => told.includes(item) })

test('what others changed is taken, and what was typed beside it stays', () => {
  const typed = [row(1, 'Fees', '7'), row(2, 'Bus', '5'), row(undefined, 'Soap', '3')]
  const theirs = [row(1, 'Fees', '9'), row(2, 'Bus', '4')]
  expect(take(typed, theirs, ['Fees'])).toEqual([row(1, 'Fees', '9'), typed[1], typed[2]])
})

test('what others added comes last, and what they removed is gone', () => {
  const typed = [row(1, 'Fees', '7'), row(2, 'Bus', '5')]
  const theirs = [row(2, 'Bus', '5'), row(3, 'Books', '8')]
  expect(take(typed, theirs, ['Fees', 'Books'])).toEqual([typed[1], theirs[1]])
})

test('what was removed here comes back only where others changed it', () => {
  const theirs = [row(1, 'Fees', '9'), row(2, 'Bus', '4')]
  expect(take([], theirs, ['Bus'])).toEqual([theirs[1]])
})
