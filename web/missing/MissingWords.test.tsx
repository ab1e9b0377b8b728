import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MissingSentence } from './MissingWords.tsx'
import type { NamedTime } from '#contract/records/steps.ts'
import type { OpenCounts } from './useOpenRows.ts'

const TERM = { year_id: 1, year_name: '2026', term_id: 3, term_name: 'Term 3' }

const sentence = (counts: Partial<OpenCounts>, isOwn = true, time?: NamedTime) =>
  renderToStaticMarkup(
    <MissingSentence
      counts={{
        total: 0,
        students: 8,
        lacks: {} as OpenCounts['lacks'],
        to_verify: 0,
        mine: 0,
        others: 0,
        ...counts,
      }}
      time={time}
      isOwn={isOwn}
    />,
  )
    .replaceAll(/<[^>]+>/g, '')
    .trimEnd()

test('the numbers of the sentence add up to the rows of the list', () => {
  expect(sentence({ total: 5, mine: 2 })).toBe('5 of your 8 students lack something. 2 wait for you.')
  expect(sentence({ total: 6, students: 9, others: 1, mine: 3 })).toBe(
    '5 of your 8 students lack something. A record of 1 other student was returned to you. 3 wait for you.',
  )
  expect(sentence({ total: 2, students: 2, others: 2, mine: 2 })).toBe(
    'Records of 2 other students were returned to you. 2 wait for you.',
  )
  expect(sentence({})).toBe('All your 8 students are complete.')
  expect(sentence({ total: 1, students: 9, others: 1, mine: 1 })).toBe(
    'All your 8 students are complete. A record of 1 other student was returned to you. 1 waits for you.',
  )
  expect(sentence({ students: 0 }, false)).toBe('')
})

test('the sentence names the term only if one is chosen', () => {
  expect(sentence({ total: 5 }, false, TERM)).toBe('5 of 8 students lack something in Term 3, 2026.')
  expect(sentence({ total: 5 }, false)).toBe('5 of 8 students lack something.')
})
