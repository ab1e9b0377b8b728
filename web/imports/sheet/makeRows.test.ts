import { describe, expect, it, test } from 'vitest'
import { importForm } from '#contract/imports.ts'
import { schoolForm } from '#contract/schools.ts'
import { studentForm } from '#contract/students/studentForms.ts'
import { userForm } from '#contract/users.ts'
import { tableOf } from '../../ui/export/Download.ts'

import { csvText } from '#contract/base/csv.ts'
import { xlsxFile } from '#contract/base/xlsxFile.ts'
import { keyOf } from './Answers.ts'
import { dateKeys } from './ask/askDates.ts'
import { fieldsWithoutColumn } from './ask/askBlanks.ts'
import { chooseColumn, guessColumns } from './guess/guessColumns.ts'
import { guessHeader } from './guess/guessHeader.ts'
import { readSpreadsheet } from './read/readSpreadsheet.ts'
import { rememberedHeadings, rememberedWords } from './remember.ts'
import { leftOut, template } from './saveRows.ts'
import type { Sheet } from './Spreadsheet.ts'
import { asChosen, prepare, textSheet } from './testing/register.ts'

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

const word = (field: string, text: string, means: string) => ({ [keyOf('word', field, text)]: { means } })

/** The keys of the rows, in their order. */
const keysOf = (of: Sheet) => prepare('students', of).rows.map(({ key }) => key)

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
    expect(prepare('students', two).made.rows).toEqual([
      { name: 'Ruth', supporter: 'anna@example.org' },
      { name: 'Abdi', supporter: 'bo@example.org' },
      { name: 'Juma', supporter: 'Rotary Club' },
      { name: 'Esha' },
      { name: 'Noor' },
    ])
  })

  it('are sent with the fields of the forms, each with its row number and its file names', () => {
    const [kiprono = '', ruth = '', abdi = ''] = keysOf(sheet)
    const answers = {
      [keyOf('blank', 'ambition', '')]: { means: 'Not known yet' },
      [keyOf('word', 'school', 'St. Kizito Sec')]: { means: 'St Kizito Girls Secondary School' },
      [keyOf('order', 'dob', 'DOB 03/04/2010 ')]: { means: 'day first' },
    }
    const corrections = {
      [abdi]: { dob: '2010-05-01', siblings: '3', duplicate: 7 },
      [ruth]: { duplicate: 'add', keep: ['name'] },
      [kiprono]: { school: '' },
    }
    const { made } = prepare('students', sheet, { answers, corrections })
    const blanks = { ambition: 'Not known yet' }
    expect(made.rows).toEqual([
      {
        ref: 'EL-0001',
        name: 'Kiprono Cheruiyot',
        dob: '2010-04-03',
        gender: 'Male',
        siblings: '2',
        background: 'One.\nTwo.',
        files: ['kip.jpg'],
        blanks,
      },
      {
        name: 'Ruth',
        dob: '2009-09-17',
        gender: 'Female',
        school: 'Moi',
        duplicate: 'add',
        keep: ['name'],
        blanks,
      },
      { name: 'Abdi', dob: '2010-05-01', gender: 'SNE', duplicate: 7, blanks: { siblings: '3', ...blanks } },
    ])
    expect(made.sources.map(({ number }) => number)).toEqual([3, 5, 6])
    expect(prepare('students', sheet, { answers }).made.rows[0]).toMatchObject({
      school: 'St Kizito Girls Secondary School',
    })
  })

  it('are sent unchanged where nothing was answered, so that the check reports them', () => {
    const { rows } = prepare('students', sheet).made
    expect(rows.map(({ dob, gender }) => [dob, gender])).toEqual([
      ['03/04/2010', 'Male'],
      ['2009-09-17', 'Female'],
      ['about 2010', 'SNE'],
    ])
  })

  it('are remembered by the meanings of headings and words that the server accepts', () => {
    const long = 'x'.repeat(201)
    const of = { ...sheet, rows: sheet.rows.with(1, (sheet.rows[1] ?? []).with(0, long)) }
    const guessed = prepare('students', of).columns
    const columns = chooseColumn(
      guessed,
      guessed.find(({ heading }) => heading === 'Index')?.index ?? 0,
      null,
    )
    const answers = word('school', 'Moi', 'Moi Girls')
    const { asked, settled } = prepare('students', of, { columns, answers })
    const kept = { headings: rememberedHeadings(columns), words: rememberedWords(asked, settled) }
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
      words: { gender: { boy: 'Male' }, school: { moi: 'Moi Girls' } },
    })
    expect(importForm.parse({ kind: 'students', rows: [{}], ...kept })).toMatchObject(kept)
  })
})

