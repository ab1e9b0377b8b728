import { describe, expect, it } from 'vitest'
import {
  hidesUnrecorded,
  type ConsentAnswer,
  type Consented,
  isAskedToo,
  lastDayOfChild,
  livesInKenya,
  type Purpose,
  type PurposeState,
  sharedBy,
  statesOf,
} from './consentStates.ts'
import { notSharedSentence, supporterSees } from './consentWords.ts'

const TODAY = '2026-11-20'

/** A consent about pictures, by the mother unless it says otherwise; until the end of 2027. */
const said = (
  given_on: string,
  pictures: ConsentAnswer | undefined,
  { child, ...more }: Partial<Consented> & { child?: ConsentAnswer | 'not_asked' } = {},
): Consented => ({
  id: 1,
  given_by: 'mother',
  name: 'Beatrice Ouma',
  given_on,
  until: '2027-12-31',
  answers: pictures ? { pictures } : {},
  child_answers: child ? { pictures: child } : null,
  ...more,
})

const stateFor = (consents: Consented[], today = TODAY): PurposeState | undefined =>
  statesOf(
    consents.map((consent, index) => ({ ...consent, id: index + 1 })),
    today,
  ).find(({ purpose }) => purpose === 'pictures')

const rows: [name: string, consents: Consented[], state: Partial<PurposeState>][] = [
  ['nothing is recorded', [], { state: 'not_recorded', since: null, until: null, by: [] }],
  [
    'another purpose was answered',
    [said('2026-01-14', undefined, { answers: { videos: 'yes' } })],
    { state: 'not_recorded' },
  ],
  [
    'the mother said Yes',
    [said('2026-01-14', 'yes')],
    {
      state: 'given',
      since: '2026-01-14',
      until: '2027-12-31',
      by: [{ consent_id: 1, who: 'mother' }],
    },
  ],
  ['the mother said No', [said('2026-01-14', 'no')], { state: 'refused', since: '2026-01-14' }],
  [
    'the mother withdrew her Yes',
    [said('2026-01-14', 'yes'), said('2026-11-03', 'no')],
    { state: 'withdrawn', since: '2026-11-03', by: [{ consent_id: 2, who: 'mother' }] },
  ],
  ['the mother changed her No', [said('2026-01-14', 'no'), said('2026-11-03', 'yes')], { state: 'given' }],
  [
    'the forms were recorded in another order than they were signed',
    [said('2026-11-03', 'no'), said('2026-01-14', 'yes')],
    { state: 'withdrawn', since: '2026-11-03' },
  ],
  [
    'the father said Yes after the mother said No',
    [said('2026-01-14', 'no'), said('2026-11-03', 'yes', { given_by: 'father' })],
    { state: 'refused', since: '2026-01-14', by: [{ consent_id: 1, who: 'mother' }] },
  ],
  [
    'the same guardian, in other spelling, changed the No',
    [
      said('2026-01-14', 'no', { given_by: 'guardian', name: 'Jane Awuor' }),
      said('2026-11-03', 'yes', { given_by: 'guardian', name: 'jane awuor' }),
    ],
    { state: 'given' },
  ],
  [
    'another guardian said Yes after a No',
    [
      said('2026-01-14', 'no', { given_by: 'guardian', name: 'Jane Awuor' }),
      said('2026-11-03', 'yes', { given_by: 'guardian', name: 'Peter Otieno' }),
    ],
    { state: 'refused' },
  ],
  [
    'the child said No on the form of the mother',
    [said('2026-01-14', 'yes', { child: 'no' })],
    { state: 'refused', since: '2026-01-14', by: [{ consent_id: 1, who: 'child' }] },
  ],
  [
    'the child was not asked again after a No',
    [said('2026-01-14', 'yes', { child: 'no' }), said('2026-11-03', 'yes', { child: 'not_asked' })],
    { state: 'refused', since: '2026-01-14' },
  ],
  ['only the child said Yes', [said('2026-01-14', undefined, { child: 'yes' })], { state: 'not_recorded' }],
  ['the consent has ended', [said('2026-01-14', 'yes', { until: '2026-11-19' })], { state: 'ended' }],
  ['today is its last day', [said('2026-01-14', 'yes', { until: TODAY })], { state: 'given' }],
  [
    'the consent of the father lasts longer',
    [said('2026-01-14', 'yes', { until: '2026-06-30' }), said('2026-02-01', 'yes', { given_by: 'father' })],
    { state: 'given', until: '2027-12-31' },
  ],
  [
    'the student, of age, said Yes after a No of the mother',
    [said('2026-01-14', 'no'), said('2026-11-03', 'yes', { given_by: 'student', until: null })],
    { state: 'given', until: null, by: [{ consent_id: 2, who: 'student' }] },
  ],
]

