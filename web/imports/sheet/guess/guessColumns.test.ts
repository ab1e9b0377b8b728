import { describe, expect, it } from 'vitest'
import { chooseColumn, guessColumns, reopenColumn } from './guessColumns.ts'
import { dataRows, guessHeader, headingRows, leftOutRows } from './guessHeader.ts'
import type { Sheet, SheetCell } from '../Spreadsheet.ts'
import { asChosen, column, guess, register, textSheet } from '../testing/register.ts'
import { targetsOf } from '../targets.ts'

const fieldsOf = (sheet: Sheet) =>
  Object.fromEntries(guess(sheet).map(({ heading, field, state }) => [heading, field ?? state]))
describe('the row of the headings', () => {
  it('is found below titles, and offered with its first texts', () => {
    expect(guessHeader(register.rows)).toBe(2)
    expect(headingRows(register.rows)[2]?.label).toBe('Row 3: No, Ref, Pupil’s name, D.O.B (dd/mm/yyyy)')
    expect(headingRows(register.rows)).toHaveLength(5)
  })

  it('is followed by the rows that are not empty, with the sheet’s row numbers', () => {
    expect(dataRows(register, 2).map(({ number }) => number)).toEqual([4, 6])
  })

  it('may contain years beside words', () => {
    const titles = [
      ['Tumaini Fund', 'Pupils and fees'],
      ['Name', 'Sex', 'DOB', 2025, '2026'],
    ]
    expect(guessHeader([...titles, ['Ruth', 'F', '3/4/2010', 0, 0]])).toBe(1)
  })

  it('is followed by rows of totals, which are left out', () => {
    const sheet = textSheet(
      'No|Name',
      '1|Tota Lee',
      '|Total',
      'GRAND TOTAL:|800 pupils',
      '2|Total',
      'Total orphan|Ruth',
      'Total schools|26',
      '27|Total students',
      'Schools total: 26',
      'Overall total|26',
      'Total Care Academy|Kibera',
      '3|Ruth|Total orphan',
      '|SUB TOTAL Moi Girls High School|1800',
    )
    const numbers = (of: { number: number }[]) => of.map(({ number }) => number)
    expect(numbers(leftOutRows(sheet, 0).map(({ row }) => row))).toEqual([3, 4, 7, 8, 9, 10, 13])
    expect(numbers(dataRows(sheet, 0))).toEqual([2, 5, 6, 11, 12])
  })

  it('may be repeated on every page, and repetitions are left out', () => {
    const headings = 'No|Name||School'
    const sheet = textSheet(headings, '1|Ruth||Moi', '| NAME||School', 'No', '2|Name', headings)
    expect(leftOutRows(sheet, 0).map(({ row, why }) => [row.number, why])).toEqual([
      [3, 'headings again'],
      [6, 'headings again'],
    ])
    expect(dataRows(textSheet('School', 'Moi', 'School'), 0)).toHaveLength(1)
  })

  it('is followed by headings of groups, which are left out, but not by names without other cells', () => {
    const headingsIn = (...lines: string[]) =>
      leftOutRows(textSheet(...lines), 0).map(({ row, why }) => [row.number, why])
    const group = 'the heading of a group'
    const row = 'Ruth|F|Moi'
    expect(headingsIn('Name|Sex|School', 'GROUP 2', row, 'Form two:', 'EAST', row)).toEqual([
      [2, group],
      [4, group],
      [5, group],
    ])
    expect(headingsIn('No|Name|Sex', '|Orphans', '1|Ruth|F', 'Day scholars', '2|Abdi|M')).toEqual([
      [2, group],
      [4, group],
    ])
    expect(
      headingsIn('Name|Sex|School', 'Abdi', row, 'abdi2@elimu.test', row, '2291', row, 'BY ROSE'),
    ).toEqual([])
    expect(headingsIn('School|County', 'MOI 2', 'Moi Girls|Kisumu')).toEqual([])
  })

  it('is the first row that is not empty if no heading is known', () => {
    expect(guessHeader([[], ['Jina', 'Shule'], ['Ruth', 'Moi']])).toBe(1)
    expect(guessHeader([[], ['x'], ['Ruth']])).toBe(1)
    expect(guessHeader([])).toBe(0)
    expect(
      guessHeader([
        ['Kid', 2023, 2024],
        ['Ruth', true, false],
      ]),
    ).toBe(0)
  })
})

