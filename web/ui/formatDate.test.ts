import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatDate, formatDateTime, formatDay, formatMoment, formatTime } from './formatDate.ts'

const AT_NIGHT = '2026-09-11T22:05:00Z'

afterEach(() => vi.unstubAllEnvs())

describe('an instant is shown by the clock of Nairobi', () => {
  it('to a reader in Kenya', () => {
    vi.stubEnv('TZ', 'Africa/Nairobi')
    expect(formatDate(AT_NIGHT)).toBe('12 Sep 2026')
    expect(formatTime(AT_NIGHT)).toBe('01:05')
    expect(formatDateTime(AT_NIGHT)).toBe('12 Sep 2026, 01:05')
    expect(formatMoment(AT_NIGHT)).toBe('12 Sep, 01:05')
  })

  it.for(['America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati'])(
    'with the time zone, to a reader elsewhere: %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      expect(formatDate(AT_NIGHT)).toBe('12 Sep 2026')
      expect(formatTime(AT_NIGHT)).toBe('01:05 EAT')
      expect(formatDateTime(AT_NIGHT)).toBe('12 Sep 2026, 01:05 EAT')
    },
  )
})

it('shows a day as it is, wherever the reader is', () => {
  for (const zone of ['Africa/Nairobi', 'Pacific/Kiritimati', 'America/New_York']) {
    vi.stubEnv('TZ', zone)
    expect(formatDay('2026-03-02')).toBe('2 Mar 2026')
  }
})
