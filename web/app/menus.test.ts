import { expect, test } from 'vitest'
import { openMenu } from './menus.ts'

test.each([
  [1, 'letters', 'letters'],
  [2, 'letters', 'students'],
  [3, 'users', 'users'],
  [4, 'users', 'students'],
  [4, 'cluster', 'students'],
  [5, 'students', 'academics'],
  [5, 'finance', 'finance'],
  [1, undefined, 'students'],
  [5, undefined, 'academics'],
  [1, 'nonsense', 'students'],
  [1, 'toString', 'students'],
])('for role %i the menu %s opens %s', (role, wanted, opened) => {
  expect(openMenu(wanted, role)).toBe(opened)
})
