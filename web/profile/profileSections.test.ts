import { expect, test } from 'vitest'
import { sectionsOf } from './profileSections.ts'

const student = { status: 0, not_shared: [] }
const academics = { type: 'academics', tab: undefined } as const

test.each([
  ['a coordinator', 3, student, academics, ['academics', 'finance', 'documents', 'history']],
  [
    'a coordinator who asks for finance',
    3,
    student,
    { ...academics, type: 'finance' },
    ['finance', 'documents', 'academics', 'history'],
  ],
  [
    'a coordinator who asks for the history',
    3,
    student,
    { ...academics, tab: 'history' },
    ['history', 'academics', 'finance', 'documents'],
  ],
  [
    'a director who asks who looked',
    2,
    student,
    { ...academics, tab: 'looked' },
    ['looked', 'academics', 'finance', 'documents', 'history'],
  ],
  [
    'a coordinator who asks who looked',
    3,
    student,
    { ...academics, tab: 'looked' },
    ['academics', 'finance', 'documents', 'history'],
  ],
  ['a liaison officer', 4, student, academics, ['academics', 'finance', 'documents']],
  [
    'a liaison officer who asks for the history',
    4,
    student,
    { ...academics, tab: 'history' },
    ['academics', 'finance', 'documents'],
  ],
  ['a supporter', 5, student, academics, ['academics', 'finance']],
  ['a supporter with whom no records are shared', 5, { ...student, not_shared: ['progress'] }, academics, []],
  [
    'a coordinator of a student who has left',
    3,
    { ...student, status: 3 },
    academics,
    ['academics', 'finance', 'history'],
  ],
] as const)('lists the sections for %s', (_who, role, { status, not_shared }, asked, sections) => {
  expect(sectionsOf({ status, not_shared: [...not_shared] }, role, asked)).toEqual(sections)
})
