import { expect, test } from 'vitest'
import type { Renewal } from '#contract/money/funding.ts'
import { divide, missingOf, promiseLetter, reachOf, receivedWords, renewalStatement } from './renewalWords.ts'

const promised = (student_id: number, student: string, amount: number, received = 0) => ({
  commitment_id: student_id,
  student_id,
  student,
  ref: `EL-000${student_id}`,
  term_id: 1,
  amount,
  received,
  from_year_id: 1,
  from_term_id: 1,
  until_year_id: 1,
  until_term_id: 2,
  may_name: true,
})
const rotary: Renewal = {
  supporter_id: 5,
  name: 'Rotary Club of Bath',
  email: 'office@bathrotary.example',
  promises: [promised(1, 'Achieng Ouma', 22_000), promised(2, 'Lekishon Ntutu', 8_000)],
  amount: 30_000,
  missing: 30_000,
  asked_at: null,
}
const bursary: Renewal = {
  ...rotary,
  supporter_id: null,
  name: 'County bursary',
  email: null,
  promises: [promised(3, 'Dennis Mutiso', 10_000.5, 4_000)],
  amount: 10_000.5,
  missing: 6_000.5,
  asked_at: '2027-01-25T08:00:00.000Z',
}

test.each([
  [
    'late',
    [rotary, bursary],
    'KES 36,000.50 promised for Term 1, 2027 has not arrived',
    '3 promises of 2 supporters and sources are late.',
  ],
  [
    'late',
    [bursary],
    'KES 6,000.50 promised for Term 1, 2027 has not arrived',
    '1 promise of 1 supporter or source is late.',
  ],
  [
    'late',
    [
      {
        ...bursary,
        promises: [1, 2].map((term_id) => Object.assign(promised(3, 'Dennis Mutiso', 5_000), { term_id })),
      },
    ],
    'KES 6,000.50 promised for Term 1, 2027 has not arrived',
    '1 promise of 1 supporter or source is late.',
  ],
  [
    'late',
    [],
    'No promise for Term 1, 2027 is late',
    /^A promise is late 14 days after its term opened\. Terms without dates/,
  ],
  [
    'ends_soon',
    [rotary, bursary],
    '3 promises end with this term or the next one',
    'KES 40,000.50 a term, from 2 supporters and sources. 1 has been asked.',
  ],
  [
    'ends_soon',
    [rotary],
    '2 promises end with this term or the next one',
    'KES 30,000 a term, from 1 supporter or source. None has been asked.',
  ],
  ['ends_soon', [], 'No promise ends soon', 'None ends with this term or the next one.'],
] as const)('%s promises are summed up: %j', (kind, renewals, title, note) => {
  const statement = renewalStatement(kind, [...renewals], 'Term 1, 2027')
  expect(statement.title).toBe(title)
  expect(statement.note).toMatch(note)
})

test.each([
  [rotary, 'office@bathrotary.example'],
  [bursary, 'Source without an e-mail'],
  [{ ...rotary, email: null }, 'Account disabled'],
])('how %j is reached', (renewal, words) => {
  expect(reachOf(renewal)).toBe(words)
})

const writer = { signed_by: 'Grace Wambui', role: 'Programme Coordinator', charity: 'Elimu' }

/** The same promises, of which a letter may name only these students. */
const naming = (renewal: Renewal, ...students: number[]): Renewal => ({
  ...renewal,
  promises: renewal.promises.map((each) =>
    Object.assign({}, each, { may_name: students.includes(each.student_id) }),
  ),
})

test('a child who may not be named counts in the amounts only', () => {
  const promises = [...rotary.promises, promised(3, 'Dennis Mutiso', 5_000)]
  const three = { ...rotary, promises, amount: 35_000, missing: 35_000 }
  const late = (renewal: Renewal) =>
    promiseLetter('late', { renewal, terms: ['Term 1, 2027'], ...writer })
      .text.split('\n\n')
      .slice(1, 3)
  const after = ' We have not received it yet. If it is on its way, please forgive this letter.'
  expect(late(naming(rotary, 2))).toEqual([
    'Thank you for standing by Lekishon.',
    `You promised KES 30,000 for Term 1, 2027: 8,000 for Lekishon and 22,000 for another child.${after}`,
  ])
  expect(late(naming(three, 2))).toEqual([
    'Thank you for standing by Lekishon.',
    `You promised KES 35,000 for Term 1, 2027: 8,000 for Lekishon and 27,000 for other children.${after}`,
  ])
  expect(late(naming(rotary))).toEqual([
    'Thank you for your support.',
    `You promised KES 30,000 for Term 1, 2027.${after}`,
  ])
})

