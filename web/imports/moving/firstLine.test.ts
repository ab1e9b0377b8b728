import { expect, it } from 'vitest'
import type { ImportKind, MovingStep } from '#contract/imports.ts'
import type { DroppedSheet } from './droppedSheets.ts'
import { answeredWords, firstLine, leftWhen, stepOrder } from './firstLine.ts'

const steps = (counts: Partial<Record<ImportKind, number>>): MovingStep[] =>
  stepOrder.map((kind) => ({
    kind,
    count: counts[kind] ?? 0,
    uninvited: null,
    left_out: null,
    nothing: null,
  }))

const dropped = (
  kind: ImportKind | undefined,
  rows: number,
  file = `${kind}.xlsx`,
  headings = 'a',
): DroppedSheet => ({
  id: `${kind} ${rows}`,
  at: 0,
  place: 0,
  file,
  header: 0,
  name: 'S',
  rows: [],
  of: kind && { kind, rows, headings, knownBy: [], total: undefined, refusal: undefined },
})

const [nothing, all] = [
  {},
  {
    staff: 14,
    schools: 114,
    supporters: 214,
    students: 818,
    results: 1_909,
    receipts: 1_151,
    plans: 340,
    accounts: 96,
  },
]

type Given = {
  counts?: Partial<Record<ImportKind, number>>
  sheets?: DroppedSheet[]
  wanted?: ImportKind
  role?: number
  waiting?: number
  hasDropped?: boolean
}
const lineOf = ({
  counts = nothing,
  sheets = [],
  wanted,
  role = 2,
  waiting = 0,
  hasDropped = false,
}: Given) => {
  const { title, text, step } = firstLine({
    steps: steps(counts),
    waiting_students: waiting,
    role,
    wanted,
    sheets,
    halfway: [],
    hasDropped,
  })
  return [title, text, typeof step === 'string' ? step : `${step.word}: ${step.kind}`]
}

const { results: _cards, receipts: _receipts, ...four } = all
const drop = [
  dropped('staff', 14),
  dropped('students', 818, 'register-2026.xlsx'),
  dropped('receipts', 3_120),
]

it.each<[string, Given, string[]]>([
  [
    'before the first sheet',
    {},
    [
      'Nothing is in yet. Start with staff',
      'Students need a liaison officer, who must be here first.',
      'Import staff: staff',
    ],
  ],
  [
    'after a drop',
    { sheets: [...drop, dropped(undefined, 0)], hasDropped: true },
    ['3 sheets are in their steps, 1 is not recognised', '3,952 rows. Next: 14 staff.', 'Continue: staff'],
  ],
  [
    'after a drop of a sheet that is not recognised',
    { sheets: [dropped(undefined, 0)], hasDropped: true },
    ['1 sheet is not recognised', 'Choose below what each of them is.', 'choose'],
  ],
  [
    'when sheets wait for a step that is not the next one',
    { sheets: [dropped('results', 402)], counts: { staff: 1, students: 9 } },
    ['1 sheet is in its step', '402 rows. Next: 402 rows of past report cards.', 'Continue: results'],
  ],
  [
    'when more sheets wait for a step that is in',
    { sheets: [dropped('results', 70), dropped('receipts', 218)], counts: { ...four, results: 180 } },
    ['2 sheets are in their steps', '288 rows. Next: 70 rows of past report cards.', 'Continue: results'],
  ],
  [
    'when records wait for students that wait too',
    { sheets: drop.slice(1), hasDropped: true },
    [
      'Past receipts need students, and none is in yet',
      '818 students wait in register-2026.xlsx.',
      'Import students: students',
    ],
  ],
  [
    'when a list of records is opened before there are students',
    { wanted: 'results', counts: { staff: 3 } },
    [
      'Past report cards need students, and none is in yet',
      'Import the students first.',
      'Import students: students',
    ],
  ],
  [
    'on the way',
    { counts: four, sheets: [dropped('results', 402)] },
    [
      '6 of 8 steps are in. Next: past report cards',
      'Nothing is saved until you have checked it, and each import can be undone.',
      'Import report cards: results',
    ],
  ],
  [
    'from a list whose step is in',
    { counts: all, wanted: 'receipts' },
    [
      'Drop receipts here, or any other sheet',
      'Step 6 is marked. A sheet that is recognised opens in Columns at once.',
      'choose',
    ],
  ],
  [
    'from a list whose step is in, while sheets of the next one wait',
    { counts: { staff: 7 }, wanted: 'staff', sheets: [dropped('schools', 15)] },
    [
      '1 of 8 steps is in. Next: schools',
      'Nothing is saved until you have checked it, and each import can be undone.',
      'Import schools: schools',
    ],
  ],
  [
    'when everything is in',
    { counts: all, waiting: 22 },
    [
      '818 students, 1,909 report cards and 1,151 receipts are in',
      '22 children still wait: their supporter has no address.',
      'missing',
    ],
  ],
  [
    'for a coordinator before the fee plans',
    { counts: { ...all, plans: 0, accounts: 0 }, role: 3 },
    [
      'Fee plans and school accounts: a director imports them',
      'Both steps are locked and show their counts.',
      'locked',
    ],
  ],
  [
    'for a coordinator before the supporters',
    { counts: { staff: 3, schools: 2 }, role: 3 },
    [
      'Staff and supporters: a director imports them',
      'Both steps are locked and show their counts.',
      'locked',
    ],
  ],
  [
    'for a coordinator from the list of students',
    { counts: { staff: 3, schools: 2 }, role: 3, wanted: 'students' },
    [
      '2 of 8 steps are in. Next: students',
      'Nothing is saved until you have checked it, and each import can be undone.',
      'Import students: students',
    ],
  ],
])('%s it says what to do', (_, given, expected) => {
  expect(lineOf(given)).toEqual(expected)
})

it('an import that was left halfway comes first', () => {
  const { title, step } = firstLine({
    steps: steps(all),
    waiting_students: 0,
    role: 1,
    wanted: 'students',
    sheets: drop,
    halfway: [{ kind: 'results', at: Date.UTC(2026, 10, 28, 13, 40) }],
    hasDropped: true,
  })
  expect(title).toBe('Past report cards: ')
  expect(answeredWords(3, 14)).toBe('3 of 14 questions are answered')
  expect(step).toEqual({ word: 'Continue', does: 'continue', kind: 'results' })
})

it.each([
  ['2026-11-29T04:00Z', /^today, 07:00/],
  ['2026-11-28T13:40Z', /^yesterday, 16:40/],
  ['2026-11-27T13:40Z', /^27 Nov, 16:40/],
])('an import left at %s was left %s', (at, words) => {
  expect(leftWhen(Date.parse(at), Date.parse('2026-11-29T06:00Z'))).toMatch(words)
})
