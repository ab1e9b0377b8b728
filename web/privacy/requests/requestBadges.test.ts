import { expect, test } from 'vitest'
import type { RightsRequest } from '#contract/privacy/requests.ts'
import {
  askerOf,
  closedWords,
  dueWords,
  requestLine,
  requestTitle,
  startWords,
  stateBadge,
  stepsOf,
} from './requestBadges.ts'

const TODAY = '2026-11-23'

test.each([
  ['2026-11-20', '3 days overdue'],
  ['2026-11-22', '1 day overdue'],
  ['2026-11-23', 'today'],
  ['2026-11-30', 'in 7 days'],
])('a request that is due on %s is due %s', (due_on, words) => expect(dueWords(due_on, TODAY)).toBe(words))

test('an erasure names the day to start by until it has started', () => {
  const erasure = { due_on: '2026-12-07', start_by: '2026-11-30' }
  expect(startWords({ ...erasure, state: 'accepted' })).toBe('Start by 30 Nov')
  expect(startWords({ ...erasure, state: 'waiting' })).toBeUndefined()
  expect(startWords({ state: 'to_decide', due_on: '2026-12-07', start_by: '2026-12-07' })).toBeUndefined()
})

test('does not name who asked once the record is anonymised', () => {
  const request = { asked_by: '', asked_on: '2026-11-16', kind: 'erasure', student: 'A', ref: 'AN-2' }
  expect(askerOf(request)).toBe('the person who asked')
  expect(requestTitle(request)).toBe('Request of 16 Nov 2026, the person who asked')
  expect(requestLine(request as RightsRequest)).toBe(
    'Erasure, A, AN-2, asked by the person who asked on 16 Nov 2026',
  )
})

test('a waiting request names the day', () =>
  expect(stateBadge({ state: 'waiting', anonymise_on: '2026-11-30' }).word).toBe('Waiting until 30 Nov'))

test('a closed request says how long it took', () => {
  expect(closedWords({ asked_on: '2026-10-30', closed_at: '2026-11-04T09:00:00.000Z' })).toBe(
    '5 days after it was asked',
  )
  expect(closedWords({ asked_on: '2026-11-04', closed_at: '2026-11-04T09:00:00.000Z' })).toBe(
    'on the day it was asked',
  )
})

test('each kind of an accepted request has its own steps, and names the person who asked', () => {
  const request = { state: 'accepted', asked_by: 'Millicent Ouma' } as RightsRequest
  const titles = (kind: RightsRequest['kind']) => stepsOf({ ...request, kind }).map(({ title }) => title)
  expect(titles('access')).toEqual(['Export the record', 'Give it to Millicent Ouma', 'Mark it as answered'])
  expect(titles('erasure')).toContain('Anonymise the record')
  expect(titles('restriction')).toContain('The use of the record is restricted')
})

test('a request for restriction says what accepting it does', () => {
  const request = { state: 'to_decide', asked_by: 'Millicent Ouma' } as RightsRequest
  const titles = (kind: RightsRequest['kind']) => stepsOf({ ...request, kind }).map(({ title }) => title)
  expect(titles('restriction')).toContain('Accepting restricts the use')
  expect(titles('access')).not.toContain('Accepting restricts the use')
})
