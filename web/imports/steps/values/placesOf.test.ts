import { expect, test } from 'vitest'
import { jobOf } from '../../importJob.ts'
import type { ImportJob } from '../../storedJobs.ts'
import { textSheet } from '../../sheet/testing/register.ts'
import { askNames } from './askNames.ts'
import { bodyOf, placesOf } from './usePreparedImport.ts'

const names = 'Mukaa Boys|Mukaa Boys|mukaa boys |MUKAA BOYS SCHOOL|Kapsowar Boys|School|The School'
const sheet = textSheet('Name|School', ...names.split('|').map((name) => `Ruth|${name}`))
const job = jobOf('students', { file: new File([], 'x.csv'), sheets: [sheet], sheet }, undefined)

const withAdded = (to: ImportJob, added: Record<string, string>) => ({
  ...to,
  answers: { ...to.answers, added },
})

test('two spellings of a place in the sheet are one place', () => {
  const { unknown, meant } = placesOf('students', job, { school: [] }, undefined)
  expect(unknown.map(({ word, rows }) => `${rows} ${word}: ${meant(word)}`)).toEqual([
    '3 Mukaa Boys: ',
    '1 MUKAA BOYS SCHOOL: Mukaa Boys',
    '1 Kapsowar Boys: ',
    '1 School: ',
    '1 The School: ',
  ])
  const said = {
    ...job,
    answers: { ...job.answers, words: { school: { 'mukaa boys': 'Mukaa High School' } } },
  }
  expect(
    placesOf('students', said, { school: ['Mukaa High School'] }, undefined).meant('MUKAA BOYS SCHOOL'),
  ).toBe('Mukaa High School')
  const added = withAdded(job, { 'mukaa boys': 'Makueni', 'mukaa boys school': 'Makueni' })
  expect(placesOf('students', added, { school: [] }, undefined).meant('MUKAA BOYS SCHOOL')).toBe('')
})

test('a place means what it meant in an earlier import, even if its name is like another', () => {
  const remembered = { headings: {}, words: { school: { 'mukaa boys': 'Kisii School' } } }
  const ours = { school: ['Mukaa Boys High School', 'Kisii School'] }
  const meant = (before?: typeof remembered) => placesOf('students', job, ours, before).meant('Mukaa Boys')
  expect([meant(), meant(remembered)]).toEqual(['Mukaa Boys High School', 'Kisii School'])
})

test('several spellings of a place are one, by the fullest, but places of nearly the same name are not', () => {
  const spelled =
    'Olympic H/S|Olympic H/S|Olympic High School|OLYMPIC|Nyabururu Girls|Nyahururu Girls|Nyahururu Girls High'
  const several = textSheet('Name|School', ...spelled.split('|').map((name) => `Ruth|${name}`))
  const of = jobOf('students', { ...job, sheet: several, sheets: [several] }, undefined)
  const { unknown, meant } = placesOf('students', of, { school: [] }, undefined)
  expect(unknown.map(({ word }) => `${word}: ${meant(word)}`)).toEqual([
    'Olympic H/S: Olympic High School',
    'Olympic High School: ',
    'OLYMPIC: Olympic High School',
    'Nyabururu Girls: ',
    'Nyahururu Girls: Nyahururu Girls High',
    'Nyahururu Girls High: ',
  ])
})

test('an unknown cluster is added, unless a registered one is chosen', () => {
  const added = textSheet('School|Cluster', 'Moi Girls|Kibera', 'Moi Boys|Makueni East')
  const schools = jobOf('schools', { ...job, sheet: added }, undefined)
  const places = placesOf('schools', schools, { cluster: ['Makueni'] }, undefined)
  expect(['Kibera', 'Makueni East'].map((name) => [places.answerOf(name), places.isSettled(name)])).toEqual([
    ['add', true],
    ['add', true],
  ])
  const said = { ...schools, answers: { ...schools.answers, words: { cluster: { kibera: '' } } } }
  const asked = placesOf('schools', said, { cluster: ['Makueni'] }, undefined)
  expect([asked.answerOf('Kibera'), asked.isSettled('Kibera')]).toEqual(['ours', false])
})

test('a place may have any name, such as constructor', () => {
  const any = jobOf('students', { ...job, sheet: textSheet('School', 'constructor') }, undefined)
  expect(placesOf('students', any, { school: [] }, undefined).meant('constructor')).toBe('')
  const other = { school: { 'mukaa boys': 'Mukaa High School' } }
  const said = { ...any, answers: { ...any.answers, words: other } }
  const added = withAdded(said, { constructor: 'Makueni' })
  expect(placesOf('students', added, { school: [] }, undefined).answerOf('constructor')).toBe('add')
})

test('a new school with a blank cluster is unanswered, and is not sent', () => {
  const settled = (cluster: string) =>
    placesOf('students', withAdded(job, { 'kapsowar boys': cluster }), { school: [] }, undefined).isSettled(
      'Kapsowar Boys',
    )
  expect(['', '  ', '\u200b', 'Marakwet'].map(settled)).toEqual([false, false, false, true])
})

test('a short name of a liaison officer means the same user as in an earlier import, while that user exists', () => {
  const officers = textSheet('Name|Officer', 'Ruth|Madam Mary', 'Abdi|Josphat', 'Kevin|Lydia Chebet')
  const of = jobOf('students', { ...job, sheet: officers, sheets: [officers] }, undefined)
  const liaison = { 'madam mary': 'Mary Wambui', josphat: 'Josphat Muli' }
  const remembered = { headings: {}, words: { liaison } }
  const ours = { liaison: ['Mary Wambui', 'Lydia Chebet'] }
  const words = askNames('students', of, ours, remembered)
  expect(words.find(({ target }) => target.field === 'liaison')).toMatchObject({
    words: [{ word: 'Madam Mary', rows: 1, guess: 'Mary Wambui' }],
    understood: ['Lydia Chebet'],
    unasked: 1,
  })
  const places = placesOf('students', of, ours, undefined)
  const { body } = bodyOf('students', of, { questions: { dates: [], words }, places })
  expect(body.rows.map((row) => row['liaison'])).toEqual(['Mary Wambui', 'Josphat', 'Lydia Chebet'])
  expect(body.words).toEqual({ liaison: { 'madam mary': 'Mary Wambui' } })
})
