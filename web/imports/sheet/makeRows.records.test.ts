import { describe, expect, it } from 'vitest'
import type { RecordImport } from '#contract/imports.ts'
import { centsIn, shillingsText } from '#contract/records/receipts.ts'
import type { Corrections } from './Answers.ts'
import { fieldsWithoutColumn } from './ask/askBlanks.ts'
import { meaningOf } from './ask/settle.ts'
import { chooseColumn } from './guess/guessColumns.ts'
import type { Sheet } from './Spreadsheet.ts'
import { prepare, textSheet } from './testing/register.ts'

const ours = {
  year: ['2019', '2020'],
  term: ['Term 1', 'Term 2', 'Term 3'],
  class: ['Form 1', 'Form 2', 'Form 3', 'Form 4', 'Grade 10'],
  subject:
    'English,Kiswahili,Mathematics,Core Mathematics,Biology,Physics,Chemistry,CRE,History,Business Studies,Geography'.split(','),
  cost_category: ['Books and Stationery', 'P.A. Fund', 'Tuition Fees', 'Transport', 'Shopping'],
} // prettier-ignore

/** The columns, questions and rows of a sheet. */
function read(kind: RecordImport, sheet: Sheet, corrections: Corrections = {}) {
  const prepared = prepare(kind, sheet, { names: ours, corrections })
  return { ...prepared, fields: prepared.columns.map(({ field, state }) => field ?? state) }
}

/** By field: what the words certainly mean that are not registered; null if they are asked. */
const asked = ({ asked: { questions }, settled }: ReturnType<typeof read>) => {
  const words = questions.filter(({ kind, text, certain }) => kind === 'word' && meaningOf(certain) !== text)
  return Object.fromEntries(
    [...Map.groupBy(words, ({ target }) => target.field)].map(([field, of]) => [
      field,
      Object.fromEntries(of.map(({ key, text }) => [text, meaningOf(settled.answer(key)) ?? null])),
    ]),
  )
}

/** The key of the row that begins with these cells. */
const keyIn = ({ rows }: ReturnType<typeof read>, text: string) =>
  rows.find(({ key }) => key.startsWith(text))?.key ?? ''

