import { expect, test } from 'vitest'
import { day, fieldsOf, line, lineSchema, optional } from './fields.ts'
import { orUnknown } from './unknown.ts'

const title = lineSchema('Title', 'Title cannot be empty')

test('a line accepts emoji that are joined by an invisible character', () => {
  expect(title.parse(' Graduation 👩‍🎓\u200e')).toBe('Graduation 👩‍🎓')
  expect(title.safeParse('Gradua\u200dtion').success).toBe(false)
})

test('a line of a million blanks is refused at once', () => {
  expect(title.safeParse(`a${' '.repeat(1_000_000)}b`).success).toBe(false)
})

test.each([
  ['any day without limits', day('Visited on'), undefined],
  ['today', day('Visited on', { until: 'today' }), '2026-03-01'],
  ['the day before', optional(day('Visited on', { before: 'today' })), '2026-02-28'],
] as const)('the calendar of a day field ends as its rule does: %s', (_name, kind, last) => {
  const field = kind('Visit')
  expect(field.input.lastDay?.('2026-03-01')).toBe(last)
  const rule = field.schemaOn(() => '2026-03-01')
  expect(rule.safeParse(last ?? '2031-01-01').success).toBe(true)
  expect(rule.safeParse('2026-03-02').success).toBe(last === undefined)
})

test('a field is for staff unless it names what the family is asked', () => {
  const fields = fieldsOf('Student', {
    religion: optional(line('Religion')),
    ambition: orUnknown(line('Ambition', { sharedUnder: 'profile' })),
  })
  expect([fields.religion.sharedUnder, fields.ambition.sharedUnder]).toEqual([null, 'profile'])
})
