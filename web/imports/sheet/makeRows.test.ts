import { describe, expect, it, test } from 'vitest'
import { importForm } from '#contract/imports.ts'
import { schoolForm } from '#contract/schools.ts'
import { studentForm } from '#contract/students/studentForms.ts'
import { userForm } from '#contract/users.ts'
import { csvText, tableOf } from '../../ui/export/Download.ts'

import { xlsxFile } from '../../ui/export/xlsxFile.ts'
import { askDates } from './askDates.ts'
import { askWords } from './askWords.ts'
import { fieldsToSettle } from './askMissing.ts'
import { chooseColumn, guessColumns } from './guess/guessColumns.ts'
import { guessHeader } from './guess/guessHeader.ts'
import { type Answers, noAnswers } from './Answers.ts'
import { makeRows, toRemember } from './makeRows.ts'
import { readSpreadsheet } from './read/readSpreadsheet.ts'
import { leftOut, template } from './saveRows.ts'
import type { Sheet } from './Spreadsheet.ts'
import { textSheet } from './testing/register.ts'

const sheet: Sheet = {
  name: 'Pupils',
  rows: [
    ['Register of pupils'],
    ['Ref', 'Name', 'DOB', 'Sex', 'School', 'Siblings', 'Story', 'Photo', 'Bal.', 'Index'],
    [
      'EL-0001',
      ' Kiprono\nCheruiyot ',
      '03/04/2010',
      'boy',
      'St. Kizito  Sec',
      2,
      'One.\nTwo.',
      'kip.jpg',
      9,
      'x',
    ],
    [],
    [null, 'Ruth', { date: '2009-09-17' }, 'FEMALE', 'Moi', null, null, null, null, 'y'],
    [null, 'Abdi', 'about 2010', 'SNE'],
  ],
}

const answersFor = (of: Sheet, more: Partial<Answers> = {}): Answers => ({
  header: guessHeader(of.rows),
  columns: guessColumns('students', of, guessHeader(of.rows)),
  ...noAnswers,
  ...more,
})

describe('the rows of a sheet', () => {
  it('name the supporter by email, from whichever of two columns has one, or else by name', () => {
    const two = textSheet(
      'Name|Sponsor|Sponsor email',
      'Ruth|Anna Schmidt|anna@example.org',
      'Abdi|Bo Berg <bo@example.org>|-',
      'Juma|Rotary Club',
      'Esha|No sponsor',
      'Noor|Yes',
    )
    expect(makeRows('students', two, answersFor(two)).rows).toEqual([
      { name: 'Ruth', supporter: 'anna@example.org' },
      { name: 'Abdi', supporter: 'bo@example.org' },
      { name: 'Juma', supporter: 'Rotary Club' },
      { name: 'Esha' },
      { name: 'Noor' },
    ])
  })

  it('are sent with the fields of the forms, each with its row number and its file names', () => {
    const answers = answersFor(sheet, {
      defaults: { ambition: 'Not known yet', guardian: '  ' },
      words: { gender: { boy: 'Male' }, school: { 'st. kizito sec': 'St Kizito Girls Secondary School' } },
      dates: { dob: { order: 'day first' } },
      corrections: { 6: { dob: '2010-05-01', siblings: '3', school: '' } },
      decisions: { 5: 'add', 6: 7 },
    })
    expect(makeRows('students', sheet, answers)).toEqual({
      answers,
      rows: [
        {
          ref: 'EL-0001',
          name: 'Kiprono Cheruiyot',
          dob: '2010-04-03',
          gender: 'Male',
          school: 'St Kizito Girls Secondary School',
          siblings: '2',
          background: 'One.\nTwo.',
          files: ['kip.jpg'],
        },
        { name: 'Ruth', dob: '2009-09-17', gender: 'Female', school: 'Moi', duplicate: 'add' },
        { name: 'Abdi', dob: '2010-05-01', gender: 'SNE', siblings: '3', duplicate: 7 },
      ],
      defaults: { ambition: 'Not known yet' },
      numbers: [3, 5, 6],
      empty: [],
    })
  })

  it('are sent unchanged where nothing was answered, so that the check reports them', () => {
    const { rows } = makeRows('students', sheet, answersFor(sheet))
    expect(rows.map(({ dob, gender }) => [dob, gender])).toEqual([
      ['03/04/2010', 'boy'],
      ['2009-09-17', 'Female'],
      ['about 2010', 'SNE'],
    ])
  })

  it('are remembered by the answers about headings and words that the server accepts', () => {
    const [first, ...columns] = answersFor(sheet).columns
    const long = Object.assign({ ...first }, { heading: 'x'.repeat(201) })
    const out = columns.map((choice) =>
      choice.heading === 'Index' ? Object.assign(choice, { state: 'left out' }) : choice,
    )
    const words = { gender: { boy: 'Male' }, pathway: { arts: 'STEM' }, school: { ['y'.repeat(201)]: 'Moi' } }
    const kept = toRemember(answersFor(sheet, { columns: [long as (typeof out)[number], ...out], words }))
    expect(kept).toEqual({
      headings: {
        name: 'name',
        dob: 'dob',
        sex: 'gender',
        school: 'school',
        siblings: 'siblings',
        story: 'background',
        photo: 'picture_file',
        index: null,
      },
      words: { gender: { boy: 'Male' }, school: {} },
    })
    expect(importForm.parse({ kind: 'students', rows: [{}], ...kept })).toMatchObject(kept)
  })
})

