import { expect, test } from 'vitest'
import { importedWords } from './rowWords.ts'

test.each([
  [{ created: 20, updated: 5 }, '20 students were imported, 5 were updated'],
  [{ created: 1, updated: 1 }, '1 student was imported, 1 was updated'],
  [{ created: 0, updated: 25 }, '25 students were updated'],
  [{ created: 1, updated: 0 }, '1 student was imported'],
])('students that were added and updated are counted separately: %j', (counts, words) =>
  expect(importedWords('students', counts)).toBe(words),
)
