import { assert, constantFrom, integer, property, subarray, tuple, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { type CurriculumName, gradesOf } from '#contract/records/curricula.ts'
import { progressTable } from './progressTable.ts'

type Typed = [subject: string, mark: number, grade: string]
const subjects = ['English', 'Kiswahili', 'Mathematics', 'Chemistry', 'CRE']

const card = (term: string, marks: Typed[]) => ({
  term,
  marks: marks.map(([subject_name, mark, grade], id) => {
    const subject_id = subjects.indexOf(subject_name)
    return { id, subject_id, subject_name, mark: grade === 'X' || grade === 'Y' ? 0 : mark, grade }
  }),
})

/** Whether the subject is lower in the second term (`now`) than in the first (`before`). */
function isLower(before: Typed | undefined, now: Typed, terms = ['Term 2', 'Term 3']): boolean | undefined {
  const [second = '', third = ''] = terms
  const rows = progressTable([card(second, before ? [before] : []), card(third, [now])])
  return rows[0]?.cells[1]?.isLower
}

test('a mark of Term 3 is lower where it is below that of Term 2', () => {
  expect(isLower(['English', 71, 'B+'], ['English', 70.9, 'B+'])).toBe(true)
  expect(isLower(['English', 71, 'B+'], ['English', 71, 'B+'])).toBe(false)
  expect(isLower(['English', 71, 'B+'], ['English', 74, 'B+'])).toBe(false)
})

test('X and Y are not marks and are not compared', () => {
  expect(isLower(['English', 71, 'B+'], ['English', 0, 'X'])).toBe(false)
  expect(isLower(['English', 0, 'Y'], ['English', 40, 'D'])).toBe(false)
  expect(isLower(undefined, ['English', 40, 'D'])).toBe(false)
  expect(isLower(['English', 1, 'E'], ['English', 0, 'E'])).toBe(true)
})

test('terms are recognised by their names', () => {
  const [before, now]: [Typed, Typed] = [
    ['English', 71, 'B+'],
    ['English', 60, 'B-'],
  ]
  expect(isLower(before, now, ['term 2', 'TERM 3'])).toBe(true)
  expect(isLower(before, now, ['Term 1', 'Term 3'])).toBe(false)
  expect(isLower(before, now, ['Term 1', 'Term 2'])).toBe(false)
})

test('nothing was reported', () => {
  expect(progressTable([])).toEqual([])
})

const typedMark = tuple(
  constantFrom(...subjects),
  integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10),
  constantFrom(...gradesOf('8-4-4')),
)
const marksOfTerm = uniqueArray(typedMark, { selector: ([subject]) => subject })
const year = subarray(['Term 1', 'Term 2', 'Term 3', 'Term 10']).chain((terms) =>
  tuple(...terms.map((term) => marksOfTerm.map((marks) => card(term, marks)))),
)

test('any year is shown mark by mark, and red exactly where a mark is lower', () => {
  assert(
    property(year, (cards) => {
      const rows = progressTable(cards)
      const named = cards.flatMap(({ marks }) => marks.map(({ subject_name }) => subject_name))
      expect(rows.map(({ subject_name }) => subject_name)).toEqual([...new Set(named)])
      for (const { subject_name, cells } of rows) {
        expect(cells).toHaveLength(cards.length)
        for (const [index, { term, marks }] of cards.entries()) {
          const cell = cells[index]
          const typed = marks.find((mark) => mark.subject_name === subject_name)
          const second = cards
            .find((one) => one.term === 'Term 2')
            ?.marks.find((mark) => mark.subject_name === subject_name)
          const isMarked = typed && !['X', 'Y'].includes(typed.grade)
          expect(cell?.grade).toBe(typed?.grade)
          expect(cell?.mark).toBe(isMarked ? typed.mark : undefined)
          const isRed =
            isMarked && term === 'Term 3' && second && !['X', 'Y'].includes(second.grade)
              ? typed.mark < second.mark
              : false
          expect(cell?.isLower ?? false).toBe(isRed)
        }
      }
    }),
  )
})

const levelCard = (term: string, grade: string, mark: number | null, curriculum: CurriculumName = 'CBE') => ({
  term,
  curriculum,
  marks: [{ id: 1, subject_id: 1, subject_name: 'Physics', grade, mark }],
})

test('a level of Term 3 is lower by its mark, or without marks by its points, and never beside a grade', () => {
  const lower = (before: ReturnType<typeof levelCard>, now: ReturnType<typeof levelCard>) =>
    progressTable([before, now])[0]?.cells[1]?.isLower
  expect(lower(levelCard('Term 2', 'ME1', null), levelCard('Term 3', 'ME2', null))).toBe(true)
  expect(lower(levelCard('Term 2', 'ME2', null), levelCard('Term 3', 'ME1', 20))).toBe(false)
  expect(lower(levelCard('Term 2', 'ME2', 48), levelCard('Term 3', 'ME2', 47))).toBe(true)
  expect(lower(levelCard('Term 2', 'ME2', null), levelCard('Term 3', 'X', 0))).toBe(false)
  expect(lower(levelCard('Term 2', 'A', 90, '8-4-4'), levelCard('Term 3', 'BE2', 10))).toBe(false)
  expect(progressTable([levelCard('Term 1', 'ME2', null)])[0]?.cells[0]).toEqual({
    mark: undefined,
    grade: 'ME2',
    isLower: false,
  })
})