it('send no more words than the server remembers, even if each row adds a school', () => {
  const many = Array.from({ length: 6_000 }, (_, index) => `School ${index}`)
  const answers = Object.assign({}, ...many.map((name) => word('school', name, 'Moi')))
  const { asked, settled } = prepare('students', textSheet('School', ...many), { answers })
  const kept = { words: rememberedWords(asked, settled) }
  const { success, data } = importForm.safeParse({ kind: 'students', rows: [{}], ...kept })
  expect(success).toBe(true)
  expect(Object.keys(data?.words['school'] ?? {})).toHaveLength(5_000)
})

it('contain the meaning of cells: a score, no supporter, an email address', () => {
  const marks = textSheet(
    'Name|KCPE|Sibs|Sponsor',
    'Ruth|388/500|none|Anna <anna@example.org>;',
    'Abdi|not sat|3 siblings|NO SPONSOR',
  )
  expect(prepare('students', marks).made.rows).toEqual([
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
    prepare('students', of, { corrections: { [keysOf(of)[5] ?? '']: { duplicate: 9 } } }).made.rows.map(
      (row) => row['entry_exam'],
    )
  expect(exams(assessed)).toEqual(['KJSEA', undefined, undefined, 'KPLEA', undefined, undefined])
  expect(exams(textSheet('Name|KPLEA No', 'Ruth|A001847320'))).toEqual(['KPLEA'])
})

it('are not remembered for a heading that two columns have', () => {
  const { columns } = prepare('students', textSheet('Name|Sex|Name', 'Ruth|F|Jane'))
  expect(rememberedHeadings(columns)).toEqual({ sex: 'gender' })
})

it('are remembered with brackets in headings: Name (old) is not Name', () => {
  const sheetOf = (...headings: string[]): Sheet => ({
    name: 'S',
    rows: [headings, headings.map((_, index) => `Ruth ${index}`)],
  })
  const both = prepare('students', sheetOf('Name (old)', 'Name', 'Mum (alive)'))
  const remembered = rememberedHeadings(chooseColumn(chooseColumn(both.columns, 0, null), 1, 'name'))
  expect(remembered).toEqual({ 'name old': null, name: 'name', 'mum alive': 'mother' })
  const guessed = (...headings: string[]) =>
    guessColumns('students', asChosen(sheetOf(...headings)), remembered).map(
      ({ field, state }) => field ?? state,
    )
  expect(guessed('Name (old)', 'Name')).toEqual(['skipped', 'name'])
  expect(guessed('Name (new)')).toEqual(['name'])
  // A heading without brackets that was left out does not apply to one with brackets.
  expect(guessColumns('students', asChosen(sheetOf('Name (new)')), { name: null })).toMatchObject([
    { field: 'name' },
  ])
})

it('are sent unchanged if a cell is a JavaScript property name', () => {
  const odd = textSheet('Name|School', 'Ruth|constructor', 'Abdi|__proto__')
  const { rows } = prepare('students', odd).made
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
    const corrections = { [keysOf(parts)[1] ?? '']: { name: 'Kevin Ouma' } }
    const { columns, made } = prepare('students', parts, { corrections })
    expect(columns.map(({ field }) => field)).toEqual(['last_names', 'first_names', 'other_names', 'gender'])
    expect(fieldsWithoutColumn('students', { columns }).map(({ field }) => field)).not.toContain('name')
    expect(made.rows).toEqual([
      { name: 'Ruth Nekesa Wafula', gender: 'Female' },
      { name: 'Kevin Ouma', gender: 'Male' },
      { gender: 'Male' },
    ])
  })

  it('is ignored if one column has the whole name', () => {
    const both = textSheet('First name|Full name|DOB', 'Ruth|Ruth Nekesa Wafula', 'Kevin')
    const { rows } = prepare('students', both).made
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
    const { columns, made } = prepare('supporters', supporters)
    expect(columns.map(({ field }) => field)).toEqual(['whole_name', 'email'])
    expect(fieldsWithoutColumn('supporters', { columns })).toEqual([])
    expect(made.rows).toEqual([
      { first_name: 'Anna Maria', last_name: 'Weber', email: 'anna@example.org' },
      { first_name: 'Cher', email: 'cher@example.org' },
    ])
  })
})

