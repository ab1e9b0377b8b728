import { expect, test } from 'vitest'
import { namesOf } from '../base/fields.ts'
import { studentFields } from '../students/students.ts'
import { sharedList } from './sharedList.ts'

test('each field that a supporter may see is in the list, under its purpose, and no other', () => {
  const shared = namesOf(studentFields).flatMap((field) => {
    const { sharedUnder } = studentFields[field]
    return sharedUnder ? [`${sharedUnder} ${field}`] : []
  })
  const listed = sharedList.flatMap(({ under, items }) =>
    items.flatMap(({ field }) => (field ? [`${under} ${field}`] : [])),
  )
  expect(listed.toSorted()).toEqual(shared.toSorted())
  expect(listed).not.toContain('profile guardian_phone')
})

test('everything in it has words in both languages', () => {
  const words = sharedList.flatMap(({ items }) => items.flatMap((item) => item.words))
  expect(words.filter((word) => word.trim() === '')).toEqual([])
  expect(sharedList.map(({ items }) => items.length > 0)).toEqual([true, true, true, true, true])
})
