import { expect, it } from 'vitest'
import type { PairedStudent } from '#contract/students/duplicates.ts'
import { comparePair, differenceOf, leftBehind, proposeKept } from './comparePair.ts'

const achieng: PairedStudent = {
  id: 14,
  ref: 'EL-0014',
  name: 'Achieng Karanja',
  status: 0,
  path: null,
  dob: '2010-03-14',
  gender: 2,
  school_id: 1,
  school: 'Dunga Hills Secondary School',
  admission_no: null,
  dor: '2024-01-12',
  mother: 'Grace Akinyi',
  father: 'Not known',
  liaison: 'Purity Kawira',
  supporter: null,
  reports: 8,
  receipts: 7,
}
const pairWith = (changes: Partial<PairedStudent>) => ({
  first: achieng,
  second: { ...achieng, id: 488, ref: 'EL-0488', ...changes },
  answer: null,
})

it('shows both students detail by detail, and which details differ', () => {
  const details = comparePair(pairWith({ dor: '2026-09-09', reports: 0, receipts: 1 }))
  expect(details.filter(({ differs }) => differs)).toEqual([
    { label: 'Date of Registration', values: ['12 Jan 2024', '9 Sep 2026'], differs: true },
    { label: 'Records', values: ['8 report cards, 7 receipts', '1 receipt'], differs: true },
  ])
})

it.for([
  [{}, 'All 11 details are the same'],
  [{ supporter: 'Joyce Nekesa' }, 'Supporter differs'],
  [{ admission_no: '4411' }, 'Admission number differs'],
  [{ name: 'Achieng Karanje', school: 'Nyando', mother: 'Not known' }, 'Name, school and mother differ'],
  [{ dob: null, mother: null }, 'Date of birth and mother differ'],
  [{ dob: '2010-04-14', gender: 1, father: 'Peter', liaison: 'Brian' }, '4 of 11 details differ'],
] as const)('names up to three differences, and counts more: %j', ([changes, sentence]) => {
  expect(differenceOf(pairWith(changes))).toBe(sentence)
})

it.for([
  [{ reports: 0, receipts: 1 }, 'Nothing is moved. EL-0488 has 1 receipt: add it to EL-0014 first.'],
  [
    { reports: 2, receipts: 1 },
    'Nothing is moved. EL-0488 has 2 report cards and 1 receipt: add them to EL-0014 first.',
  ],
  [{ reports: 0, receipts: 0 }, 'EL-0488 has no report cards and no receipts.'],
] as const)('says what is left to do by hand: %j', ([changes, sentence]) => {
  const { first, second } = pairWith(changes)
  expect(leftBehind(second, first)).toBe(sentence)
})

it('proposes the record with more records, then the active one, then the older', () => {
  expect(proposeKept(pairWith({ reports: 9 })).id).toBe(488)
  expect(proposeKept(pairWith({ status: 1 })).id).toBe(14)
  expect(proposeKept(pairWith({})).id).toBe(14)
})
