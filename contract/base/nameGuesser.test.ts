import { describe, expect, it } from 'vitest'
import { nameGuesser } from './nameGuesser.ts'

/** Registered schools, each with its spellings in registers. Those before the bar need no question. */
const spellings: Record<string, string> = {
  'Machakos School': 'MACHAKOS SCH., Machakos Sch, machakos, Machakos High School |',
  'Machakos Girls High School': 'Machakos Girls H/S, MACHAKOS G.H.S., Machakos Girls Sec, Machakos Grils High School |',
  'Kakamega School': 'Kakamega Sch, Kakmega School, KAKAMEGA SCHOOL. | Kakamega, Kakamega Sec',
  'Kakamega High School': 'Kakamega High, Kakamega H.S., kakamega h/s |',
  'Kakamega Primary School': 'Kakamega Pri, Kakamega Prim. Sch. |',
  'Moi Girls High School Eldoret': 'Moi Girls Eldoret, Moi Girls (Eldoret), MOI GIRLS H/S - ELDORET, Eldoret Moi Girls | Moi Girls',
  'Moi Girls School Nairobi': 'Moi Girls Nairobi, Moi Girls Sch. - Nairobi, Moi Girls Nairobbi |',
  'Nakuru Girls High School': 'Nakuru Girls, NAKURU GIRLS HIGH, Girls Nakuru |',
  'Nakuru Boys High School': 'Nakuru Boys, Nakuru Boys’ H/S |',
  'Alliance High School': 'Alliance H/S, Alliance High, alliance | Alliance Boys',
  'Alliance Girls High School': 'Alliance Girls, Aliance Girls High School, Alliance Girls’ |',
  'Starehe Boys Centre': 'Starehe Boys Center, Starehe Boys’ Centre, STAREHE BOYS CENTRE SCHOOL | Starehe',
  'Starehe Girls Centre': 'Starehe Girls Center, Starehe Girl’s Centre |',
  'St Kizito Girls Secondary School': 'St. Kizito Girls Sec, ST KIZITO GIRLS SEC SCH, Saint Kizito Girls | St. Kizito Sec',
  'St Mary’s School Yala': 'St. Marys Yala, St Mary Yala, ST. MARY’S SCH YALA |',
  'St Mary’s Girls High School Igoji': 'St Marys Girls Igoji, St. Mary’s Girls H/S Igoji | St Marys',
  'St Joseph’s Boys High School Kitale': 'St. Josephs Boys Kitale, St Joseph Boys’ High Kitale, St Josephs Kitale Boys |',
  'Mang’u High School': 'Mangu High, Mang’u H/S, MANG´U HIGH SCHOOL |',
  'Maseno School': 'Maseno, Maseno Sch, Masno School |',
  'Lenana School': 'Lenana, Lenana Sch. |',
  'The Kenya High School': 'Kenya High, Kenya H/S, Kenya High Sch |',
  'Limuru Girls School': 'Limuru Girls, Limuru Girls High |',
  'Loreto High School Limuru': 'Loreto Limuru, Loretto Limuru |',
  'Loreto Girls High School Kiambu': 'Loreto Girls Kiambu | Loreto Kiambu',
  'Bunyore Girls High School': 'Bunyore Girls, Bunyore Girl H/S |',
  'Butere Girls High School': 'Butere Girls, Butere Girls Sec. School |',
  'Lugulu Girls High School': 'Lugulu Girls, Luguluu Girls |',
  'Friends School Kamusinga': 'Friends Kamusinga, Kamusinga Friends School | Kamusinga',
  'Kisii School': 'Kisii, Kisii Sch |',
  'Kitui School': 'Kitui, Kitui Sch |',
  'Nyabururu Girls High School': 'Nyabururu Girls |',
  'Nyahururu Girls High School': 'Nyahururu Girls, Nyahuruu Girls H/S |',
  'Olympic Primary School': 'Olympic Pri, Olympic Pri. School | Olympic',
  'Olympic High School': 'Olympic H/S, Olympic High Sch |',
  'Makini Academy': 'Makini Acad., MAKINI ACAD |',
  'Joytown Special School': 'Joy Town Special, Joytown Spec. School |',
  'Mt Kenya Senior School': 'Mount Kenya Senior, Mt. Kenya Snr School |',
  'Riara Springs Academy 1': 'Riara Springs Acad 1 | Riara Springs Academy',
  'Riara Springs Academy 2': 'Riara Springs Acad. 2 | Riara Springs Academy 3',
  'Pangani Girls High School': 'Pangani Girls, Pangani Girls Secondry School |',
} // prettier-ignore

/** Schools that are not registered, with names similar to registered ones. */
const absent =
  'Nakuru High School, Nakuru School, Machakos Boys, Moi Girls Kabarak, Kisumu School, Mukaa Boys, Kenya Academy'.split(', ') // prettier-ignore

const ours = Object.keys(spellings)
const guess = nameGuesser(ours)
const listed = (text = '') =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
const cases = ours.flatMap((school) => {
  const [known, asked] = (spellings[school] ?? '').split('|')
  return [
    ...listed(known).map((word) => ({ word, school: school as string | undefined })),
    ...listed(asked).map((word) => ({ word, school: undefined })),
  ]
})

describe('a school of the sheet', () => {
  it.for(cases)('is $school where the sheet has $word', ({ word, school }) => {
    expect(guess(word)).toBe(school)
  })

  it.for(absent)('is asked about where it is %s, which is not here', (word) => {
    expect(guess(word)).toBe(undefined)
  })

  it('needs a question if it is not registered, except for twins that differ in one letter or in High only', () => {
    const guesses = cases.flatMap(({ word, school }) => {
      const others = ours.filter((name) => name !== school)
      return school ? (nameGuesser(others)(word) ?? []) : []
    })
    const twins = ['Kakamega School', 'Nyahururu Girls High School', 'Nyabururu Girls High School']
    expect([...new Set(guesses)]).toEqual(twins)
  })

  it('needs no question in most spellings of registers', () => {
    expect([ours.length, cases.length + absent.length]).toEqual([40, 114])
    expect(cases.filter(({ school }) => school).length).toBeGreaterThanOrEqual(85)
  })

  it('may be a JavaScript property name', () => {
    expect(nameGuesser(['Constructor School'])('Constructor')).toBe('Constructor School')
  })

  it.for(['School', 'The High School', '', '-'])('is asked about where its name says nothing: %s', (word) => {
    expect(nameGuesser(['High School', 'The School'])(word)).toBe(undefined)
  })
})
