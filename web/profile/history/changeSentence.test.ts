import { expect, test } from 'vitest'
import { purposes } from '#contract/privacy/consentStates.ts'
import { purposeWords } from '#contract/privacy/consentWords.ts'
import type { ChangedThing, StudentChange } from '#contract/students/studentChanges.ts'
import { changeSentence, fileOfAction } from './changeSentence.ts'

type Changes = Record<string, [from: string | null, to: string | null]>

const changeOf = (
  entity: ChangedThing,
  action: string,
  changes: Changes = {},
  of: string | null = null,
): StudentChange => ({
  id: 1,
  at: '2026-11-24T08:00:00.000Z',
  by: 'Brian Ochieng',
  entity,
  of,
  action,
  changes: Object.entries(changes).map(([field, [from, to]]) => ({ field, from, to })),
})

const answers = (answer: string, suffix = ''): Changes =>
  Object.fromEntries(purposes.map((purpose) => [`${purposeWords[purpose].title}${suffix}`, [null, answer]]))

test.each<[string, StudentChange]>([
  [
    'Student added: 2 facts, picture and certificate',
    changeOf('student', 'added', {
      name: [null, 'Faith'],
      dob: [null, '2009-03-12'],
      picture: [null, '1'],
      certificate: [null, '2'],
    }),
  ],
  ['Student imported: 1 fact', changeOf('student', 'imported from r.xlsx', { name: [null, 'Faith'] })],
  [
    'Date of Birth: 5 May 2009, before 12 Mar 2009',
    changeOf('student', 'edited', { dob: ['2009-03-12', '2009-05-05'] }),
  ],
  ['Ambition: Pilot', changeOf('student', 'edited', { ambition: [null, 'Pilot'] })],
  ['Ambition: removed, before Pilot', changeOf('student', 'edited', { ambition: ['Pilot', null] })],
  ['Background: changed', changeOf('student', 'edited', { background: ['Short.', 'Long. '.repeat(20)] })],
  [
    'Facts: Mother, Father, Guardian and 1 more changed',
    changeOf('student', 'edited', {
      mother: [null, 'a'],
      father: [null, 'b'],
      guardian: [null, 'c'],
      ambition: [null, 'd'],
    }),
  ],
  ['Picture: changed', changeOf('student', 'changed picture', { picture: ['1', '2'] })],
  [
    'Supporter: Joyce Nekesa added',
    changeOf('student', 'added supporter', { supporter: [null, 'Joyce Nekesa'] }),
  ],
  [
    'Supporter: Joyce Nekesa removed',
    changeOf('student', 'removed supporter', { supporter: ['Joyce Nekesa', null] }),
  ],
  [
    'Status: Withdrawn, before Active',
    changeOf('student', 'changed status', { status: ['Active', 'Withdrawn'], reason: [null, 'Moved'] }),
  ],
  [
    'Promise: Rotary Club, 22,400.00 received for Term 3, 2026',
    changeOf(
      'commitment',
      'marked as received',
      {
        term: [null, 'Term 3, 2026'],
        received: [null, '22,400.00'],
        received_on: [null, '2026-09-07'],
      },
      'Rotary Club',
    ),
  ],
  [
    'Consent: Yes to all, mother and child',
    changeOf('consent', 'recorded', {
      given_by: [null, 'Mother'],
      ...answers('Yes'),
      ...answers('Yes', ', child'),
    }),
  ],
  [
    'Consent: Yes to Record and Profile, No to Pictures, guardian',
    changeOf('consent', 'recorded', {
      given_by: [null, 'Guardian'],
      Record: [null, 'Yes'],
      Profile: [null, 'Yes'],
      Pictures: [null, 'No'],
    }),
  ],
  ['Consent: marked as void', changeOf('consent', 'marked as void', { reason: [null, 'Another child'] })],
  ['Report card: Term 3, 2026 verified', changeOf('report', 'verified', {}, 'Term 3, 2026')],
  ['Receipt: Term 1, 2023 imported', changeOf('receipt', 'imported from r.xlsx', {}, 'Term 1, 2023')],
  ['Document: Fee structure, 2026 replaced', changeOf('document', 'replaced', {}, 'Fee structure, 2026')],
  ['Gallery: Sports day deleted', changeOf('media', 'deleted', { title: ['Sports day', null] })],
  [
    'Wrong recipient: Joyce Nekesa',
    changeOf('wrong_recipient', 'noted a wrong recipient', { supporter: [null, 'Joyce Nekesa'] }),
  ],
])('says %s', (sentence, change) => {
  const { about, words } = changeSentence(change)
  expect(`${about}: ${words}`).toBe(sentence)
})

test('names the file of an import beside the user', () => {
  expect(fileOfAction('imported from register-2023.xlsx')).toBe('register-2023.xlsx')
  expect(fileOfAction('edited')).toBeUndefined()
})
