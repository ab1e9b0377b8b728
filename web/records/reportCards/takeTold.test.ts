import { expect, test } from 'vitest'
import type { Report } from '#contract/reportCards.ts'
import { emptyMark, valuesOf } from './reportValues.ts'
import { takeTold } from './takeTold.ts'

const mark = (subject_id: number, subject_name: string, score: number) => ({
  id: subject_id,
  subject_id,
  subject_name,
  mark: score,
  grade: 'B',
})
const theirs: Report = {
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
  grade: 'B',
  mark: 61,
  teacher_comment: 'Good.',
  liaison_comment: 'Theirs.',
  action_plan: 'Theirs.',
  psychosocial: 'Theirs.',
  marks: [mark(1, 'English', 70), mark(2, 'Kiswahili', 60)],
  pathReport: null,
}
const loaded = valuesOf({ ...theirs, teacher_comment: 'Fair.', marks: [mark(1, 'English', 68)] })

test('only the marks that others changed are taken over', () => {
  const [english] = loaded.marks
  const biology = { ...emptyMark, subject_id: '9', grade: 'A', mark: '81' }
  const typed = { ...loaded, marks: [{ ...emptyMark, ...english, mark: '55' }, biology, emptyMark] }
  const { marks, ...others } = takeTold(theirs, ['teacher_comment', 'Kiswahili', 'file'], typed)
  expect(others).toEqual({ teacher_comment: 'Good.' })
  expect(marks?.map(({ subject_id, mark: score }) => [subject_id, score])).toEqual([
    ['1', '55'],
    ['9', '81'],
    ['2', '60'],
  ])
})

test('what others left as it was is not touched', () => {
  expect(takeTold(theirs, ['grade', 'status'], loaded)).toEqual({ grade: 'B' })
})
