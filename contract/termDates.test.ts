import { describe, expect, it } from 'vitest'
import { dayOf } from './base/days.ts'
import { daysSinceOpening, hasOpened, presentTerm, reportCardsDue, reportCardsDueSince } from './termDates.ts'

const none = { name: 'Holiday tuition', opens: null, closes: null }
const third = { name: 'Term 3, 2027', opens: '2027-08-30', closes: '2027-10-29' }
const first = { name: 'Term 1, 2028', opens: '2028-01-10', closes: '2028-02-29' }
const second = { name: 'Term 2, 2028', opens: '2028-03-20', closes: '2028-07-28' }
const all = [second, none, third, first]

describe('a term with dates', () => {
  it.for([
    ['the day before it opens', '2028-01-09', false, -1],
    ['its first day', '2028-01-10', true, 0],
    ['half-term', '2028-02-02', true, 23],
    ['its last day, a 29 February', '2028-02-29', true, 50],
    ['the day after', '2028-03-01', true, 51],
    ['the year before', '2027-01-10', false, -365],
    ['the next year', '2029-01-10', true, 366],
  ] as const)('has opened or not on %s', ([, day, opened, since]) => {
    expect(hasOpened(first, day)).toBe(opened)
    expect(daysSinceOpening(first, day)).toBe(since)
  })

  it('opens at midnight in Nairobi, three hours before that of London', () => {
    expect(hasOpened(first, dayOf(new Date('2028-01-09T20:59:59Z')))).toBe(false)
    expect(hasOpened(first, dayOf(new Date('2028-01-09T21:00:00Z')))).toBe(true)
  })

  it.for([
    ['on the day it closes', 0, '2028-02-29'],
    ['after 14 days, past a 29 February', 14, '2028-03-14'],
    ['after 60 days', 60, '2028-04-29'],
  ] as const)('has report cards due %s', ([, days, due]) => {
    expect(reportCardsDue(first, days)).toBe(due)
    const before = new Date(Date.parse(due) - 1).toISOString().slice(0, 10)
    expect(reportCardsDueSince(first, days, before)).toBeNull()
    expect(reportCardsDueSince(first, days, due)).toBe(due)
    expect(reportCardsDueSince(first, days, '2030-01-01')).toBe(due)
  })
})

it('a term without dates counts as opened, and has no due day', () => {
  expect(hasOpened(none, '1999-01-01')).toBe(true)
  expect(daysSinceOpening(none, '2028-01-10')).toBeNull()
  expect(reportCardsDue(none, 14)).toBeNull()
  expect(reportCardsDueSince(none, 14, '2028-01-10')).toBeNull()
})

it.for([
  ['before any has opened', '2027-08-29', undefined],
  ['on its first day', '2027-08-30', third],
  ['on its last day', '2027-10-29', third],
  ['in the holidays, also of the next year', '2028-01-09', third],
  ['on the first day of the next one', '2028-01-10', first],
  ['on its last day, a 29 February', '2028-02-29', first],
  ['in the holidays after it', '2028-03-19', first],
  ['long after the last', '2031-01-01', second],
] as const)('the present term is the latest that has opened, %s', ([, day, present]) => {
  expect(presentTerm(all, day)).toEqual(present ?? null)
  expect(presentTerm(all.toReversed(), day)).toEqual(present ?? null)
})

it('there is no present term without dates', () => {
  expect(presentTerm([none], '2028-01-10')).toBeNull()
})
