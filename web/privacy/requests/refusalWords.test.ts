import { expect, it } from 'vitest'
import { type Refusal, refusalLanguages, refusalLetter } from './refusalWords.ts'

const refusal: Refusal = {
  charity: 'Elimu',
  kind: 'access',
  asked_by: 'Daniel Okello',
  asked_on: '2026-11-16',
  words: 'Show me what you have about my nephew.',
  on: '2026-11-23',
  ground: 'identity',
  reason: 'You showed no identity card.',
  reason_sw: null,
  signed_by: 'Amina Mwangi',
}
const linesOf = (language: keyof typeof refusalLanguages, of: Partial<Refusal> = {}) =>
  refusalLetter(refusalLanguages[language], { ...refusal, ...of }).map(({ text }) => text)

it('repeats the words of the person who asked, and names no student', () => {
  expect(linesOf('English')).toEqual([
    'Elimu',
    '23 November 2026',
    'Daniel Okello',
    '',
    '',
    'Your request of 16 November 2026',
    'Dear Daniel Okello,',
    'You asked us to show you a record. You wrote or said: “Show me what you have about my nephew.”',
    'We have not done this.',
    'The reason:',
    'You could not prove who you are.',
    'You showed no identity card.',
    expect.stringMatching(/^If this changes/),
    'Signature',
    'Amina Mwangi',
  ])
})

it('gives the reason in Swahili, or marks it as not translated', () => {
  const typed = linesOf('Kiswahili', { reason_sw: 'Hukuonyesha kitambulisho.' })
  expect(typed).toContain('Ombi lako la tarehe 16 Novemba 2026')
  expect(typed).toContain('Hukuonyesha kitambulisho.')
  expect(typed.join()).not.toContain('You showed no identity card.')
  expect(linesOf('Kiswahili')).toEqual(
    expect.arrayContaining([
      'Hukuweza kuthibitisha utambulisho wako.',
      '(haijatafsiriwa / not translated)\nYou showed no identity card.',
    ]),
  )
})

it('gives the ground on both pages or on none', () => {
  const reasonsOf = (language: keyof typeof refusalLanguages, of: Partial<Refusal>) => {
    const lines = linesOf(language, of)
    return lines.slice(lines.indexOf(refusalLanguages[language].why) + 1, -3)
  }
  const countsOf = (of: Partial<Refusal>) =>
    (['English', 'Kiswahili'] as const).map((language) => reasonsOf(language, of).length)
  for (const ground of ['identity', 'relation', 'law', 'others'] as const)
    expect(countsOf({ ground })).toEqual([2, 2])
  expect(countsOf({ ground: 'other' })).toEqual([1, 1])
  expect(countsOf({ reason_sw: 'Hukuonyesha kitambulisho.' })).toEqual([1, 1])
})
