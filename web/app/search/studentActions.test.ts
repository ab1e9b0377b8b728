import { describe, expect, test } from 'vitest'
import type { FoundStudent } from '#contract/search.ts'
import { actionLabel, actionsFor, actionsMeant } from './studentActions.ts'
import { markWords } from './markWords.ts'

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
    expect(actionsFor(student, 4).map(actionLabel)).toEqual([
      'Add report card for Achieng Ouma',
      'Add receipt for Achieng Ouma',
      'Edit Achieng Ouma',
      'Gallery of Achieng Ouma',
    ])
    expect(actionsFor({ ...student, status: 3 }, 1).map(({ name }) => name)).toEqual(['gallery'])
  })
})

test.each([
  ['Rose Nafula', ['na', 'rose'], '[Rose] [Na]fula'],
  ['Ng’ang’a Été', ["ng'a", 'ete'], '[Ng’ang’a] [Été]'],
  ['Banana', ['ana'], 'B[anana]'],
  ['Kevin', ['x'], 'Kevin'],
])('in “%s” %j is marked', (text, words, marked) => {
  const parts = markWords(text, words)
  expect(parts.map((part) => (part.isMarked ? `[${part.text}]` : part.text)).join('')).toBe(marked)
})
