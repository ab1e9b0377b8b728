import { expect, test } from 'vitest'
import type { ErrorBody } from '#contract/base/call.ts'
import { HttpError } from '../ui/http.ts'
import { afterFailure, isLost, isCorrupted, pauseAfter, TryAgain } from './afterFailure.ts'

const NOW = 1_000_000
const failed = (status: number, message = '', more: Partial<ErrorBody> = {}) =>
  new HttpError(status, { message, ...more })

test.each([0, 401, 408, 423, 429, 500, 502, 503])('%i is retried automatically', (status) => {
  expect(afterFailure(failed(status), 0, NOW)).toEqual({
    is: 'pausing',
    until: NOW + 1_000,
    tries: 1,
    isOffline: status === 0,
  })
})

test('a film that the next try continues does not show as waiting for the network', () => {
  expect(afterFailure(new TryAgain(), 0, NOW)).toMatchObject({ is: 'pausing', isOffline: false })
})

test('a film that is already being saved is asked about again', () => {
  expect(
    afterFailure(failed(409, 'This video is being saved.', { code: 'being_saved' }), 3, NOW),
  ).toMatchObject({
    is: 'pausing',
    tries: 4,
  })
})

test.each([
  [403, 'You may not do this'],
  [404, 'Student not found'],
  [409, 'Student is not Active'],
  [413, 'The file may not be larger than 300 MB'],
])('%i is shown and not retried', (status, message) => {
  expect(afterFailure(failed(status, message), 0, NOW)).toEqual({ is: 'refused', message })
})

test('a refusal shows the message about the file', () => {
  const error = failed(422, 'The form has errors', { errors: { media: ['The video is damaged'] } })
  expect(afterFailure(error, 0, NOW)).toEqual({ is: 'refused', message: 'The video is damaged' })
})

test('pauses grow to half a minute and no further', () => {
  expect([0, 1, 2, 3, 4, 5, 60].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('a lost upload, a corrupted upload and a refusal are distinguished', () => {
  const lost = failed(422, '', { code: 'not_arrived' })
  const spoilt = failed(422, '', { code: 'not_whole' })
  const damaged = failed(422, '', { errors: { media: ['The video is damaged'] } })
  const all = [lost, spoilt, damaged, failed(0), new Error('not_arrived')]
  expect(all.map(isLost)).toEqual([true, false, false, false, false])
  expect([lost, spoilt, damaged].map(isCorrupted)).toEqual([false, true, false])
})

test.each(['NotReadableError', 'NotFoundError'])(
  'a file that was removed from the disk is asked for: %s',
  (name) => {
    expect(afterFailure(new DOMException('gone', name), 0, NOW)).toEqual({ is: 'missing' })
  },
)

test.each([
  new TypeError('Failed to fetch dynamically imported module'),
  new DOMException('closed', 'InvalidStateError'),
])('an error that is not from the server is not a refusal: %s', (error) => {
  expect(afterFailure(error, 2, NOW)).toEqual({
    is: 'pausing',
    until: NOW + 4_000,
    tries: 3,
    isOffline: true,
  })
})
