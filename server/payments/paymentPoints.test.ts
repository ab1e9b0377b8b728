import { expect, it } from 'vitest'
import { keyWithout } from './paymentPoints.ts'

it.for([
  ['no_plan', 'no_plan-7-7', 'no_plan-AN-7'],
  ['above_plan', 'above_plan-7-500', 'above_plan-AN-500'],
  ['above_plan', 'above_plan-77-7', 'above_plan-77-7'],
  ['no_admission_no', 'no_admission_no-7', 'no_admission_no-AN'],
  ['same_admission_no', 'same_admission_no-7-3-7-77', 'same_admission_no-7-3-AN-77'],
  ['account', 'account-7', 'account-7'],
] as const)('of a point %s the key %s becomes %s without student 7', ([kind, key, without]) => {
  expect(keyWithout(kind, key, 7, 'AN')).toBe(without)
})