test('a letter about ending promises names nobody who may not be named', () => {
  const { text } = promiseLetter('ends_soon', {
    renewal: naming(rotary, 1),
    terms: ['Term 2, 2027'],
    ...writer,
  })
  expect(text).toContain('Thank you for standing by Achieng.')
  expect(text).not.toContain('Lekishon')
})

test.each([
  [['Achieng Ouma', 'Achieng Wekesa'], 'two children named Achieng'],
  [['Achieng Ouma', 'Achieng Were', 'Achieng', 'Barasa Ouma'], '3 children named Achieng and Barasa'],
])('a letter for the children %j names them by their first names: %s', (students, names) => {
  const promises = students.map((student, index) => promised(index + 1, student, 1_000))
  const { text } = promiseLetter('ends_soon', {
    renewal: { ...rotary, promises },
    terms: ['Term 1, 2027'],
    ...writer,
  })
  expect(text).toContain(`Thank you for standing by ${names}.`)
})

test('children with one first name share an amount in a letter', () => {
  const promises = [...rotary.promises, promised(3, 'Lekishon Saitoti', 5_000)]
  const renewal = { ...rotary, promises, amount: 35_000, missing: 35_000 }
  expect(promiseLetter('late', { renewal, terms: ['Term 1, 2027'], ...writer }).text).toContain(
    'You promised KES 35,000 for Term 1, 2027: 22,000 for Achieng and 13,000 for two children named Lekishon.',
  )
})

test('the letter about late promises names each child’s share', () => {
  const { subject, text } = promiseLetter('late', { renewal: rotary, terms: ['Term 1, 2027'], ...writer })
  expect(subject).toBe('Your promise for Term 1, 2027')
  expect(text).toBe(`Dear Rotary Club of Bath,

Thank you for standing by Achieng and Lekishon.

You promised KES 30,000 for Term 1, 2027: 22,000 for Achieng and 8,000 for Lekishon. We have not received it yet. If it is on its way, please forgive this letter.

If anything has changed for you, write to me. We will find a way together.

Yours sincerely,
Grace Wambui
Programme Coordinator, Elimu`)
})

test('the letter about a late promise says what has arrived', () => {
  const { text } = promiseLetter('late', { renewal: bursary, terms: ['Term 1, 2027'], ...writer })
  expect(text).toContain(
    'You promised KES 10,000.50 for Term 1, 2027. KES 4,000 has arrived, and KES 6,000.50 is still missing.',
  )
})

test('the letter about ending promises asks for the time after', () => {
  const { text } = promiseLetter('ends_soon', { renewal: rotary, terms: ['Term 2, 2027'], ...writer })
  expect(text).toContain('Your promise of KES 30,000 a term ends after Term 2, 2027. May we count on you')
})

test.each([
  [2_500_000, [1_500_000, 1_400_000], [1_500_000, 1_000_000]],
  [3_000_000, [1_500_000, 1_400_000], [1_500_000, 1_500_000]],
  [100, [1_500_000, 1_400_000], [100, 0]],
  [0, [5], [0]],
])('%d cents over %j are %j', (cents, missing, parts) => {
  expect(divide(cents, missing)).toEqual(parts)
})

test('what others noted meanwhile is named, and more than promised leaves nothing missing', () => {
  const [first, second] = [promised(1, 'Achieng Ouma', 22_000), promised(2, 'Lekishon Ntutu', 8_000)]
  const now = { ...second, received: 8_500.5 }
  expect(receivedWords([first, second], [first, second])).toBeUndefined()
  expect(receivedWords([first, second], [first, now])).toBe(
    'Received by now: KES 8,500.50 for Lekishon Ntutu.',
  )
  expect(missingOf(now)).toBe(0)
})