describe('a sheet of results with a column for each subject', () => {
  const sheet = textSheet(
    'NYANDO GIRLS, FORM 2 RESULTS',
    'No|Adm|NAMES|Form|Trm|Yr|ENG|KISW.|Maths|Mathematics (new)|B/Studies|Comp.|Mean|M.G|Pos|Class teacher’s remarks',
    '1|4411|WANJIRU MARY|F2|1|2019|67 B|B+ 71|48||C|60|61.4|B-|3|Can do better',
    '2|4412|Faith Atieno|Form Two|Term II|2019|-|55 C+|X|70|62 b|A-|||41|',
    '|TOTAL',
  )

  it('is understood from its headings and contents', () => {
    const { fields } = read('results', sheet)
    expect(fields).toEqual([
      'skipped',
      'admission_no',
      'name',
      'class',
      'term',
      'year',
      ...Array.from({ length: 5 }, () => 'subject_result'),
      'subject_result',
      'mark',
      'grade',
      'skipped',
      'teacher_comment',
    ])
  })

  it('asks only for names that mean nothing registered', () => {
    expect(asked(read('results', sheet))).toEqual({
      term: { '1': 'Term 1', 'Term II': 'Term 2' },
      class: { F2: 'Form 2', 'Form Two': 'Form 2' },
      subject: {
        ENG: 'English',
        KISW: 'Kiswahili',
        Maths: 'Mathematics',
        'Mathematics new': null,
        'B Studies': 'Business Studies',
        Comp: null,
      },
    })
  })

  it('becomes a row for each child and term, with the results as they are', () => {
    const key = keyIn(read('results', sheet), '2\t4412')
    const { made } = read('results', sheet, { [key]: { 'marks.English': '50', name: 'EL-0001' } })
    expect(made.sources.map(({ number }) => number)).toEqual([3, 4])
    expect(made.rows).toEqual([
      {
        admission_no: '4411',
        name: 'WANJIRU MARY',
        class: 'Form 2',
        term: 'Term 1',
        year: '2019',
        mark: '61.4',
        grade: 'B-',
        teacher_comment: 'Can do better',
        'marks.English': '67 B',
        'marks.Kiswahili': 'B+ 71',
        'marks.Mathematics': '48',
        'marks.Business Studies': 'C',
        'marks.Comp': '60',
      },
      {
        admission_no: '4412',
        name: 'EL-0001',
        class: 'Form 2',
        term: 'Term 2',
        year: '2019',
        'marks.English': '50',
        'marks.Kiswahili': '55 C+',
        'marks.Mathematics': 'X',
        'marks.Mathematics new': '70',
        'marks.Business Studies': '62 b',
        'marks.Comp': 'A-',
      },
    ])
  })

  it('may have a second column for the grades of each subject', () => {
    const two = textSheet(
      'Ref|Year|Term|English|Grade|Kiswahili Mark|Kiswahili Grade|Total|Mean|Grade',
      'EL-0001|2019|1|67|B|71|B+|138|69|B',
      'EL-0002|2019|1|50|C|X||50|50|C',
    )
    const { fields, made } = read('results', two)
    expect(fields.slice(3)).toEqual([
      ...Array.from({ length: 4 }, () => 'subject_result'),
      'skipped',
      'mark',
      'grade',
    ])
    expect(made.rows[0]).toEqual({
      ref: 'EL-0001',
      year: '2019',
      term: 'Term 1',
      'marks.English': '67 B',
      'marks.Kiswahili': '71 B+',
      mark: '69',
      grade: 'B',
    })
  })

  it('of CBE has levels, which identify its columns', () => {
    const cbe = textSheet('Name|Grade|Term|Year|Sports|Aviation', 'Ruth|Grade 10|1|2026|ME1|EE2 84')
    expect(read('results', cbe).fields).toEqual([
      'name',
      'class',
      'term',
      'year',
      'subject_result',
      'subject_result',
    ])
  })

  it('keeps a row whose only cell is corrected to nothing, so that its errors stay', () => {
    const only = textSheet('Ref|Year|Term|English', 'EL-0001|2019|1|55', 'EL-0009')
    const { made } = read('results', only, { 'EL-0009': { ref: '' } })
    expect([made.sources.map(({ number }) => number), made.empty, made.rows[1]]).toEqual([[2, 3], [], {}])
  })

  it('needs a name or ref, and a subject; its year and term may be in its title', () => {
    const bare = textSheet('Remarks|Story', 'Good|Lives far away')
    const { columns } = read('results', bare)
    const missing = (more = columns) =>
      fieldsWithoutColumn('results', { columns: more }).map(({ field }) => field)
    expect(missing()).toEqual(['name', 'year', 'term', 'subject_result'])
    expect(missing(chooseColumn(columns, 1, 'ref'))).toEqual(['year', 'term', 'subject_result'])
  })
})

describe('a sheet of results with a row for each subject', () => {
  const sheet = textSheet(
    'Name|School|Year|Term|Subject|Score|Grade|Mean grade',
    'Mary Wanjiru|Moi|2019|1|Eng|67|B|B-',
    'Mary Wanjiru|Moi|2019|1|Maths|48|C|',
    'Mary Wanjiru|Moi|2019|2|Eng|70|B+|',
    'Mary Wanjiru|Kisii|2019|1|Eng|30|D|',
    'MARY WANJIRU|Moi|2019|1|History|55||',
  )

  it('has a row to send for each of its rows, because only the server knows the child', () => {
    const { fields, made } = read('results', sheet)
    expect(fields.slice(4)).toEqual(['subject', 'result', 'result', 'grade'])
    const who = { name: 'Mary Wanjiru', school: 'Moi', year: '2019', term: 'Term 1' }
    expect(made.rows).toEqual([
      { ...who, grade: 'B-', 'marks.English': '67 B' },
      { ...who, 'marks.Mathematics': '48 C' },
      { ...who, term: 'Term 2', 'marks.English': '70 B+' },
      { ...who, school: 'Kisii', 'marks.English': '30 D' },
      { ...who, name: 'MARY WANJIRU', 'marks.History': '55' },
    ])
    expect(made.sources.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6])
  })
})

