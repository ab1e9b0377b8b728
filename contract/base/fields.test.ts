import { expect, test } from 'vitest'
import { lineSchema } from './fields.ts'

const title = lineSchema('Title', 'Title cannot be empty')

test('a line accepts emoji that are joined by an invisible character', () => {
  expect(title.parse(' Graduation 👩‍🎓\u200e')).toBe('Graduation 👩‍🎓')
  expect(title.safeParse('Gradua\u200dtion').success).toBe(false)
})

test('a line of a million blanks is refused at once', () => {
  expect(title.safeParse(`a${' '.repeat(1_000_000)}b`).success).toBe(false)
})
