import { describe, expect, it, test } from 'vitest'
import type { ImportKind, Remembered } from '#contract/imports.ts'
import type { ChosenSheet, Sheet } from '../Spreadsheet.ts'
import { asChosen, prepare, textSheet } from '../testing/register.ts'
import { type Answers, keyOf } from '../Answers.ts'
import type { Names } from './Question.ts'
import { meaningOf } from './settle.ts'

type Given = { names?: Names; answers?: Answers; remembered?: Remembered }

/** The questions of a kind or field in short: `3 boy: Male`, `1 SNE? High School, Special` */
function inShort(kind: ImportKind, of: Sheet | ChosenSheet[], about: string, given: Given = {}) {
  const { asked, settled } = prepare(kind, of, given)
  return asked.questions.flatMap(({ key, kind: asks, target, text, cells, guesses, evidence }) => {
    if (about !== asks && about !== target.field) return []
    const answer = settled.answer(key)
    const likely = guesses.map((guess) => meaningOf(guess)).join(', ')
    const meaning = answer === undefined ? `? ${likely}` : `: ${answerText(answer)}`
    return `${cells} ${text || 'empty'}${meaning}${evidence ? ` (${evidence})` : ''}`.trim()
  })
}

const answerText = (answer: NonNullable<Answers[string]>) =>
  answer === 'left out' ? answer : 'adds' in answer ? `new ${answer.adds}` : answer.means || 'blank'

const words = (kind: ImportKind, heading: string, cells: string[], given?: Given) =>
  inShort(
    kind,
    textSheet(`Name|${heading}`, ...cells.map((cell, row) => `Ruth ${row}|${cell}`)),
    'word',
    given,
  )

describe('words of the form', () => {
  it('are certain by their letters, a usual spelling or one typing error, regardless of case', () => {
    expect(
      words('students', 'Sex', ['F', 'Girl', 'f', 'Lady?', 'M', 'boy', 'BOY', '', 'Femle', 'x?']),
    ).toEqual(
      [
        '2 F: Female',
        '2 boy: Male',
        '1 Girl: Female',
        '1 Lady?: Female',
        '1 M: Male',
        '1 Femle: Female',
        '1 x?:',
      ].map((line) => line.replace('x?:', 'x??')),
    )
  })

  it('mean first what they meant in earlier imports, if it can still be chosen', () => {
    const remembered = { headings: {}, words: { category: { sne: 'Special', sec: 'Primary' } } }
    expect(words('students', 'Type', ['Sec', 'SNE'], { remembered })).toEqual([
      '1 Sec: High School',
      '1 SNE: Special',
    ])
  })
})

describe('schools', () => {
  const names = {
    school: ['Mukaa Boys High School', 'Mukaa Girls High School', 'Nyando Girls High School', 'Kisii School'],
    cluster: ['Kisumu'],
  }
  const ask = (...schools: string[]) => words('students', 'School', schools, { names })

  it('are certain only with one candidate: other words are asked', () => {
    expect(ask('Nyando Girls', 'NYANDO GIRLS HIGH', 'Mukaa', 'Kibwezi Acad.')).toEqual([
      '1 Nyando Girls: Nyando Girls High School',
      '1 NYANDO GIRLS HIGH: Nyando Girls High School',
      '1 Mukaa? Mukaa Boys High School, Mukaa Girls High School',
      '1 Kibwezi Acad.?',
    ])
  })

  it('of girls are guessed first where most students are girls, and are asked all the same', () => {
    const sheet = textSheet('Name|Sex|School', 'Ruth|F|Mukaa', 'Jane|F|Mukaa', 'Kevin|M|Mukaa')
    expect(inShort('students', sheet, 'school', { names })).toEqual([
      '3 Mukaa? Mukaa Girls High School, Mukaa Boys High School (2 of them girls)',
    ])
  })

  it('in two spellings that are not registered are one, by the fullest', () => {
    const spelled = ['Olympic H/S', 'Olympic High School', 'OLYMPIC']
    const answers = {
      [keyOf('word', 'school', 'Olympic High School')]: { adds: 'Olympic High School', cluster: 'Kibera' },
    }
    const given = { names: { school: [], cluster: [] } }
    expect(words('students', 'School', spelled, given).every((line) => line.includes('?'))).toBe(true)
    expect(words('students', 'School', spelled, { ...given, answers }).toSorted()).toEqual([
      '1 OLYMPIC: Olympic High School',
      '1 Olympic H/S: Olympic High School',
      '1 Olympic High School: new Olympic High School',
    ])
  })

  it('may have any name, such as constructor', () => {
    expect(words('students', 'School', ['constructor', '__proto__'], { names: { school: [] } })).toEqual([
      '1 constructor?',
      '1 __proto__?',
    ])
  })

  it('of an earlier import mean the same, even if the name is like another', () => {
    const remembered = { headings: {}, words: { school: { 'mukaa boys': 'Kisii School' } } }
    expect(words('students', 'School', ['Mukaa Boys'], { names, remembered })).toEqual([
      '1 Mukaa Boys: Kisii School',
    ])
  })
})