describe('a sheet of receipts', () => {
  it('may have a column for each category', () => {
    const sheet = textSheet(
      'Ref|Year|Term|School fees|Bus fare KES|PTA|Lunch|Total',
      'EL-0001|2019|T1|22,000/=|1,250.50|-|300|23,550.50',
      'EL-0001|2019|T1|500||0||500',
    )
    const receipts = read('receipts', sheet)
    expect(receipts.fields).toEqual([
      'ref',
      'year',
      'term',
      'category_cost',
      'category_cost',
      'category_cost',
      'open',
      'skipped',
    ])
    expect(asked(receipts)['cost_category']).toEqual({
      'School fees': 'Tuition Fees',
      'Bus fare': 'Transport',
      PTA: 'P.A. Fund',
    })
    expect(receipts.made.rows).toEqual([
      {
        ref: 'EL-0001',
        year: '2019',
        term: 'Term 1',
        'items.Tuition Fees': '22,000',
        'items.Transport': '1,250.50',
      },
      { ref: 'EL-0001', year: '2019', term: 'Term 1', 'items.Tuition Fees': '500', 'items.P.A. Fund': '0' },
    ])
  })

  it('may have a row for each item', () => {
    const sheet = textSheet(
      'Name|Year|Term|Votehead|Description|Amount',
      'Ruth|2019|1|Transport|Bus fare|300',
      'Ruth|2019|1|Transport|Bus fare|250',
      'Ruth|2019|1|Tuition|Tuition Fees|22000',
    )
    const who = { name: 'Ruth', year: '2019', term: 'Term 1' }
    expect(read('receipts', sheet).made.rows).toEqual([
      { ...who, 'items.Transport: Bus fare': '300' },
      { ...who, 'items.Transport: Bus fare': '250' },
      { ...who, 'items.Tuition Fees: Tuition Fees': '22000' },
    ])
  })

  it('sends each row and each cent of a ledger in which names are written in two ways', () => {
    const names = ['Brian Kimutai Mwangangi', 'Faith Nekesa Wafula', "Mercy Wanjiku Ng'ang'a"]
    const lines = names.flatMap((name, child) =>
      ['Tuition', 'Transport', 'Shopping', 'Transport'].map((category, line) => ({
        name: line % 2 === 0 ? name : name.toUpperCase(),
        number: `R ${880 + child}`,
        category,
        cents: 1_000_000 + child * 12_345 + line * 50,
      })),
    )
    const sheet = textSheet(
      'FEES LEDGER 2019',
      'Receipt No|Name|Year|Term|Votehead|Amount',
      ...lines.map(({ name, number, category, cents }) =>
        [number, name, '2019', '2', category, `KES ${shillingsText(cents)}`].join('|'),
      ),
      `Total|||||${shillingsText(lines.reduce((sum, { cents }) => sum + cents, 0))}`,
    )
    const { made } = read('receipts', sheet)
    expect(made.rows.map(({ name, receipt_no }) => [name, receipt_no])).toEqual(
      lines.map(({ name, number }) => [name, number]),
    )
    const sent = made.rows.flatMap((row) =>
      Object.entries(row).flatMap(([field, text]) =>
        field.startsWith('items.') ? centsIn(String(text)) : [],
      ),
    )
    expect(sent).toEqual(lines.map(({ cents }) => cents))
  })
})
