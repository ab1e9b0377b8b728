import { expect, test } from 'vitest'
import { curriculumGiven, curriculumWords, lookupForm } from './lookupForm.ts'

test.each([
  ['Grade 10', '', 'CBE'],
  ['vocational 1', '', 'CBE'],
  ['Form 4', '', '8-4-4'],
  ['', '', '8-4-4'],
  ['Grade 8', '8-4-4', '8-4-4'],
  ['Form 1', 'CBE', 'CBE'],
])('the class %j with the choice %j means %s', (class_name, chosen, curriculum) => {
  expect(curriculumGiven({ class_name, curriculum: chosen })).toBe(curriculum)
})

test('a class is saved with the curriculum that its name suggests, or with the chosen one', () => {
  const saved = (class_name: string, curriculum: string) =>
    lookupForm('classes').parse({ class_name, curriculum })
  expect(saved('Grade 10', '')).toEqual({ class_name: 'Grade 10', curriculum: 'CBE' })
  expect(saved('Grade 8', '8-4-4')).toEqual({ class_name: 'Grade 8', curriculum: '8-4-4' })
})

test('other lookups have no curriculum', () => {
  expect(lookupForm('terms').parse({ term_name: 'Grade 10' })).toEqual({ term_name: 'Grade 10' })
})

test('a curriculum is described by its grades and its mean', () => {
  expect(curriculumWords('8-4-4')).toBe('Grades A to E, and a mean')
  expect(curriculumWords('CBE')).toBe('Levels EE1 to BE2, and no mean')
})
