import { expect, test } from 'vitest'
import { markWords, matchedWords, matchWords } from './searchMatch.ts'

const others = (school: string) => ({ others: [school, 'Form 3', 'Brian Kiprotich'] })
const children = [
  { name: 'Wambui Njoroge', numbers: ['EL-0151', '0722123456'], ...others('Mwala Acacia School') },
  { name: 'Wambui Achieng Njeri', numbers: ['EL-0203'], ...others('Kangundo Girls') },
  { name: 'Grace Wambui Njoki', numbers: ['EL-0015'], ...others('Iveti Girls') },
  { name: 'Njeri Wambui Mutua', numbers: ['EL-0117'], ...others('Iveti Girls') },
  { name: 'Sharon Wambui Karanja', numbers: ['EL-0094'], ...others('Yatta Springs') },
  { name: "Joy Ng'ũgĩ", numbers: ['EL-1510', '4512'], ...others('Mwala Acacia School') },
  { name: 'Anne-Marie Otieno', numbers: ['EL-0200'], ...others('Wambugu School') },
]

/** The refs that a search finds, the best first, with their ranks. */
function find(typed: string): string {
  const words = matchedWords(typed)
  return children
    .flatMap((child) => ({ ref: child.numbers[0], match: matchWords(child, words) }))
    .flatMap(({ ref, match }) => (match ? [{ ref, ...match }] : []))
    .toSorted((a, b) => a.rank - b.rank || a.skipped - b.skipped || a.gap - b.gap)
    .map(({ ref, rank }) => `${ref} ${rank}`)
    .join(', ')
}

test.each([
  ['wambui nj', 'EL-0151 2, EL-0203 2, EL-0015 2, EL-0117 3, EL-0094 5'],
  ['nj wambui', 'EL-0117 2, EL-0151 3, EL-0203 3, EL-0015 3, EL-0094 5'],
  ['WAMBUI', 'EL-0151 2, EL-0203 2, EL-0015 2, EL-0117 2, EL-0094 2'],
  ['nja', 'EL-0094 5'],
  ['0151', 'EL-0151 1'],
  ['151', 'EL-0151 1, EL-1510 4'],
  ['el-0151', 'EL-0151 1'],
  ['15', 'EL-0015 1, EL-1510 4, EL-0151 5'],
  ['0722 123 456', 'EL-0151 1'],
  ['0722', 'EL-0151 4'],
  ['4512', 'EL-1510 1'],
  ['wambui mwala', 'EL-0151 4'],
  ['mwala wambui', 'EL-0151 4'],
  ['wambui form 3 nj', 'EL-0151 4, EL-0203 4, EL-0015 4, EL-0117 4, EL-0094 5'],
  ['brian joy', 'EL-1510 4'],
  ['mwala', ''],
  ['form 45', 'EL-0151 5, EL-1510 5'],
  ['0722 mwala wambui', 'EL-0151 4'],
  ['ngugi', 'EL-1510 2'],
  ["ng'ugi", 'EL-1510 2'],
  ['marie', 'EL-0200 2'],
  ['wambui wambui', 'EL-0151 3, EL-0203 3, EL-0015 3, EL-0117 3, EL-0094 3'],
  ['acacia tieno', ''],
])('%j finds %s', (typed, found) => {
  expect(find(typed)).toBe(found)
})

test.each([
  [['Rose Nafula'], 'na rose', ['[Rose] [Na]fula']],
  [['Ng’ang’a Été'], "ng'a ete", ['[Ng’a]ng’a [Été]']],
  [['Banana'], 'ana', ['B[anana]']],
  [['Sharon Wambui Karanja'], 'wambui nj', ['Sharon [Wambui] Kara[nj]a']],
  [
    ['Wambui Njoroge', 'EL-0151, Form 3, Mwala'],
    'mwala wambui',
    ['[Wambui] Njoroge', 'EL-0151, Form 3, [Mwala]'],
  ],
  [['Wambui Njoroge', 'EL-0151'], '0151', ['Wambui Njoroge', 'EL-[0151]']],
  [['Kevin'], 'x', ['Kevin']],
])('in %j, %j is marked', (texts, typed, marked) => {
  const shown = markWords(texts, matchedWords(typed)).map((parts) =>
    parts.map((part) => (part.isMarked ? `[${part.text}]` : part.text)).join(''),
  )
  expect(shown).toEqual(marked)
})
