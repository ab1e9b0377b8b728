import { expect, test } from 'vitest'
import { adoptServerRows } from './recordEditor.ts'

const row = (id: string, item: string, cost: string) => ({ id, item, cost })
const adopt = (typed: ReturnType<typeof row>[], theirs: ReturnType<typeof row>[], told: string[]) =>
  adoptServerRows(typed, theirs, { keyOf: ({ id }) => id, isTold: ({ item }) => told.includes(item) })

test('what others changed is taken, and what was typed beside it stays', () => {
  const typed = [row('1', 'Fees', '7'), row('2', 'Bus', '5'), row('', 'Soap', '3')]
  const theirs = [row('1', 'Fees', '9'), row('2', 'Bus', '4')]
  expect(adopt(typed, theirs, ['Fees'])).toEqual([row('1', 'Fees', '9'), typed[1], typed[2]])
})

test('what others added comes last, and what they removed is gone', () => {
  const typed = [row('1', 'Fees', '7'), row('2', 'Bus', '5')]
  const theirs = [row('2', 'Bus', '5'), row('3', 'Books', '8')]
  expect(adopt(typed, theirs, ['Fees', 'Books'])).toEqual([typed[1], theirs[1]])
})

test('what was removed here comes back only where others changed it', () => {
  const theirs = [row('1', 'Fees', '9'), row('2', 'Bus', '4')]
  expect(adopt([], theirs, ['Bus'])).toEqual([theirs[1]])
})