describe('the state of a purpose', () => {
  it.for(rows)('if %s', ([, consents, state]) => {
    expect(stateFor(consents)).toMatchObject(state)
  })
})

describe('what reaches the supporter', () => {
  type Answers = Partial<Record<Purpose, ConsentAnswer>>
  const of = (answers: Answers, { isHeld = false, added_from = '', isAbroad = false, today = TODAY } = {}) =>
    sharedBy(statesOf([{ ...said('2026-01-14', undefined), answers }], today), {
      hidesUnrecorded: hidesUnrecorded({ from: isHeld ? TODAY : null, added_from }, today),
      isAbroad,
    })

  it('is all but what was refused, while the gate only counts', () => {
    expect(of({})).toEqual(['profile', 'progress', 'pictures', 'videos'])
    expect(of({ pictures: 'no' })).toEqual(['profile', 'progress', 'videos'])
    expect(of({ register: 'no', progress: 'yes' })).toEqual([])
  })

  it('is only what was given, once the gate hides the rest', () => {
    expect(of({ pictures: 'yes' }, { isHeld: true })).toEqual(['pictures'])
    expect(of({}, { isHeld: true })).toEqual([])
  })

  it('is what families were not asked about before, until its own day', () => {
    const waiting = { isHeld: true, isAbroad: true, added_from: '2026-11-21' }
    expect(of({ pictures: 'yes' }, waiting)).toEqual(['profile', 'pictures'])
    expect(of({ pictures: 'yes' }, { ...waiting, added_from: TODAY })).toEqual([])
  })

  it('is nothing that has ended, although the gate only counts', () => {
    expect(of({ pictures: 'yes' }, { today: '2028-01-01' })).toEqual(['profile', 'progress', 'videos'])
    expect(of({ register: 'yes' }, { today: '2028-01-01' })).toEqual([])
  })

  it('is nothing for a supporter abroad after a No to that', () => {
    expect(of({ abroad: 'no' }, { isAbroad: true })).toEqual([])
    expect(of({ abroad: 'no' })).toEqual(['profile', 'progress', 'pictures', 'videos'])
    expect(of({ pictures: 'yes' }, { isHeld: true, isAbroad: true })).toEqual([])
    expect(of({ pictures: 'yes', abroad: 'yes' }, { isHeld: true, isAbroad: true })).toEqual(['pictures'])
  })

  it('depends on the country of the supporter', () => {
    expect(['Kenya', ' KENYA', 'KE', 'Germany', '', null].map(livesInKenya)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

it('knows when a child is asked and until when others consent for them', () => {
  expect(lastDayOfChild('2012-05-08')).toBe('2030-05-07')
  expect(lastDayOfChild('2012-02-29')).toBe('2030-02-28')
  expect(isAskedToo('2012-05-08', '2024-05-07')).toBe(false)
  expect(isAskedToo('2012-05-08', '2024-05-08')).toBe(true)
  expect(isAskedToo('2012-05-08', '2030-05-08')).toBe(false)
})

it('says what is shared in one sentence', () => {
  expect(notSharedSentence('Achieng Ouma', ['pictures'])).toBe(
    'Pictures of Achieng are not shared at present.',
  )
  expect(notSharedSentence('Achieng Ouma', ['progress'])).toBe(
    'Report cards and costs of Achieng are not shared at present.',
  )
  expect(supporterSees('Margaret Ellison', ['videos', 'progress'])).toBe(
    'Margaret Ellison sees report cards, costs and videos. Personal facts and pictures are hidden.',
  )
  expect(supporterSees('Margaret Ellison', [])).toBe(
    'Margaret Ellison sees no personal facts, report cards, costs, pictures or videos.',
  )
})
