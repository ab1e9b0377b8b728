import { expect, test } from 'vitest'
import type { CurriculumName } from '#contract/records/curricula.ts'
import type { GradeScale } from '#contract/records/gradeScales.ts'
import { type ReportCard, reportCardMessages } from '#contract/records/reportCards.ts'
import { cannotBeEmpty } from '#contract/base/call.ts'
import { adoptServerValues } from '../form/recordEditor.ts'
import {
  emptyMark,
  gradeByKey,
  isProposed,
  meanOffered,
  reportCardEditor,
  reportCardEditorBy,
  type ReportCardValues,
  strayIn,
  withMark,
} from './reportCardEditor.ts'

const markOf = (subject_id: number, subject_name: string, score: number) => ({
  id: subject_id,
  subject_id,
  subject_name,
  mark: score,
  grade: 'B',
})
const theirs: ReportCard = {
  id: 7,
  student_id: 1,
  year_id: 1,
  term_id: 2,
  class_id: 3,
  year: '2025',
  term: 'Term 2',
  class: 'Form 3',
  school: 'Alliance High School',
  status: 0,
  remark: null,
  entered_by: 'Brian Ochieng',
  updated_at: '2026-05-06T06:00:00.000Z',
  version: 2,
  curriculum: '8-4-4',
  grade: 'B',
  mark: 61,
  overall_level: null,
  teacher_comment: 'Good.',
  liaison_comment: 'Theirs.',
  action_plan: 'Theirs.',
  psychosocial: 'Theirs.',
  marks: [markOf(1, 'English', 70), markOf(2, 'Kiswahili', 60)],
  pathReport: null,
}
const loaded = reportCardEditor.valuesOf({
  ...theirs,
  teacher_comment: 'Fair.',
  marks: [markOf(1, 'English', 68)],
})
const adopt = (changedNames: string[], typed: ReportCardValues) =>
  adoptServerValues(reportCardEditor, theirs, changedNames, typed)

test('only the marks that others changed get their values', () => {
  const [english] = loaded.marks
  const biology = { ...emptyMark, subject_id: '9', grade: 'A', mark: '81' }
  const typed = { ...loaded, marks: [{ ...emptyMark, ...english, mark: '55' }, biology, emptyMark] }
  const { marks, ...others } = adopt(['teacher_comment', 'Kiswahili', 'file'], typed)
  expect(others).toEqual({ teacher_comment: 'Good.' })
  expect(marks?.map(({ subject_id, mark: score }) => [subject_id, score])).toEqual([
    ['1', '55'],
    ['9', '81'],
    ['2', '60'],
  ])
})

test('marks that others did not change keep the typed values', () => {
  expect(adopt(['grade', 'status'], loaded)).toEqual({ grade: 'B' })
})

const row = (mark: string, grade = 'B') => ({ ...emptyMark, subject_id: '1', grade, mark })

test('the mean of the marks is offered until it is the mean score', () => {
  const marks = [row('74'), row('77'), row('55.5')]
  expect(meanOffered({ marks, mark: '', grade: 'B' })).toBe(68.8)
  expect(meanOffered({ marks, mark: '70', grade: 'B' })).toBe(68.8)
  expect(meanOffered({ marks, mark: ' 68.8 ', grade: '' })).toBeUndefined()
  expect(meanOffered({ marks: [row('61.'), row('.5')], mark: '', grade: 'B' })).toBe(30.8)
})

test('X, Y and invalid marks do not count in the mean', () => {
  const marks = [row('74'), row('0', 'X'), row('0', 'Y'), row(''), row('101'), row('7.25'), row('abc')]
  expect(meanOffered({ marks, mark: '', grade: 'B' })).toBe(74)
  expect(meanOffered({ marks: [row('0', 'X')], mark: '', grade: 'B' })).toBeUndefined()
})

test.each(['X', 'Y'])('with the mean grade %s there is no mean', (grade) => {
  expect(meanOffered({ marks: [row('74')], mark: '0', grade })).toBeUndefined()
})

test('a letter selects the plain grade, plus and minus the grade next to it', () => {
  const typed = (keys: string) => keys.split('').reduce((grade, key) => gradeByKey(grade, key) ?? grade, '')
  expect(['b', 'B+', 'b-', 'a', 'A-', 'x', 'bc'].map(typed)).toEqual(['B', 'B+', 'B-', 'A', 'A-', 'X', 'C'])
})

test('a key without a matching grade changes nothing', () => {
  for (const [present, key] of [
    ['A', '+'],
    ['', '-'],
    ['X', '-'],
    ['B', 'Enter'],
    ['B', 'z'],
  ] as const)
    expect(gradeByKey(present, key)).toBeUndefined()
})

