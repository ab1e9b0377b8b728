import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Backup, NightlyBackups, RestoreTest } from '#contract/backups.ts'
import {
  aboutText,
  retentionText,
  lapseText,
  newText,
  nextWords,
  pastWords,
  progressOf,
  shortMoment,
  sizeText,
  startedText,
  problemText,
  testDetails,
  testWords,
  troublesOf,
} from './backupWords.ts'

beforeEach(() => void vi.stubEnv('TZ', 'Africa/Nairobi'))
afterEach(() => void vi.unstubAllEnvs())

/** In Nairobi. */
const at = (time: string) => new Date(`2026-11-${time}+03:00`).toISOString()
const noon = new Date(at('20T12:00'))

const good: Backup = {
  id: 1,
  state: 'good',
  is_nightly: true,
  started_at: at('18T02:00'),
  started_by: null,
  read_back_at: at('18T02:04'),
  bytes: 3_420_000_000,
  new_bytes: 38_000_000,
  reason: null,
  is_unpruned: false,
  step: 'reading back',
  files_done: 4,
  files_total: 4,
}
const failed: Backup = {
  ...good,
  id: 2,
  state: 'failed',
  started_at: at('20T02:00'),
  read_back_at: null,
  bytes: null,
  new_bytes: null,
  reason: 'The store did not answer',
}

describe('times', () => {
  it.for([
    ['20T02:04', '20T10:00', 'last night at 02:04'],
    ['20T02:04', '20T04:00', 'today at 02:04'],
    ['20T09:30', '20T10:00', 'today at 09:30'],
    ['19T15:20', '20T10:00', 'yesterday at 15:20'],
    ['18T02:04', '20T10:00', 'on Wednesday, 18 Nov, 02:04'],
  ])('of the past read as people say them: %s at %s', ([past = '', now = '', words]) => {
    expect(pastWords(at(past), new Date(at(now)))).toBe(words)
  })

  it.for([
    ['21T02:00', '20T10:00', 'Tonight at 02:00'],
    ['21T02:00', '20T23:59', 'Tonight at 02:00'],
    ['20T02:00', '20T01:00', 'Tonight at 02:00'],
    ['21T02:00', '20T03:00', 'Tomorrow at 02:00'],
    ['20T22:00', '20T10:00', 'Tonight at 22:00'],
    ['20T14:00', '20T10:00', 'Today at 14:00'],
    ['21T14:00', '20T15:00', 'Tomorrow at 14:00'],
  ])('to come read as people say them: %s at %s', ([next = '', now = '', words]) => {
    expect(nextWords(at(next), new Date(at(now)))).toBe(words)
  })

  it('have their day of the week in the table', () => {
    expect(shortMoment(at('20T02:00'))).toBe('Fri 20 Nov, 02:00')
    vi.stubEnv('TZ', 'America/New_York')
    expect(shortMoment(at('20T02:00'))).toBe('Fri 20 Nov, 02:00 EAT')
  })
})

test.each([
  [3_420_000_000, '3.42 GB'],
  [38_400_000, '38 MB'],
  [640_000, '640 KB'],
  [10, '1 KB'],
  [0, '0 MB'],
  [null, '–'],
])('%s bytes read as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('the new part of a copy is shown if it is known', () => {
  expect([null, good, { ...good, new_bytes: null }].map(newText)).toEqual([
    'No good copy yet',
    '38 MB of it new',
    'Records and files',
  ])
})

test('the rule for keeping copies names only periods above zero', () => {
  expect(retentionText({ days: 7, weeks: 5, months: 12 })).toBe('7 days, 5 weeks, 12 months')
  expect(retentionText({ days: 0, weeks: 1, months: 0 })).toBe('1 week')
})

test('a copy shows who started it, or why it is not good', () => {
  const byHand = { ...good, is_nightly: false }
  expect([good, { ...byHand, started_by: 'Amina Mwangi' }, byHand, failed].map(aboutText)).toEqual([
    'Nightly',
    'By Amina Mwangi',
    'By hand, on the server',
    'The store did not answer',
  ])
  expect([good, { ...byHand, started_by: 'Amina Mwangi' }, byHand].map(startedText)).toEqual([
    'Started automatically at 02:00.',
    'Started by Amina Mwangi at 02:00.',
    'Started on the server at 02:00.',
  ])
})

