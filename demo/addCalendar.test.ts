import { expect, test } from 'vitest'
import { dayOf, daysBetween, daysFrom } from '#contract/base/days.ts'
import { inventDates } from './addCalendar.ts'
import { demoTerms } from './demoTime.ts'

test('on every day of the year, the present term has been open for three weeks', () => {
  for (let later = 0; later < 366; later++) {
    const now = new Date(`${daysFrom('2027-12-31', later)}T12:00:00.000Z`)
    const today = dayOf(now)
    const latest = demoTerms(now).at(-1)
    const terms = inventDates(latest?.year ?? '', latest, today)
    const present = terms.findLast(({ opens }) => opens <= today)
    expect([today, present?.term]).toEqual([today, latest?.term])
    expect(daysBetween(present?.opens ?? '', today), today).toBeGreaterThanOrEqual(21)
    const days = terms.flatMap(({ opens, half_from, half_to, closes }) => [opens, half_from, half_to, closes])
    expect(days).toEqual(days.toSorted((a, b) => (a < b ? -1 : 1)))
  }
})
