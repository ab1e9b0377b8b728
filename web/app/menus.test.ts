import { expect, test } from 'vitest'
import { menuOver, navItem, openMenu, settingsMenus, tabsBeside, tabWord } from './menus.ts'
import { panels } from './panels.ts'

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
  [3, 'calendar', 'calendar'],
  [4, 'calendar', 'calendar'],
  [5, 'calendar', 'academics'],
  [3, 'plans', 'plans'],
  [4, 'plans', 'students'],
  [5, 'plans', 'academics'],
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
  [4, 'funding', 'funding'],
  [5, 'funding', 'academics'],
  [4, 'payments', 'payments'],
  [5, 'payments', 'academics'],
  [1, undefined, 'students'],
  [5, undefined, 'academics'],
  [1, 'nonsense', 'students'],
  [1, 'toString', 'students'],
])('for role %i the menu %s opens %s', (role, wanted, opened) => {
  expect(openMenu(wanted, { role, notifications_admin: false })).toBe(opened)
})

const userOf = (role: number) => ({ role, notifications_admin: false })

const lettersAndSchools = { group: 'Letters and schools', menus: ['notification', 'schools'] }
const reports = { group: 'Reports', menus: ['cluster', 'supporter', 'academicsRep', 'financeRep'] }

test.each([
  [1, [lettersAndSchools, reports, { group: 'Administration', menus: ['consents', 'backup'] }]],
  [2, [lettersAndSchools, reports, { group: 'Administration', menus: ['consents'] }]],
  [3, [lettersAndSchools, reports, { group: 'Administration', menus: ['consents'] }]],
  [4, []],
  [5, []],
])('role %i has its own settings', (role, groups) => {
  expect(settingsMenus(userOf(role))).toEqual(groups)
})

test('the account that may send notifications sees them, and no other settings', () => {
  const user = { role: 4, notifications_admin: true }
  expect(settingsMenus(user)).toEqual([{ group: 'Letters and schools', menus: ['notification'] }])
  expect(openMenu('notification', user)).toBe('notification')
  expect(openMenu('missing', user)).toBe('missing')
  expect(openMenu('cluster', user)).toBe('students')
})

test.each([
  [1, 'consents', ['Consents', 'Requests', 'Retention', 'Registers']],
  [2, 'registers', ['Consents', 'Requests', 'Retention', 'Registers']],
  [3, 'requests', ['Consents', 'Requests']],
  [4, 'requests', undefined],
  [1, 'signIn', ['Backup', 'Sign-in']],
  [3, 'gradeScale', ['Schools', 'School calendar', 'Grade Scale']],
  [3, 'missing', ['Progress Report', 'What Is Missing', 'Letters']],
  [4, 'missing', undefined],
  [4, 'funding', ['Receipts', 'Funding', 'Payments']],
  [1, 'payments', ['Receipts', 'Funding', 'Payments']],
  [5, 'finance', undefined],
  [1, 'students', undefined],
  [1, 'duplicates', undefined],
] as const)('beside each other role %i sees as tabs of the menu %s: %j', (role, menu, words) => {
  expect(tabsBeside(menu, userOf(role))?.menus.map(tabWord)).toEqual(words)
})

test('a panel is a tab of at most one page, or under a menu', () => {
  const tabs = Object.values(panels).flatMap(({ tabs: page }) => page?.menus ?? [])
  expect(new Set(tabs).size).toBe(tabs.length)
  expect(tabs.filter((menu) => panels[menu].under)).toEqual([])
})

test.each([
  ['retention', 'consents'],
  ['signIn', 'backup'],
  ['calendar', 'schools'],
  ['gradeScale', 'schools'],
  ['letters', 'notification'],
  ['funding', 'finance'],
  ['payments', 'finance'],
  ['duplicates', 'students'],
  ['plans', 'finance'],
])('the menu %s is in the navigation under %s', (menu, over) => {
  expect(menuOver({ menu })).toBe(over)
})

test.each([
  ['plans', 'finance'],
  ['accounts', 'schools'],
  ['results', 'academics'],
  [undefined, 'students'],
] as const)('the import of %s is in the navigation under %s', (what, over) => {
  expect(menuOver({ menu: 'import', what })).toBe(over)
})

test('an item of the navigation hints at the tabs that its name does not contain', () => {
  expect(navItem('consents', userOf(1))).toMatchObject({
    title: 'Privacy',
    hint: 'Consents, Requests, Retention, Registers',
  })
  expect(navItem('consents', userOf(3)).hint).toBe('Consents, Requests')
  expect(navItem('schools', userOf(3))).toMatchObject({
    title: 'Schools and Clusters',
    hint: 'School calendar, Grade Scale',
  })
  expect(navItem('notification', userOf(1)).hint).toBeUndefined()
})
