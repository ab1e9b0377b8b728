import { expect, test } from 'vitest'
import { openMenu, settingsMenus } from './menus.ts'

test.each([
  [1, 'letters', 'letters'],
  [2, 'letters', 'letters'],
  [4, 'letters', 'students'],
  [3, 'users', 'users'],
  [4, 'users', 'students'],
  [3, 'missing', 'missing'],
  [4, 'missing', 'missing'],
  [5, 'missing', 'academics'],
  [3, 'import', 'import'],
  [4, 'import', 'students'],
  [4, 'cluster', 'students'],
  [2, 'duplicates', 'duplicates'],
  [3, 'duplicates', 'students'],
  [3, 'gradeScale', 'gradeScale'],
  [4, 'gradeScale', 'students'],
  [3, 'consents', 'consents'],
  [4, 'consents', 'students'],
  [4, 'requests', 'requests'],
  [5, 'requests', 'academics'],
  [2, 'retention', 'retention'],
  [3, 'retention', 'students'],
  [2, 'registers', 'registers'],
  [3, 'registers', 'students'],
  [1, 'backup', 'backup'],
  [2, 'backup', 'students'],
  [1, 'signIn', 'signIn'],
  [2, 'signIn', 'students'],
  [5, 'security', 'security'],
  [5, 'students', 'academics'],
  [5, 'finance', 'finance'],
  [1, undefined, 'students'],
  [5, undefined, 'academics'],
  [1, 'nonsense', 'students'],
  [1, 'toString', 'students'],
])('for role %i the menu %s opens %s', (role, wanted, opened) => {
  expect(openMenu(wanted, { role, notifications_admin: false })).toBe(opened)
})

test('the account that may send notifications sees them, and no other settings', () => {
  const user = { role: 4, notifications_admin: true }
  expect(settingsMenus(user)).toEqual(['notification'])
  expect(openMenu('notification', user)).toBe('notification')
  expect(openMenu('missing', user)).toBe('missing')
  expect(openMenu('cluster', user)).toBe('students')
})

test('liaison officers open requests, but not under Settings', () => {
  expect(settingsMenus({ role: 4, notifications_admin: false })).toEqual([])
  expect(settingsMenus({ role: 3, notifications_admin: false })).toContain('requests')
})