test('a cluster that is like none is added without asking', () => {
  const sheet = textSheet('School|Cluster', 'Moi Girls|Kibera', 'Moi Boys|Makueni East')
  expect(inShort('schools', sheet, 'cluster', { names: { cluster: ['Makueni'] } })).toEqual([
    '1 Kibera: new Kibera',
    '1 Makueni East? Makueni',
  ])
})

test('officers are asked: one with all words of the name is certain, others with a word in common are guesses', () => {
  const names = { liaison: ['Mercy Wambui Njeri', 'Mary Wambui', 'Brian Kibet'] }
  const officers = ['M. Wambui', 'wambui mary', 'Mr. Ouma', 'ann@elimu.test']
  expect(words('students', 'Officer', officers, { names })).toEqual([
    '1 M. Wambui? Mercy Wambui Njeri, Mary Wambui',
    '1 wambui mary: Mary Wambui',
    '1 Mr. Ouma?',
    '1 ann@elimu.test: ann@elimu.test',
  ])
})

describe('years, terms, classes and subjects', () => {
  const names = {
    year: ['2019'],
    term: ['Term 1', 'Term 2', 'Term 3'],
    class: ['Form 1', 'Form 2', 'Grade 2'],
    subject: ['English', 'Computer Studies'],
  }
  const results = (...lines: string[]) => textSheet('Adm No|Year|Term|Class|Eng|Comp|Music', ...lines)

  it('are certain by number and kind, and asked where two fit', () => {
    const sheet = results('1|2019|T1|F2|50|60|70', '2|2025|2|2|50||', '3|1999|Opener|2 East|50||')
    const ask = (field: string) => inShort('results', sheet, field, { names })
    expect(ask('term')).toEqual(['1 T1: Term 1', '1 2: Term 2', '1 Opener?'])
    expect(ask('class')).toEqual(['1 F2: Form 2', '1 2? Form 2, Grade 2', '1 2 East? Form 2, Grade 2'])
    // Only a year that Elimu offers can be added.
    expect(ask('year')).toEqual(['1 2019: 2019', '1 2025? 2025', '1 1999?'])
    expect(ask('subject')).toEqual(['3 Eng: English', '1 Comp? Computer Studies', '1 Music?'])
  })

  it('of categories are certain by initials, a usual word, or two words with one typing error', () => {
    const cost_category = ['Uniform and Boarding Essentials', 'P.A. Fund', 'Books and Stationery']
    const said = [
      'P.A.',
      'P T A',
      'Uniform & bording',
      'BOOKS & STATIONARY',
      'Books & pens',
      'Unifrm & bording',
    ]
    const lines = said.map((category) => `1|2019|1|${category}|50`)
    const sheet = textSheet('Adm No|Year|Term|Votehead|Amount', ...lines)
    expect(inShort('receipts', sheet, 'cost_category', { names: { cost_category } })).toEqual([
      '1 P.A.: P.A. Fund',
      '1 P T A: P.A. Fund',
      '1 Uniform & bording: Uniform and Boarding Essentials',
      '1 BOOKS & STATIONARY: Books and Stationery',
      '1 Books & pens?',
      '1 Unifrm & bording?',
    ])
  })

  it('are new where none is registered yet', () => {
    const sheet = results('1|2025|Term 1|Form 2|50|60|70')
    expect(inShort('results', sheet, 'term')).toEqual(['1 Term 1: new Term 1'])
  })

  it('come from the name or title of the sheet, if these agree', () => {
    const sheets = (...titles: [string, string, string][]) =>
      titles.map(([file, name, title]): ChosenSheet =>
        Object.assign(textSheet(title, 'Adm No|Eng', `${name}|50`, `${name}0|60`), { name, file, header: 1 }),
      )
    const of = sheets(
      ['Results T1 2019.xlsx', 'FORM 2-4', 'RESULTS'],
      ['mid.xlsx', 'Sheet1', 'MID YEAR EXAMS 2019'],
      ['Term 2 2019.xlsx', 'Form 1', 'Results of Term 3'],
    )
    const ask = (field: string) => inShort('results', of, field, { names })
    expect(ask('year')).toEqual([
      '2 Results T1 2019: 2019',
      '2 MID YEAR EXAMS 2019: 2019',
      '2 Term 2 2019: 2019',
      '6 2019: 2019',
    ])
    expect(ask('term')).toEqual([
      '2 Results T1 2019: Term 1',
      '2 MID YEAR EXAMS 2019? Term 2',
      '2 Results of Term 3? Term 3, Term 2',
      '2 Term 1: Term 1',
    ])
    // Without a class, the server takes the student's own of that year.
    expect(ask('class')).toEqual([
      '2 RESULTS: blank',
      '2 MID YEAR EXAMS 2019: blank',
      '2 Form 1: Form 1',
      '2 Form 1: Form 1',
    ])
    const { made } = prepare('results', of, { names })
    expect(made.rows[0]).toEqual({
      admission_no: 'FORM 2-4',
      year: '2019',
      term: 'Term 1',
      'marks.English': '50',
    })
    expect(made.sources[0]?.name).toBe('FORM 2-4, row 3')
  })
})

