import { describe, expect, test } from 'vitest'
import type { FoundStudent } from '#contract/search.ts'
import { actionFacts, actionLabel, actionsFor, actionsMeant } from './studentActions.ts'

test.each([
  ['add report card for achieng', ['report'], 'achieng'],
  ['achieng add rec', ['receipt'], 'achieng'],
  ['add achieng ouma', ['report', 'receipt'], 'achieng ouma'],
  ['EDIT achieng', ['edit'], 'achieng'],
  ['gallery of achieng', ['gallery'], 'achieng'],
  ['achieng', [], ''],
  ['add report', [], ''],
  ['ed achieng', [], ''],
  ['for achieng', [], ''],
  ['', [], ''],
])('“%s” means %j', (typed, names, student) => {
  expect(actionsMeant(typed)).toEqual({ names, student })
})

describe('the actions for a student', () => {
  const student: FoundStudent = {
    id: 1,
    ref: 'EL-0001',
    name: 'Achieng Ouma',
    status: 0,
    path: null,
    school: 'Nyando',
  }

  test('are all of them for staff, while the student is active', () => {
    expect(actionsFor(student, 4).map((action) => `${actionLabel(action)} ${actionFacts(action)}`)).toEqual([
      'Add report card for Achieng Ouma, EL-0001',
      'Add receipt for Achieng Ouma, EL-0001',
      'Edit Achieng Ouma, EL-0001',
      'Gallery of Achieng Ouma, EL-0001',
    ])
    expect(actionsFor({ ...student, status: 3 }, 1).map(({ name }) => name)).toEqual(['gallery'])
  })
})