it('send no more words than the server remembers, even if each row adds a school', () => {
  const many = Array.from({ length: 4_000 }, (_, index) => `School ${index}`)
  const meant = Object.fromEntries(many.map((name) => [name.toLowerCase(), name]))
  const kept = toRemember(answersFor(sheet, { words: { gender: meant, school: meant } }))
  const new_places = many.map((school) => ({ school, cluster: 'Nyanza' }))
  const { success, data } = importForm.safeParse({ kind: 'students', rows: [{}], new_places, ...kept })
  expect(success).toBe(true)
  expect(Object.values(data?.words ?? {}).map((words) => Object.keys(words).length)).toEqual([4_000, 1_000])
})

it('contain the meaning of cells: a score, no supporter, an email address', () => {
  const marks = textSheet(
    'Name|KCPE|Sibs|Sponsor',
    'Ruth|388/500|none|Anna <anna@example.org>;',
    'Abdi|not sat|3 siblings|NO SPONSOR',
  )
  expect(makeRows('students', marks, answersFor(marks)).rows).toEqual([
    { name: 'Ruth', kcpe: '388', siblings: '0', supporter: 'anna@example.org' },
    { name: 'Abdi', siblings: '3' },
  ])
})

it('get KJSEA for an assessment number without a score, if no exam is named and no student is updated', () => {
  const assessed = textSheet(
    'Ref|Name|KCPE|Assessment No.|Exam',
    '|Ruth||A001847320',
    '|Abdi|371|A001847321',
    '|Faith|N/A|n/a',
    '|Kevin||A001847322|KPLEA',
    'EL-0001|Jane||A001847323',
    '|Mary||A001847324',
  )
  const exams = (of: Sheet) =>
    makeRows('students', of, answersFor(of, { decisions: { 7: 9 } })).rows.map((row) => row['entry_exam'])
  expect(exams(assessed)).toEqual(['KJSEA', undefined, undefined, 'KPLEA', undefined, undefined])
  expect(exams(textSheet('Name|KPLEA No', 'Ruth|A001847320'))).toEqual(['KPLEA'])
})

it('are not remembered for a heading that two columns have', () => {
  expect(toRemember(answersFor(textSheet('Name|Sex|Name', 'Ruth|F|Jane'))).headings).toEqual({
    sex: 'gender',
  })
})