describe('rows that were left out', () => {
  const reasons = [
    [6, 'Student Date of Birth is not a date'],
    [6, 'Student Gender is not valid'],
    [6, 'Student Gender is not valid'],
    [3, 'No student has this Ref'],
  ] as const
  const leftOutOf = (of: Sheet, why: readonly (readonly [number, string])[], file: string) => {
    const { sheets, columns, rows, settled } = prepare(
      'students',
      asChosen(of).map((each) => Object.assign(each, { file })),
    )
    const rowOf = (number: number) => rows.filter((row) => row.number === number)
    const all = why.flatMap(([number, reason]) => rowOf(number).map((row) => ({ row, reason })))
    return leftOut({ sheets, columns }, settled, all)
  }
  const saved = () => {
    const { download, rows } = leftOutOf(sheet, reasons, 'register.nov.xlsx')
    return { download, bytes: xlsxFile(tableOf(download, rows)) }
  }

  it('are downloaded as a workbook like the sheet, with the reasons beside them', () => {
    const { download, bytes } = saved()
    expect(download.name).toBe('register.nov-left-out')
    expect(leftOutOf(sheet, reasons, 'register').download.name).toBe('register-left-out')
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
    const { columns } = prepare('students', again)
    expect(columns.at(-1)).toMatchObject({ heading: 'Why it was left out', state: 'skipped' })
    const { rows } = prepare('students', again).made
    const [kiprono, , abdi] = prepare('students', sheet).made.rows
    expect(rows).toEqual([kiprono, abdi])
    const { download } = leftOutOf(again, [[2, 'New']], 'x.xlsx')
    expect(download.headers.filter((heading) => heading === 'Why it was left out')).toHaveLength(1)
  })
})

test('a row that is empty in all imported columns is reported and not sent, and later rows have their sheet numbers', () => {
  const lined = textSheet('S/No|Pupil|Photo', '0', '1|Ruth|ruth.jpg', 'Prepared by: J. Muli')
  expect(prepare('students', lined).made).toMatchObject({
    rows: [{ name: 'Ruth', files: ['ruth.jpg'] }],
    sources: [{ number: 3, name: 'row 3' }],
    empty: [{ number: 2 }, { number: 4 }],
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
    const [question] = prepare('students', mixed).asked.dates
    const key = question && dateKeys(question).swapped
    const answers = areSwapped === null || !key ? {} : { [key]: { means: areSwapped ? 'yes' : 'no' } }
    const { made: of, settled, sheets, columns } = prepare('students', mixed, { answers })
    const [row] = of.rows
    const reasonsOfFirst = of.sources.slice(0, 1).map((source) => ({ row: source, reason: 'x' }))
    const { download, rows } = leftOut({ sheets, columns }, settled, reasonsOfFirst)
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
    const names = {
      school: ['Name of the school'],
      cluster: ['Name of the cluster'],
      liaison: ['Name or email of the liaison officer'],
    }
    const { columns, asked, settled, made } = prepare(kind, read, { names })
    expect(columns.filter(({ state }) => state !== 'understood')).toEqual([])
    expect(fieldsWithoutColumn(kind, { columns })).toEqual([])
    expect(asked.questions.filter(({ key }) => settled.answer(key) === undefined)).toEqual([])
    expect(asked.dates).toEqual([])
    const { rows, sources } = made
    expect(sources.map(({ number }) => number)).toEqual([2])
    expect(forms[kind].safeParse({ ...rows[0], ...known }).error).toBe(undefined)
  })
})