describe('the columns of a sheet', () => {
  it.for([
    ['MOTHER’S NAME', 'mother'],
    ['Mothers name', 'mother'],
    ['Name of guardian', 'guardian'],
    ['Date admitted', 'dor'],
    ['F.O', 'liaison'],
    ['KCPE MKS (500)', 'kcpe'],
    ['High School', 'school'],
    ['Future career', 'ambition'],
    ['No. of sibs', 'siblings'],
    ['Home background', 'background'],
    ['ADM. NO', 'admission_no'],
    ['Tel', 'guardian_phone'],
    ['Guardian’s contact', 'guardian_phone'],
    ['Senior School', 'school'],
    ['KJSEA Assessment No.', 'assessment_no'],
    ['Officer in Charge', 'liaison'],
    ['Officer Incharge', 'liaison'],
    ['School attended', 'school'],
    ['A.D.M. No', 'admission_no'],
    ['Gaurdian', 'guardian'],
    ['Class teacher', 'open'],
    ['Admision No.', 'admission_no'],
  ] as const)('may be called %s, for %s', ([heading, field]) => {
    const [first] = guess(column(heading, field === 'dor' ? '3/4/2024' : '3'))
    expect(first?.field ?? first?.state).toBe(field)
  })

  it.for([
    ['schools', 'County / Cluster', 'cluster'],
    ['schools', 'Senior School', 'school'],
    ['supporters', 'Land / Country', 'country'],
    ['supporters', 'Contry', 'country'],
    // A usual heading is no typing error.
    ['supporters', 'County', null],
    ['receipts', 'P.A.', 'category_cost'],
    ['receipts', 'Uniform & bording', 'category_cost'],
  ] as const)('of %s may be called %s', ([kind, heading, field]) => {
    expect(guessColumns(kind, asChosen(textSheet(`${heading}|Name`, 'x|y'), 0))[0]?.field).toBe(field)
  })

  it('may be called Position, for the role of staff', () => {
    const staff = textSheet('Names|E-mail|Position', 'Ruth Wafula|ruth@example.org|Field Officer')
    const columns = guessColumns('staff', asChosen(staff, 0))
    expect(columns.map(({ field }) => field)).toEqual(['whole_name', 'email', 'role'])
    const results = guessColumns('results', asChosen(textSheet('Name|ENG|Position', 'Ruth|67 B|1'), 0))
    expect(results[2]).toMatchObject({ field: null, state: 'skipped' })
  })

  it('are assigned to fields by headings and contents, each field once', () => {
    expect(fieldsOf(register)).toEqual({
      No: 'skipped',
      Ref: 'ref',
      'Pupil’s name': 'name',
      'D.O.B (dd/mm/yyyy)': 'dob',
      Sex: 'gender',
      'Name of School': 'school',
      Exam: 'entry_exam',
      Type: 'category',
      Joined: 'dor',
      Mum: 'mother',
      Dad: 'father',
      'Mother phone': 'open',
      Langs: 'languages',
      Story: 'background',
      Photo: 'picture_file',
      'Bal.': 'open',
    })
    const [, , name] = guess(register)
    expect(name).toMatchObject({
      index: 2,
      letter: 'C',
      heading: 'Pupil’s name',
      samples: ['Kiprono Cheruiyot', 'Ruth Nekesa Wafula'],
      field: 'name',
      state: 'understood',
    })
    expect(guess(register)[8]?.samples[0]).toBe('12 Jan 2024')
  })

  it('are guessed from every label of the forms', () => {
    for (const kind of ['students', 'schools', 'supporters'] as const) {
      const targets = targetsOf(kind)
      const sheet = { name: 'S', rows: [targets.map(({ label }) => label)] }
      expect(guess(sheet, kind).map(({ field }) => field)).toEqual(targets.map(({ field }) => field))
    }
  })

  it('are not guessed from a heading that their contents contradict', () => {
    expect(fieldsOf(column('DOB', 'late', 'unknown'))['DOB']).toBe('open')
    expect(fieldsOf(column('Marks', 388, 402))['Marks']).toBe('kcpe')
    expect(fieldsOf(column('Marks', 'B+', 'C'))['Marks']).toBe('open')
    expect(fieldsOf(column('Photo', 'yes', 'no'))['Photo']).toBe('open')
  })

  it('are not taken as admission numbers if they count the rows, or are numbers of an exam', () => {
    const stateOf = (heading: string, ...cells: SheetCell[]) => fieldsOf(column(heading, ...cells))[heading]
    expect(stateOf('Index', 2291, 4, 873)).toBe('admission_no')
    expect(stateOf('Index', 1, 2, 3, 4, 1, 2)).toBe('open')
    expect(stateOf('Index No', '20455101012', '20455101013')).toBe('open')
    expect(stateOf('Adm No', 101, 102, 103, 104)).toBe('admission_no')
  })

  it('with a heading without brackets take precedence', () => {
    expect(fieldsOf(textSheet('Name (old)|Name', 'Ruth|Ruth Nekesa'))).toEqual({
      'Name (old)': 'open',
      Name: 'name',
    })
  })

  it('are not guessed as the name from filler words alone', () => {
    expect(fieldsOf(textSheet('Present|Surname|Dad', 'Yes|Wafula|Paul'))['Present']).toBe('open')
    expect(fieldsOf(textSheet('Current pupils|Dad'))['Current pupils']).toBe('name')
  })

  it('are guessed quickly from texts that are made to be slow', () => {
    const start = performance.now()
    guess(textSheet('Email|First name', `${'@.'.repeat(3_000)} x|Ruth`), 'supporters')
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  it('may have a JavaScript property name as their heading', () => {
    const sheet = textSheet('constructor|Dad', 'Girl|Paul')
    const [first] = guessColumns('students', asChosen(sheet, 0), {})
    expect(first).toMatchObject({ field: null, guess: 'gender', state: 'open' })
  })

  it('are asked, with a guess from distinctive contents, even without a heading', () => {
    const guessOf = (sheet: Sheet) => guess(sheet)[0]
    expect(guessOf(column('', 'Girl', 'm', 'Female'))).toMatchObject({ state: 'open', guess: 'gender' })
    expect(guessOf(column('Files', 'a.pdf', 'b.PDF'))?.guess).toBe('certificate_file')
  })

  it('are left out where they are empty', () => {
    expect(guess(textSheet('Name||DOB', 'Ruth||1/2/2010')).map(({ letter }) => letter)).toEqual(['A', 'C'])
  })

  it('are guessed first from earlier choices, including columns left out', () => {
    const remembered = { bal: 'siblings', sex: null, 'lives with': 'guardian' }
    const guessed = guessColumns('students', asChosen(register, 2), remembered)
    const stateOf = (heading: string) => guessed.find((choice) => choice.heading === heading)
    expect(stateOf('Bal.')).toMatchObject({ field: 'siblings', state: 'understood' })
    expect(stateOf('Sex')).toMatchObject({ field: null, state: 'skipped' })
    expect(stateOf('Mum')).toMatchObject({ field: 'mother', state: 'understood' })
  })

  it('lose a field that another column is chosen for', () => {
    const chosen = chooseColumn(guess(register), 11, 'mother')
    expect(chosen[11]).toMatchObject({ field: 'mother', state: 'chosen' })
    expect(chosen[9]).toMatchObject({ field: null, state: 'open' })
    expect(chooseColumn(chosen, 11, null)[11]).toMatchObject({ field: null, state: 'left out' })
    expect(reopenColumn(chosen, 11)[11]).toMatchObject({ field: null, guess: 'mother', state: 'open' })
  })
})
