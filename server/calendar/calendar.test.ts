import { expect } from 'vitest'
import { type CalendarForm, calendarMessages } from '#contract/calendar.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import { cast } from '../testing/data/users.ts'
import { type ScenarioRow, scenariosWith } from '../testing/scenarios.ts'
import { HOUR } from '../testing/steppedClock.ts'
import type { TestApp } from '../testing/testApp.ts'

/** Today is 2 March 2026. */
const [LAST_YEAR, THIS_YEAR] = [2, 1]
async function twoYears({ db }: TestApp) {
  await db.deleteFrom('years').execute()
  const years = ['2026', '2025'].map((year_name, index) => ({ id: index + 1, year_name, folded: year_name }))
  await db.insertInto('years').values(years).execute()
}

type Term = CalendarForm['terms'][number]
const term = (term_id: number, opens: string | null, closes: string | null, more: Partial<Term> = {}) => ({
  term_id,
  opens,
  closes,
  half_from: null,
  half_to: null,
  none_from: null,
  none_to: null,
  none_where: null,
  ...more,
})
const none = (term_id: number) => term(term_id, null, null)

const first = term(1, '2026-01-05', '2026-04-02', { half_from: '2026-02-25', half_to: '2026-03-01' })
const second = term(2, '2026-04-27', '2026-07-31')
const third = term(3, '2026-08-24', '2026-10-23', {
  none_from: '2026-08-24',
  none_to: '2026-10-23',
  none_where: 'Boarding schools',
})
const year = { year_id: THIS_YEAR, due_days: 14, terms: [first, second, third] }

const set = async (test: TestApp, ...calendars: object[]) => {
  await twoYears(test)
  const client = await test.signIn(cast.coordinator)
  for (const calendar of calendars) await client.change('PUT', '/api/calendar', calendar)
}
const setThisYear = (test: TestApp) => set(test, year)
const setLastYear = (test: TestApp) =>
  set(test, { ...year, year_id: LAST_YEAR, terms: [term(3, '2025-08-25', '2025-10-24')] })

scenariosWith('GET /api/calendar', { as: 'liaison', call: 'GET /api/calendar?year=1' }, [
  {
    name: 'answers all terms without dates before they are set',
    given: twoYears,
    contains: {
      data: {
        year_id: 1,
        due_days: 14,
        terms: [none(1), none(2), none(3)],
        present: null,
        changed: null,
      },
    },
  },
  {
    name: 'answers the dates in the order of the terms, the present term, and who changed them',
    given: (test) => set(test, { ...year, terms: [third, first, second] }),
    contains: {
      data: { ...year, present: { year_id: 1, term_id: 1 }, changed: { by: 'Catherine Njeri' } },
    },
  },
  {
    name: 'answers the present term of another year in the holidays',
    given: setLastYear,
    contains: { data: { terms: [none(1), none(2), none(3)], present: { year_id: 2, term_id: 3 } } },
  },
  {
    name: 'needs a year',
    call: 'GET /api/calendar',
    errors: { year: ['Year cannot be empty'] },
  },
])

scenariosWith('the present term', { as: 'liaison', call: 'GET /api/calendar?year=1' }, [
  {
    name: 'is the earlier one until midnight in Nairobi',
    async given(test) {
      await setThisYear(test)
      await test.db.updateTable('term_dates').set({ opens: '2026-03-03' }).where('term_id', '=', 2).execute()
      // From 11:00 in Nairobi.
      test.clock.step(13 * HOUR - 1)
    },
    contains: { data: { present: { term_id: 1 } } },
  },
  {
    name: 'is the next one from midnight on',
    async given(test) {
      await setThisYear(test)
      await test.db.updateTable('term_dates').set({ opens: '2026-03-03' }).where('term_id', '=', 2).execute()
      test.clock.step(13 * HOUR)
    },
    contains: { data: { present: { term_id: 2 } } },
  },
])

const changing = { as: 'coordinator', call: 'PUT /api/calendar', given: twoYears } as const

scenariosWith('PUT /api/calendar', changing, [
  {
    name: 'sets dates as a form sends them, with history',
    input: {
      year_id: '1',
      due_days: ' 10 ',
      terms: [{ term_id: '1', opens: ' 2026-01-05 ', closes: '2026-04-02', half_from: '', none_where: ' ' }],
    },
    contains: {
      message: 'Calendar saved.',
      data: {
        due_days: 10,
        terms: [term(1, '2026-01-05', '2026-04-02'), none(2), none(3)],
        present: { year_id: 1, term_id: 1 },
      },
    },
    after: async (test) =>
      expect(await historyOf(test)).toMatchObject([
        {
          entity: 'calendar',
          action: 'changed',
          user_id: cast.coordinator.id,
          changes: {
            due_days: [14, 10],
            'Term 1, 2026: Opens': [null, '2026-01-05'],
            'Term 1, 2026: Closes': [null, '2026-04-02'],
          },
        },
      ]),
  },
  {
    name: 'says since when report cards of the last term are due',
    input: {
      ...year,
      due_days: 0,
      terms: [term(1, '2026-01-05', '2026-02-01'), term(2, '2026-02-05', '2026-03-02')],
    },
    contains: { message: 'Calendar saved. Report cards of Term 2 are due since 2\u00a0Mar.' },
  },
  {
    name: 'removes the dates of terms that are not listed, and says so in the history',
    given: setThisYear,
    input: { ...year, terms: [first, second] },
    contains: { data: { terms: [first, second, none(3)] } },
    history: { changes: { 'Term 3, 2026: Where': ['Boarding schools', null] } },
  },
  {
    name: 'writes no history for the same dates',
    given: setThisYear,
    input: year,
    after: async (test) => expect(await historyOf(test)).toHaveLength(1),
  },
  {
    name: 'refuses to overwrite dates that the user has not seen',
    given: setThisYear,
    input: { ...year, terms: [first, second], seen: { due_days: 14, terms: [] } },
    conflict: calendarMessages.changedMeanwhile('Catherine Njeri'),
  },
  {
    name: 'refuses to overwrite days that somebody changed with another year',
    given: (test) => set(test, year, { year_id: LAST_YEAR, due_days: 20, terms: [] }),
    input: { ...year, due_days: 30, seen: year },
    conflict: calendarMessages.changedMeanwhile('Catherine Njeri'),
  },
  {
    name: 'changes dates that the user has seen',
    given: setThisYear,
    input: { ...year, terms: [first], seen: year },
    contains: { data: { terms: [first, none(2), none(3)] } },
  },
  {
    name: 'accepts what somebody else has set already',
    given: setThisYear,
    input: { ...year, seen: { due_days: 14, terms: [] } },
    contains: { data: { terms: [first, second, third] } },
  },
  {
    name: 'takes a half-term of one day, from the first day to the last',
    input: {
      ...year,
      terms: [
        { ...first, half_from: first.opens, half_to: first.opens },
        { ...second, half_from: second.closes, half_to: second.closes },
      ],
    },
  },
  {
    name: 'takes a term that opens the day after the last one closes, also of the year before',
    given: setLastYear,
    input: { ...year, terms: [term(1, '2025-10-25', '2026-04-02'), term(2, '2026-04-03', '2026-07-31')] },
  },
])

