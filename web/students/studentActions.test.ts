import { describe, expect, test } from 'vitest'
import { studentMessages, type StudentRow } from '#contract/students/students.ts'
import { studentActions } from './studentActions.ts'
import { examPaperForm } from './files/StudentFileModals.tsx'

const pdf = new File(['%PDF'], 'paper.pdf')

const faith: StudentRow = {
  id: 1,
  ref: 'EL-0001',
  name: 'Faith Atieno',
  category: 1,
  status: 0,
  entry_exam: 'KCPE',
  liaison: 'Lydia Chebet',
  supporter: null,
  numbers: '',
  path: null,
  restricted_on: null,
}
const actionsOf = (student: Partial<StudentRow>, role: number) =>
  studentActions({ ...faith, ...student }, role, () => {})

describe('the icons of a student', () => {
  test.each([
    [1, ['edit', 'picture', 'certificate', 'supporter', 'status']],
    [2, ['edit', 'picture', 'certificate', 'supporter', 'status']],
    [3, ['edit', 'picture', 'certificate', 'supporter']],
    [4, ['edit', 'picture', 'certificate']],
  ])('role %i sees those it may use', (role, names) => {
    expect(Object.keys(actionsOf({}, role))).toEqual(names)
  })

  test('of one who is not active, only the status can change', () => {
    const reasons = Object.entries(actionsOf({ status: 2 }, 1)).map(([name, { reason }]) => [name, reason])
    const refused = 'Student is not Active'
    expect(Object.fromEntries(reasons)).toEqual({
      edit: refused,
      picture: refused,
      certificate: refused,
      supporter: refused,
      status: undefined,
    })
  })

  test('a supporter is added where there is none, else removed', () => {
    expect(actionsOf({}, 1).supporter?.label).toBe('Add supporter to Faith Atieno')
    expect(actionsOf({ supporter: 'Samuel Kiptoo' }, 1).supporter?.label).toBe(
      'Remove supporter from Faith Atieno',
    )
  })
})

test.each([
  ['KCPE', ['Certificate', 'Change KCPE certificate', 'Edit KCPE certificate of Faith Atieno']],
  ['KJSEA', ['Result slip', 'Change result slip', 'Edit result slip of Faith Atieno']],
  ['None', ['Result slip', 'Change result slip', 'Edit result slip of Faith Atieno']],
] as const)('the paper of a student with %s has its own words', (entry_exam, words) => {
  const { word, phrase, label } = studentActions({ ...faith, entry_exam }, 1, () => {}).certificate
  expect([word, phrase, label]).toEqual(words)
})

test.each([
  ['KCPE', null, studentMessages.certificateRequired],
  ['KCPE', pdf, pdf],
  ['KJSEA', null, null],
  ['KPLEA', pdf, pdf],
  // The file was chosen before the exam became None, and is not shown any more.
  ['None', pdf, null],
] as const)(
  'a new student with %s needs and keeps only the paper of that exam',
  (entry_exam, cert, outcome) => {
    const { data, error } = examPaperForm().safeParse({ entry_exam, cert })
    expect(error?.issues[0]?.message ?? data?.cert).toBe(outcome)
  },
)

test.each([
  ['KJSEA', 'KCPE', null, studentMessages.certificateRequired],
  ['KJSEA', 'KCPE', pdf, pdf],
  ['KCPE', 'KJSEA', null, null],
  ['None', 'KPLEA', pdf, pdf],
  // An imported student may still lack the certificate.
  ['KCPE', 'KCPE', null, null],
  // The file was chosen before the exam was changed back, and is not shown any more.
  ['KCPE', 'KCPE', pdf, null],
] as const)(
  'a student who had %s needs and keeps only the paper of another exam',
  (entry_exam, exam, cert, outcome) => {
    const before = { entry_exam, paper: null }
    const { data, error } = examPaperForm(before).safeParse({ entry_exam: exam, cert })
    expect(error?.issues[0]?.message ?? data?.cert).toBe(outcome)
  },
)

test.each([
  ['certificate', true],
  ['result slip', false],
] as const)('a student who is set back to KCPE with a %s needs no other: %s', (paper, isEnough) => {
  const form = examPaperForm({ entry_exam: 'KJSEA', paper })
  expect(form.safeParse({ entry_exam: 'KCPE', cert: null }).success).toBe(isEnough)
})
