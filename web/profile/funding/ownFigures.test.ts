import { expect, test } from 'vitest'
import { ownReasons, ownToSave } from './ownFigures.ts'

const plan = { amount: 20_000, to_school: 15_000 }
const term = (term_id: number, own: { amount: number; reason: string } | null = null) => ({
  term_id,
  plan,
  own: own && { to_school: null, ...own },
})
const typed = (term_id: number, amount: number | null, to_school: number | null = 15_000) => ({
  term_id,
  amount,
  to_school,
})
const none = { amount: null, to_school: null }

test('only what differs from the plan becomes the student’s own', () => {
  expect(ownToSave([typed(1, 20_000), typed(2, 18_000, 13_000)], [term(1), term(2)])).toEqual([
    { term_id: 1, ...none },
    { term_id: 2, amount: 18_000, to_school: 13_000 },
  ])
})

test('without typed figures the plan counts again', () => {
  expect(ownToSave([], [term(1, { amount: 9, reason: 'Day scholar' })])).toEqual([{ term_id: 1, ...none }])
})

test('terms with different reasons are saved only if their figures changed', () => {
  const terms = [
    term(1, { amount: 9_000, reason: 'Changed school' }),
    term(2, { amount: 18_000, reason: 'Day scholar' }),
  ]
  expect(ownReasons(terms)).toEqual(['Changed school', 'Day scholar'])
  expect(ownToSave([typed(1, 9_000), typed(2, 17_000)], terms)).toEqual([
    { term_id: 2, amount: 17_000, to_school: null },
  ])
})