const wrong = (
  name: string,
  terms: object[],
  errors: Record<string, string>,
  more: object = {},
): ScenarioRow => ({
  name: `refuses ${name}`,
  input: { ...year, terms, ...more },
  errors: Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, [message]])),
})
const { later, earlier } = calendarMessages

scenariosWith('PUT /api/calendar refuses dates that do not fit', changing, [
  wrong('one date without the other', [term(1, '2026-01-05', null), term(2, null, '2026-07-31')], {
    'terms.0.closes': 'Closes cannot be empty',
    'terms.1.opens': 'Opens cannot be empty',
  }),
  wrong('a day that no calendar has', [term(1, '2026-02-29', '2026-04-02')], {
    'terms.0.opens': 'Opens is not a date',
  }),
  wrong('a term that closes on the day it opens', [term(1, '2026-01-05', '2026-01-05')], {
    'terms.0.closes': later('The term opens', '5 Jan'),
  }),
  wrong('terms that overlap', [first, term(2, '2026-04-02', '2026-07-31')], {
    'terms.1.opens': 'Term 1 closes on 2 Apr. Choose a later day.',
  }),
  wrong(
    'terms in another order than that of their names, however they are listed',
    [second, { ...third, term_id: 1 }],
    {
      'terms.0.opens': later('Term 1 closes', '23 Oct'),
    },
  ),
  {
    ...wrong(
      'a term that opens before the last one of the year before closes',
      [term(1, '2025-10-24', '2026-04-02')],
      {
        'terms.0.opens': later('Term 3, 2025 closes', '24 Oct 2025'),
      },
    ),
    given: setLastYear,
  },
  {
    ...wrong(
      'a term that closes after the first one of the next year opens',
      [term(3, '2025-08-25', '2026-01-05')],
      { 'terms.0.closes': earlier('Term 1, 2026 opens', '5 Jan 2026') },
      { year_id: LAST_YEAR },
    ),
    given: setThisYear,
  },
  wrong('a half-term outside the term', [{ ...first, half_from: '2026-01-04', half_to: '2026-04-03' }], {
    'terms.0.half_from': later('The term opens', '5 Jan'),
    'terms.0.half_to': earlier('The term closes', '2 Apr'),
  }),
  wrong('a half-term after the term', [{ ...first, half_from: '2026-04-03', half_to: '2026-04-04' }], {
    'terms.0.half_from': earlier('The term closes', '2 Apr'),
    'terms.0.half_to': earlier('The term closes', '2 Apr'),
  }),
  wrong('a half-term that ends before it begins', [{ ...first, half_to: '2026-02-24' }], {
    'terms.0.half_to': later('Half-term begins', '25 Feb'),
  }),
  wrong('half of a half-term', [{ ...first, half_to: null }], {
    'terms.0.half_to': 'Half-term to cannot be empty',
  }),
  wrong(
    'a half-term of a term without dates',
    [{ ...none(1), half_from: '2026-02-25', half_to: '2026-03-01' }],
    {
      'terms.0.opens': 'Opens cannot be empty',
      'terms.0.closes': 'Closes cannot be empty',
    },
  ),
  wrong('days without visits that end before they begin', [{ ...third, none_to: '2026-08-23' }], {
    'terms.0.none_to': later('This begins', '24 Aug'),
  }),
  wrong('a place without days', [{ ...second, none_where: 'Boarding schools' }], {
    'terms.0.none_from': 'No visits from cannot be empty',
    'terms.0.none_to': 'No visits to cannot be empty',
  }),
  wrong('more than 60 days', [], { due_days: 'Days must be a whole number from 0 to 60' }, { due_days: 61 }),
  wrong('less than none', [], { due_days: 'Days must be a whole number from 0 to 60' }, { due_days: -1 }),
  wrong('no days', [], { due_days: 'Days cannot be empty' }, { due_days: '' }),
  wrong('an unknown year', [first], { year_id: 'Year is not known' }, { year_id: 99 }),
  wrong('an unknown term, and one that is listed twice', [first, { ...second, term_id: 99 }, first], {
    'terms.1.term_id': 'Term is not known',
    'terms.2.term_id': 'This term is listed twice',
  }),
])
