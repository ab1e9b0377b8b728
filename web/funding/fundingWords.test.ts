import { expect, test } from 'vitest'
import {
  coveredPercent,
  fundingNote,
  fundingSentence,
  knownSums,
  leftOutWords,
  promisedBy,
  surplusWords,
  waitingSentence,
} from './fundingWords.ts'

const whole = { to_find: 1_240_000, not_covered: 37, of: 92, no_plan: 6, counts: { no_class: 0 } }
const year = { year: '2027', term: undefined }

test.each([
  [whole, 'KES 1,240,000 still to find for 2027, for 37 of 92 students'],
  [
    { to_find: 0.5, not_covered: 1, of: 1, no_plan: 0 },
    'KES 0.50 still to find for 2027, for 1 of 1 student',
  ],
  [{ ...whole, to_find: 0, not_covered: 0 }, 'Nothing still to find for 2027'],
  [{ to_find: 0, not_covered: 0, of: 92, no_plan: 92 }, 'What is still to find for 2027 is not known yet'],
  [{ to_find: 0, not_covered: 0, of: 0, no_plan: 0 }, 'No students in 2027'],
])('the sums %j read “%s”', (sums, sentence) => {
  expect(fundingSentence(sums, year)).toBe(sentence)
})

test('what a term lacks is short in that term', () => {
  expect(fundingSentence(whole, { year: '2027', term: 'Term 1' })).toBe(
    'KES 1,240,000 short in Term 1, 2027, for 37 of 92 students',
  )
})

test.each([
  [whole, '6 students have no plan yet, so the real figure may be higher.'],
  [{ ...whole, to_find: 0, no_plan: 1 }, '1 student has no plan yet.'],
  [{ ...whole, to_find: 0, no_plan: 0 }, 'Promises cover the plans of all students.'],
  [{ ...whole, no_plan: 0 }, ''],
  [
    { ...whole, counts: { no_class: 2 } },
    '6 students have no plan yet, so the real figure may be higher. The class of 2 of them is not known.',
  ],
  [
    { ...whole, to_find: 0, counts: { no_class: 6 } },
    '6 students have no plan yet. Their class is not known.',
  ],
  [{ to_find: 0, not_covered: 0, of: 0, no_plan: 0, counts: { no_class: 0 } }, ''],
])('beside the sums %j is said “%s”', (sums, note) => {
  expect(fundingNote(sums)).toBe(note)
})

test.each([
  [{ of: 3, no_plan: 3, owed_unknown: 3 }, [null, null, null]],
  [{ of: 3, no_plan: 2, owed_unknown: 3 }, [0, 0, null]],
  [{ of: 3, no_plan: 2, owed_unknown: 2 }, [0, 0, 0]],
  // Without students the sums are 0.
  [{ of: 0, no_plan: 0, owed_unknown: 0 }, [0, 0, 0]],
])('of %j planned, to find and owed are %j', (counts, known) => {
  const sums = knownSums({ planned: 0, to_find: 0, owed: 0, ...counts })
  expect([sums.planned, sums.to_find, sums.owed]).toEqual(known)
})

test.each([
  [61_200, 72_000, '61,200.00 of it above plan, 72,000.00 without a plan'],
  [61_200, 0, '61,200.00 of it above plan'],
  [0, 72_000.5, '72,000.50 without a plan'],
  [0, 0, ''],
])('a surplus of %d and %d without a plan read “%s”', (surplus, promised_without_plan, words) => {
  expect(surplusWords({ surplus, promised_without_plan })).toBe(words)
})

test.each([
  [[], ''],
  [['Anna Keller'], 'Anna Keller'],
  [['Thomas Byrne', 'Anna Keller', 'County bursary'], 'Thomas Byrne and 2 more'],
])('%j promised: “%s”', (by, words) => {
  expect(promisedBy(by)).toBe(words)
})

test('only plans without anything to find are wholly covered', () => {
  expect(coveredPercent({ planned: 1_000_000, to_find: 1 })).toBe(99)
  expect(coveredPercent({ planned: 1_000_000, to_find: 0 })).toBe(100)
  expect(coveredPercent({ planned: 0, to_find: 0 })).toBeUndefined()
})

test.each([
  [9, 412, '9 students wait for a supporter, the longest for 412 days'],
  [1, 1, '1 student waits for a supporter, for 1 day'],
  [0, 0, 'No student waits for a supporter'],
])('%d children, the longest for %d days: “%s”', (count, longest, words) => {
  expect(waitingSentence(count, longest)).toBe(words)
})

const nobody = { no: 0, ended: 0, not_recorded: 0, restricted: 0 }
test.each([
  [{ ...nobody, not_recorded: 2, no: 1 }, '2 families have not answered and 1 said No'],
  [
    { no: 2, ended: 1, not_recorded: 1, restricted: 1 },
    '1 family has not answered, 2 said No, 1 consent has ended and the use of 1 record is restricted',
  ],
  [{ ...nobody, restricted: 2 }, 'The use of 2 records is restricted'],
  [nobody, ''],
])('that %j are left out reads “%s”', (counts, words) => {
  expect(leftOutWords(counts)).toBe(words)
})