test('the problem of the newest copy is shown, and a good copy shows none', () => {
  expect(problemText(good, noon)).toBeUndefined()
  expect(problemText(undefined, noon)).toBeUndefined()
  expect(problemText({ ...good, reason: 'Made by the Elimu before this one' }, noon)).toBeUndefined()
  const reason = 'Old copies are not all removed: The store refused the key'
  expect(problemText({ ...good, reason, is_unpruned: true }, noon)).toBe(`${reason}.`)
  expect(problemText(failed, noon)).toBe('Last night’s failed: the store did not answer.')
  const odd: Backup = {
    ...failed,
    state: 'not good',
    is_nightly: false,
    reason: 'A file differs when read back',
  }
  expect(problemText(odd, noon)).toBe('The last one was not good: a file differs when read back.')
})

test('the warning says since when, why, and who was informed', () => {
  const lapse = { since: at('18T02:04'), hours: 58, letter_at: at('20T09:04') }
  expect(lapseText(lapse, good, failed, noon)).toBe(
    'The last good copy is from Wednesday, 18 Nov, 02:04. Last night’s failed: the store did not answer. A letter went to all administrators at 09:04.',
  )
  expect(lapseText({ ...lapse, letter_at: at('19T14:04') }, null, undefined, noon)).toBe(
    'Nightly copies are on since Wednesday, 18 Nov, 02:04, and none has been good. A letter went to all administrators on Thursday, 19 Nov, 14:04.',
  )
})

test('progress is shown in files and percent, and announced four times a step', () => {
  const running: Backup = {
    ...good,
    state: 'running',
    step: 'files',
    files_done: 2973,
    files_total: 4874,
  }
  expect(progressOf(running)).toEqual({
    percent: 61,
    words: '2,973 of 4,874 files, then it is read back',
    announced: 'Files, 50 percent',
  })
  expect(progressOf({ ...running, step: 'reading back', files_done: 4874 })).toEqual({
    percent: 100,
    words: '4,874 of 4,874 files read back',
    announced: 'Reading back, 100 percent',
  })
  expect(progressOf({ ...running, step: 'records', files_total: 0 })).toMatchObject({ percent: 0 })
})

describe('the weekly test restore', () => {
  const passed: RestoreTest = {
    state: 'passed',
    started_at: at('20T02:04'),
    ended_at: new Date(Date.parse(at('20T02:04')) + 12_000).toISOString(),
    tables: 40,
    rows: 18_402,
    files: 4_874,
    reason: null,
  }
  const on = { is_tested: true }
  const wordsOf = (given: RestoreTest | null, setting = on) => [
    testWords(given, setting, noon),
    testDetails(given, setting),
  ]

  it('says when it passed, what was restored and how long it took, or why there is no result', () => {
    const details = '18,402 rows of 40 tables, 4,874 files, 12 seconds'
    expect(wordsOf(passed)).toEqual(['Passed last night at 02:04', details])
    expect(testDetails({ ...passed, files: null }, on)).toContain('files compared encrypted')
    expect(wordsOf(null)).toEqual(['Not yet', 'With the next nightly copy'])
    expect(wordsOf({ ...passed, state: 'running', ended_at: null })[0]).toBe('Running')
    expect(wordsOf(passed, { is_tested: false })).toEqual(['Off', 'The server has BACKUP_TEST=off'])
  })

  it('says why it failed, and which copies are damaged', () => {
    const failing: RestoreTest = { ...passed, state: 'failed', reason: 'This copy is incomplete' }
    expect(testWords(failing, on, noon)).toBe('Failed last night at 02:04')
    const name = 'elimu-2026-11-12-0200.elimu'
    const nightly: NightlyBackups = {
      to: '/mnt/copies',
      is_online: false,
      at: '02:00',
      next_at: at('21T02:00'),
      keep: { days: 7, weeks: 5, months: 12 },
      is_encrypted: false,
      is_tested: true,
    }
    const backups = { nightly, restore_test: failing, damaged_copies: [name] }
    expect(troublesOf(backups)).toEqual([
      'The test restore failed: this copy is incomplete.',
      expect.stringContaining(`The copy ${name} is damaged or missing`),
    ])
  })
})