test('letters typed in a row select a level, whichever was chosen before, and a number selects its half', () => {
  const typed = (keys: string, present = '') =>
    keys.split('').reduce(
      ({ grade, before }, key) => {
        const found = gradeByKey(grade, key, 'CBE', before)
        return { grade: found ?? grade, before: found ? before + key : '' }
      },
      { grade: present, before: '' },
    ).grade
  expect(['m', 'me', 'me2', 'ee1', 'AE2', 'b', 'x'].map((keys) => typed(keys))).toEqual([
    'ME1',
    'ME1',
    'ME2',
    'EE1',
    'AE2',
    'BE1',
    'X',
  ])
  // The chosen level does not change how typed letters are read.
  for (const present of ['ME1', 'AE2', 'X']) expect(typed('ee2', present)).toBe('EE2')
  expect(typed('meee2')).toBe('EE2')
  expect(typed('2', 'BE1')).toBe('BE2')
  expect(typed('3', 'BE1')).toBe('BE1')
})

const pdf = new File(['%PDF'], 'term-1.pdf')
const typedLevels = (levels: string[], more: Partial<ReportCardValues> = {}): ReportCardValues => ({
  ...loaded,
  grade: '',
  mark: '',
  marks: levels.map((grade, index) => ({ ...emptyMark, subject_id: String(index + 1), grade })),
  report: pdf,
  ...more,
})
/** The messages of a new report card by its fields; none if it can be saved. */
const refusals = (values: ReportCardValues, curriculum: CurriculumName) =>
  reportCardEditorBy((class_id) => (class_id === values.class_id ? curriculum : '8-4-4'))
    .added.safeParse(values)
    .error?.issues.map(({ path, message }) => [path.join('.'), message])

test('seven levels without a mark are a report card of CBE, and a mean typed before is not sent', () => {
  const levels = ['EE1', 'EE2', 'ME1', 'ME2', 'AE1', 'AE2', 'BE1']
  const values = typedLevels(levels, { grade: 'B', mark: '61', overall_level: 'ME2' })
  const saved = reportCardEditorBy(() => 'CBE').added.parse(values)
  expect(saved).toMatchObject({ grade: null, mark: null, overall_level: 'ME2' })
  expect(saved.marks.map(({ grade, mark }) => [grade, mark])).toEqual(levels.map((grade) => [grade, null]))
})

test('each curriculum refuses the grades of the other under their rows', () => {
  expect(refusals(typedLevels(['ME1', 'B+', '']), 'CBE')).toEqual([
    ['marks.1.grade', reportCardMessages.gradeNotValid],
    ['marks.2.grade', cannotBeEmpty('Level')],
  ])
  const ofForm4 = typedLevels(['BE1'], { grade: 'B', mark: '61' })
  expect(refusals(ofForm4, '8-4-4')).toEqual([
    ['marks.0.grade', reportCardMessages.gradeNotValid],
    ['marks.0.mark', reportCardMessages.markRequired],
  ])
})

test('values typed for a class of another curriculum are reported and kept', () => {
  const values = typedLevels(['ME1', 'B+', 'X', ''], { grade: 'B', mark: '61', overall_level: 'AE1' })
  expect(strayIn(values, 'CBE')).toEqual({ grades: ['B+'], whole: 'B 61' })
  expect(strayIn(values, '8-4-4')).toEqual({ grades: ['ME1'], whole: 'AE1' })
  expect(strayIn(typedLevels(['ME1', 'Y']), 'CBE')).toEqual({ grades: [], whole: '' })
})

const scale: GradeScale = {
  curriculum: '8-4-4',
  lowest: [80, 75, 70, 65, 60, 55, 50, 45, 40, 35, 30, 0],
}

test.for([
  { name: 'a mark proposes its grade', row: emptyMark, mark: '77.5', grade: 'A-', isOpen: true },
  {
    name: 'a proposed grade follows the mark',
    row: { grade: 'A-', proposed: 'A-' },
    mark: '61',
    grade: 'B-',
    isOpen: true,
  },
  {
    name: 'a proposed grade goes with an empty mark',
    row: { grade: 'A-', proposed: 'A-' },
    mark: '',
    grade: '',
    isOpen: false,
  },
  { name: 'a typed grade stays', row: { grade: 'B', proposed: '' }, mark: '61', grade: 'B', isOpen: false },
  {
    name: 'a grade that replaced a proposal stays',
    row: { grade: 'B', proposed: 'A-' },
    mark: '61',
    grade: 'B',
    isOpen: false,
  },
  { name: 'an invalid mark proposes none', row: emptyMark, mark: '101', grade: '', isOpen: false },
])('$name', ({ row: before, mark, grade, isOpen }) => {
  const after = withMark({ ...emptyMark, ...before }, mark, scale)
  expect(after).toMatchObject({ mark, grade })
  expect(isProposed(after)).toBe(isOpen)
})

test('without a scale no grade is proposed', () => {
  expect(withMark(emptyMark, '77', undefined)).toEqual({ mark: '77', grade: '', proposed: '' })
})

test('what was proposed is in a draft, but not sent', () => {
  const typed = { ...loaded, ...withMark({ ...emptyMark }, '77', scale) }
  const draft = JSON.parse(JSON.stringify(typed)) as ReportCardValues
  expect(isProposed(draft)).toBe(true)
  expect(reportCardEditor.edited.parse(draft)).not.toHaveProperty('proposed')
})