test('texts in place of marks are asked, each once for all subjects', () => {
  const sheet = textSheet(
    'Adm No|Year|Term|Eng|Maths',
    '1|2019|1|67 B|did not sit',
    '2|2019|1|did not sit|-',
    '3|2019|1|ABS|H',
  )
  expect(inShort('results', sheet, 'mark')).toEqual(
    ['2 did not sit? ', '1 -: blank', '1 H?'].map((line) => line.trim()),
  )
  const answers = { [keyOf('mark', 'subject_result', 'did not sit')]: { means: '' } }
  const { made } = prepare('results', sheet, { answers })
  expect(made.rows.map((row) => [row['marks.Eng'], row['marks.Maths']])).toEqual([
    ['67 B', undefined],
    [undefined, undefined],
    ['ABS', 'H'],
  ])
})

test('names that are all written as Wafula, Ruth are turned round, unless the user decides otherwise', () => {
  const sheet = textSheet('Name|Sex', 'Wafula, Ruth Nekesa|F', '|M', 'Noor, Abdi|M')
  const namesIn = (answers = {}) => prepare('students', sheet, { answers }).made.rows.map(({ name }) => name)
  expect(namesIn()).toEqual(['Ruth Nekesa Wafula', undefined, 'Abdi Noor'])
  expect(namesIn({ [keyOf('turned', 'name', '')]: { means: 'no' } })).toEqual([
    'Wafula, Ruth Nekesa',
    undefined,
    'Noor, Abdi',
  ])
  const mixed = textSheet('Name', 'Wafula, Ruth', 'Abdi Noor')
  expect(prepare('students', mixed).made.rows[0]).toEqual({ name: 'Wafula, Ruth' })
})

describe('amounts', () => {
  const ask = (...amounts: string[]) => {
    const sheet = textSheet('Ref|Year|Term|Transport', ...amounts.map((amount) => `EL-0001|2019|1|${amount}`))
    return { short: inShort('receipts', sheet, 'decimals'), sheet }
  }
  const sent = (sheet: Sheet, answers = {}) =>
    prepare('receipts', sheet, { answers }).made.rows.map((row) => row['items.Transport'])

  it('are read with Kshs., /=, brackets and decimal commas', () => {
    const { short, sheet } = ask('Kshs. 1250/=', '(500,00)', '12.500,00', '12.500', '300,50 KES')
    expect(short).toEqual(['0 500,00: ,'])
    expect(sent(sheet)).toEqual(['1250', '-500.00', '12500.00', '12500', '300.50'])
  })

  it('are asked once where a point may be before thousands or cents', () => {
    const { short, sheet } = ask('12.500', '700')
    expect(short).toEqual(['0 12.500? ,, .'])
    expect(sent(sheet)).toEqual(['12.500', '700'])
    const key = keyOf('decimals', 'category_cost', '12.500')
    expect(sent(sheet, { [key]: { means: ',' } })).toEqual(['12500', '700'])
    expect(sent(sheet, { [key]: { means: '.' } })).toEqual(['12.50', '700'])
  })

  it('are not asked where other amounts prove the point', () => {
    expect(ask('12.500', '1,250.50').short).toEqual(['0 12.500: .'])
  })
})

test('sheets with the same headings are answered once, and identical rows keep their own corrections', () => {
  const [one, other] = [
    textSheet('Name|Sex', 'Ruth|Mtoto', 'Faith|F', 'Faith|F'),
    textSheet('Name|Sex', 'Jane|mtoto'),
  ]
  const sheets = [
    { ...(asChosen(one)[0] as ChosenSheet), name: '2024' },
    { ...(asChosen(other)[0] as ChosenSheet), name: '2025' },
  ]
  expect(inShort('students', sheets, 'gender')).toEqual(['2 Mtoto?', '2 F: Female'])
  const { rows } = prepare('students', sheets)
  expect(rows.map(({ name }) => name)).toEqual(['2024, row 2', '2024, row 3', '2024, row 4', '2025, row 2'])
  const corrections = { [rows[2]?.key ?? '']: { duplicate: 'add' as const } }
  expect(prepare('students', sheets, { corrections }).made.rows.map(({ duplicate }) => duplicate)).toEqual([
    undefined,
    undefined,
    'add',
    undefined,
  ])
})
