import { expect, test } from 'vitest'
import { invitation, turnsWords } from './invitationWords.ts'

const letter = {
  name: 'Amina Yusuf',
  dob: '2008-03-12',
  liaison: 'Grace Wanjiru',
  charity: 'Elimu Trust',
  signed_by: 'Grace Wanjiru',
}
const textOf = (language: 'English' | 'Kiswahili', on: string) =>
  invitation(language, { ...letter, on })
    .map(({ text }) => text)
    .join('\n')

test('a letter before the birthday names the day from which the student decides', () => {
  expect(textOf('English', '2026-03-11')).toContain('On 12 Mar 2026 you turn 18.')
  expect(textOf('Kiswahili', '2026-03-11')).toContain('Tarehe 12 Machi 2026 utatimiza miaka 18.')
  expect(turnsWords(letter.dob, '2026-03-11')).toBe('Turns 18 on 12 Mar 2026')
})

test('a letter on the birthday or later says that the former answers ended', () => {
  expect(textOf('English', '2026-03-12')).toContain('ended the day before')
  expect(textOf('Kiswahili', '2026-03-12')).toContain('yaliisha siku moja kabla')
  expect(turnsWords(letter.dob, '2026-03-12')).toBe('Turned 18 on 12 Mar 2026')
})