it('are remembered with brackets in headings: Name (old) is not Name', () => {
  const sheetOf = (...headings: string[]): Sheet => ({
    name: 'S',
    rows: [headings, headings.map((_, index) => `Ruth ${index}`)],
  })
  const both = answersFor(sheetOf('Name (old)', 'Name', 'Mum (alive)'))
  const columns = chooseColumn(chooseColumn(both.columns, 0, null), 1, 'name')
  const remembered = toRemember({ ...both, columns })
  expect(remembered.headings).toEqual({ 'name old': null, name: 'name', 'mum alive': 'mother' })
  const guessed = (...headings: string[]) =>
    guessColumns('students', sheetOf(...headings), 0, remembered.headings).map(
      ({ field, state }) => field ?? state,
    )
  expect(guessed('Name (old)', 'Name')).toEqual(['left out', 'name'])
  expect(guessed('Name (new)')).toEqual(['name'])
  // A heading without brackets that was left out does not apply to one with brackets.
  expect(guessColumns('students', sheetOf('Name (new)'), 0, { name: null })).toMatchObject([
    { field: 'name' },
  ])
})

it('are sent unchanged if a cell is a JavaScript property name', () => {
  const odd = textSheet('Name|School', 'Ruth|constructor', 'Abdi|__proto__')
  const { rows } = makeRows('students', odd, answersFor(odd, { words: { school: {} } }))
  expect(rows.map(({ school }) => school)).toEqual(['constructor', '__proto__'])
})

describe('a name in several columns', () => {
  const parts = textSheet(
    'Surname|First name|Middle name|Sex',
    'Wafula|Ruth|Nekesa|F',
    'Otieno| Kevin ||M',
    '|||M',
  )

  it('is guessed, needs no other column, and is sent as one name', () => {
    const answers = answersFor(parts, { corrections: { 3: { name: 'Kevin Ouma' } } })
    expect(answers.columns.map(({ field }) => field)).toEqual([
      'last_names',
      'first_names',
      'other_names',
      'gender',
    ])
    expect(fieldsToSettle('students', { sheet: parts, ...answers }).map(({ field }) => field)).not.toContain(
      'name',
    )
    expect(makeRows('students', parts, answers).rows).toEqual([
      { name: 'Ruth Nekesa Wafula', gender: 'F' },
      { name: 'Kevin Ouma', gender: 'M' },
      { gender: 'M' },
    ])
  })

  it('is ignored if one column has the whole name', () => {
    const both = textSheet('First name|Full name|DOB', 'Ruth|Ruth Nekesa Wafula', 'Kevin')
    const { rows } = makeRows('students', both, answersFor(both))
    expect(rows).toEqual([{ name: 'Ruth Nekesa Wafula' }, { name: 'Kevin' }])
  })
})

describe('a supporter’s name in one column', () => {
  it('is guessed, needs no other column, and is split before its last word', () => {
    const supporters = textSheet(
      'Sponsor|Email',
      'Anna  Maria Weber|anna@example.org',
      'Cher|cher@example.org',
    )
    const columns = guessColumns('supporters', supporters, 0)
    expect(columns.map(({ field }) => field)).toEqual(['whole_name', 'email'])
    expect(fieldsToSettle('supporters', { sheet: supporters, header: 0, columns })).toEqual([])
    expect(makeRows('supporters', supporters, { ...answersFor(supporters), columns }).rows).toEqual([
      { first_name: 'Anna Maria', last_name: 'Weber', email: 'anna@example.org' },
      { first_name: 'Cher', email: 'cher@example.org' },
    ])
  })
})

describe('rows that were left out', () => {
  const reasons = [
    { number: 6, reason: 'Student Date of Birth is not a date' },
    { number: 6, reason: 'Student Gender is not valid' },
    { number: 6, reason: 'Student Gender is not valid' },
    { number: 3, reason: 'No student has this Ref' },
  ]
  const saved = () => {
    const { download, rows } = leftOut(sheet, answersFor(sheet), reasons, 'register.nov.xlsx')
    return { download, bytes: xlsxFile(tableOf(download, rows)) }
  }

  it('are downloaded as a workbook like the sheet, with the reasons beside them', () => {
    const { download, bytes } = saved()
    expect(download.name).toBe('register.nov-left-out')
    expect(leftOut(sheet, answersFor(sheet), reasons, 'register').download.name).toBe('register-left-out')
    const [first, ...rows] = readSpreadsheet(bytes, 'x.xlsx').sheets[0]?.rows ?? []
    expect(first?.at(-1)).toBe('Why it was left out')
    expect(rows.map((cells) => [cells[1], cells[5], cells.at(-1)])).toEqual([
      ['Kiprono\nCheruiyot', 2, 'No student has this Ref'],
      ['Abdi', null, 'Student Date of Birth is not a date. Student Gender is not valid'],
    ])
  })

  it('are read again without the reasons, which the next download replaces', () => {
    const again = readSpreadsheet(saved().bytes, 'x.xlsx').sheets[0] ?? sheet
    expect(guessHeader(again.rows)).toBe(0)
    const { columns } = answersFor(again)
    expect(columns.at(-1)).toMatchObject({ heading: 'Why it was left out', state: 'left out' })
    const { rows } = makeRows('students', again, answersFor(again))
    const [kiprono, , abdi] = makeRows('students', sheet, answersFor(sheet)).rows
    expect(rows).toEqual([kiprono, abdi])
    const { download } = leftOut(again, answersFor(again), [{ number: 2, reason: 'New' }], 'x.xlsx')
    expect(download.headers.filter((heading) => heading === 'Why it was left out')).toHaveLength(1)
  })
})

