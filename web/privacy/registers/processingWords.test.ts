import { expect, test } from 'vitest'
import { otherActivities, type Processing } from '#contract/privacy/processing.ts'
import { purposes } from '#contract/privacy/consentStates.ts'
import { activities } from './processingWords.ts'

const processing: Processing = {
  contact: null,
  retention_years: null,
  students: 2,
  countries: [],
  staff: 4,
  are_files_online: false,
  is_https: true,
  second_step: 'nobody',
  backups: null,
}
const written = activities(processing)
const factOf = (title: string, word: string) =>
  written.find((activity) => activity.title === title)?.facts.find(([each]) => each === word)?.[1]

test('each purpose, each other activity and the accounts are in the register once', () => {
  const titles = written.map(({ title }) => title)
  expect(titles.length).toBe(purposes.length + otherActivities.length + 1)
  expect(new Set(titles).size).toBe(titles.length)
})

test('the register says what leaves Elimu, and to whom', () => {
  expect(factOf('Publication', 'Data')).toMatch(/^First name, age, class, cluster and ambition/)
  expect(factOf('Publication', 'Recipients')).toMatch(/to whom the charity gives the list/)
  expect(factOf('Record', 'Recipients')).toMatch(
    /^Staff of the charity \(4 accounts\); the supporter, unless the family says No: first name, ref, class, .*; schools, banks and M-Pesa/,
  )
  expect(factOf('Payments to schools', 'Recipients')).toMatch(
    /the school: name, admission number.*M-Pesa: name/,
  )
  expect(factOf('Breaches and wrong recipients', 'Recipients')).toMatch(
    /the Data Commissioner and the families/,
  )
})
