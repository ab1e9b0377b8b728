import { expect, test } from 'vitest'
import type { Breach } from '#contract/privacy/breaches.ts'
import { commissionerLetter, familyLetter } from './letterWords.ts'

const breach: Breach = {
  id: 1,
  version: 1,
  what: 'A laptop was stolen.',
  data: 'Report cards',
  noticed_by: 'Brian Ochieng',
  happened_on: '2026-02-28',
  known_at: '2026-03-01T06:30:00.000Z',
  done: null,
  commissioner_on: null,
  families_on: null,
  reason: null,
  students: [{ id: 1, name: 'Halima Abdi Noor', ref: 'EL-0001' }],
  anonymised: 1,
  noted_by: 'Daniel Otieno',
  noted_at: '2026-03-01T07:00:00.000Z',
  closed_at: null,
}
const factsAt = (now: string) => ({
  breach,
  charity: 'Elimu',
  contact: null,
  signed_by: 'Daniel Otieno, Director',
  now: new Date(now),
})
const letterAt = (now: string) => commissionerLetter(factsAt(now)).join('\n')

test('the letter to the commissioner counts the children and names none', () => {
  const letter = letterAt('2026-03-04T06:30:00.000Z')
  expect(letter).toContain('It concerns 2 children')
  expect(letter).not.toContain('Halima')
})

test('the letter to the commissioner asks for the reason of a delay after 72 hours', () => {
  expect(letterAt('2026-03-04T06:30:00.000Z')).not.toContain('because:')
  expect(letterAt('2026-03-04T06:30:01.000Z')).toContain('We write later than 72 hours after that, because:')
})

test('the letter to the commissioner says why the families are not told', () => {
  const facts = factsAt('2026-03-02T06:30:00.000Z')
  const reason = 'The laptop was encrypted, so nobody is at risk.'
  const letter = commissionerLetter({ ...facts, breach: { ...breach, reason } }).join('\n')
  expect(letter).toContain(`We have not told the families. The reason: ${reason}`)
  expect(letter).not.toContain('We will tell the families')
})

test('the letter to families in Kiswahili has its own dates, and marks what is in English', () => {
  const letter = familyLetter('Kiswahili', factsAt('2026-03-02T06:30:00.000Z'), 'Halima').join('\n')
  expect(letter).toContain('\n2 Machi 2026\n')
  expect(letter).toContain(
    'Kilichotokea, tarehe 28 Februari 2026: (haijatafsiriwa / not translated)\nA laptop was stolen.',
  )
  expect(letter).toContain('Taarifa hizo: (haijatafsiriwa / not translated)\nReport cards')
  expect(letter).toContain('Tulichofanya: ……')
})