test('a row that is empty in all imported columns is reported and not sent, and later rows have their sheet numbers', () => {
  const lined = textSheet('S/No|Pupil|Photo', 'FORM 1', '1|Ruth|ruth.jpg', 'Prepared by: J. Muli')
  expect(makeRows('students', lined, answersFor(lined))).toMatchObject({
    rows: [{ name: 'Ruth', files: ['ruth.jpg'] }],
    numbers: [3],
    empty: [2, 4],
  })
})

describe('dates that may be swapped', () => {
  const mixed: Sheet = {
    name: 'S',
    rows: [
      ['DOB', 'Pupil'],
      [{ date: '2010-03-04' }, 'Ruth'],
      ['17/09/2009', 'Abdi'],
    ],
  }
  const made = (areSwapped: boolean | null) => {
    const said = answersFor(mixed, { dates: { dob: { order: 'day first', areSwapped } } })
    const [row] = makeRows('students', mixed, said).rows
    const { download, rows } = leftOut(mixed, said, [{ number: 2, reason: 'x' }], 'x.xlsx')
    return [row?.['dob'], tableOf(download, rows).lines[0]?.[0]]
  }

  it('are sent and saved corrected after the answer, and as no date before it', () => {
    expect(made(false)).toEqual(['2010-03-04', '2010-03-04'])
    expect(made(true)).toEqual(['2010-04-03', '2010-04-03'])
    expect(made(null)).toEqual(['2010-03-04 or 2010-04-03', '2010-03-04 or 2010-04-03'])
  })
})

describe('the register to start from', () => {
  const forms = {
    students: studentForm({ today: () => '2026-11-22', choosesLiaison: true }),
    schools: schoolForm,
    supporters: userForm,
    staff: userForm,
  }
  const known = { school_id: 1, liaison_id: 1, cluster_id: 1, role_id: 5, gender: 1, category: 1 }
  const kinds = Object.keys(forms) as (keyof typeof forms)[]
  const files = ['csv', 'xlsx'].flatMap((type) => kinds.map((kind) => [kind, type] as const))

  it.for(files)('of %s imports back from %s with nothing to ask', ([kind, type]) => {
    const { download, rows: examples } = template(kind)
    const table = tableOf(download, examples)
    const bytes = type === 'xlsx' ? xlsxFile(table) : new TextEncoder().encode(csvText(table))
    const read = readSpreadsheet(bytes, `template.${type}`).sheets[0] ?? sheet
    const columns = guessColumns(kind, read, guessHeader(read.rows))
    expect(columns.filter(({ state }) => state !== 'guessed')).toEqual([])
    const asked = { sheet: read, header: 0, columns }
    expect(fieldsToSettle(kind, asked)).toEqual([])
    expect(askWords(kind, asked).flatMap(({ words }) => words)).toEqual([])
    expect(askDates(kind, asked)).toEqual([])
    const { rows, numbers } = makeRows(kind, read, answersFor(read, { columns }))
    expect(numbers).toEqual([2])
    expect(forms[kind].safeParse({ ...rows[0], ...known }).error).toBe(undefined)
  })
})
