import { expect, test } from 'vitest'
import { sectionsOf } from './profileSections.ts'

/** Of the liaison officer 4. */
const student = { status: 0, not_shared: [], liaison_id: 4 }
const academics = { type: 'academics', tab: undefined } as const

test.each([
  ['a coordinator', 3, student, academics, ['academics', 'finance', 'funding', 'documents', 'history']],
  [
    'a coordinator who asks for finance',
    3,
    student,
    { ...academics, type: 'finance' },
    ['finance', 'funding', 'documents', 'academics', 'history'],
  ],
  [
    'a coordinator who asks for the history',
    3,
    student,
    { ...academics, tab: 'history' },
    ['history', 'academics', 'finance', 'funding', 'documents'],
  ],
  [
    'a director who asks who looked',
    2,
    student,
    { ...academics, tab: 'looked' },
    ['looked', 'academics', 'finance', 'funding', 'documents', 'history'],
  ],
  [
    'a coordinator who asks who looked',
    3,
    student,
    { ...academics, tab: 'looked' },
    ['academics', 'finance', 'funding', 'documents', 'history'],
  ],
  ['a liaison officer', 4, student, academics, ['academics', 'finance', 'funding', 'documents']],
  [
    'a liaison officer of another student',
    4,
    { ...student, liaison_id: 9 },
    academics,
    ['academics', 'finance', 'documents'],
  ],
  [
    'a liaison officer who asks for the history',
    4,
    student,
    { ...academics, tab: 'history' },
    ['academics', 'finance', 'funding', 'documents'],
  ],
  ['a supporter', 5, student, academics, ['academics', 'finance']],
  ['a supporter with whom no records are shared', 5, { ...student, not_shared: ['progress'] }, academics, []],
  [
    'a coordinator of a student who has left',
    3,
    { ...student, status: 3 },
    academics,
    ['academics', 'finance', 'funding', 'history'],
  ],
] as const)('lists the sections for %s', (_who, role, { not_shared, ...of }, asked, sections) => {
  expect(sectionsOf({ ...of, not_shared: [...not_shared] }, { id: role, role }, asked)).toEqual(sections)
})
