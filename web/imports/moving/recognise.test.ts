import { expect, it } from 'vitest'
import { importKinds, type ImportKind } from '#contract/imports.ts'
import { guessHeader } from '../sheet/guess/guessHeader.ts'
import { template } from '../sheet/saveRows.ts'
import type { Sheet, SheetCell } from '../sheet/Spreadsheet.ts'
import { register, textSheet } from '../sheet/testing/register.ts'
import { factsOf, recognise } from './recognise.ts'

const named = (sheet: Sheet) => ({ ...sheet, file: 'book.xlsx', header: guessHeader(sheet.rows) })

it.each(importKinds)('the template of %s is recognised', (kind) => {
  const { download, rows } = template(kind)
  const cells = rows.flatMap((row, index) => download.lines(row, index + 1)) as SheetCell[][]
  expect(recognise(named({ name: 'S', rows: [download.headers, ...cells] }))).toBe(kind)
})

const sheets: [ImportKind | undefined, ...string[]][] = [
  ['results', 'Adm No|Name|Eng|Kisw|Maths', '4411|Faith Atieno|67 B|71|48', '4412|Mary Wanjiru|50|60|70'],
  [
    'results',
    'No|NAMES|Form|Yr|ENG|Maths|Astronomy|Mean|M.G|Ref',
    '1|ATIENO FAITH|F2|2024|67 B|48|C+|58|C+|',
  ],
  ['results', 'Name|School|Subject|Marks', 'Faith Atieno|Nyando Girls|English|67'],
  ['receipts', 'Receipt No|Name|Year|Term|Class|Votehead|Amount', '881|Brian|2024|Term 1|Form 2|Tuition|900'],
  ['receipts', 'Name|Adm No|Fees|Transport', 'Brian Kimutai|4411|500|300'],
  ['students', 'Name|DOB|Sex|School|Marks|Type|Joined|Officer', 'Ruth|05/06/2010|F|Nyando Girls|388|Sec||'],
  ['students', 'Name|Class|School|Sex', 'Ruth Nekesa|Form 2|Nyando Girls|F'],
  ['schools', 'School|Cluster', 'Moi Girls|Kibera'],
  ['supporters', 'First name|Last name|Email', 'Grace|Wanjiru|grace@elimu.test'],
  ['supporters', 'Name|E-mail|Country', 'Grace Wanjiru|grace@elimu.test|Kenya'],
  ['staff', 'Name|Email|Position', 'Grace Wanjiru|grace@elimu.test|Liaison Officer'],
  ['plans', 'School|Class|Term|Fees|To school', 'Moi Girls|Form 1|Term 1|22,000|20,000'],
  ['plans', 'Yr|School|Form|Trm|Amount (KES)', '2026|Moi Girls|F1|1|22,000'],
  ['accounts', 'School|Bank|Branch|A/C Name|A/C No', 'Moi Girls|KCB|Eldoret|Moi Girls BOM|0110264500'],
  ['accounts', 'School|Paybill|Paybill account', 'Moi Girls|400222|Adm. No.'],
  [undefined, 'Name|School|Class|Term|Amount', 'Faith Atieno|Moi Girls|Form 1|Term 1|500'],
  [undefined, 'Name|Amount|Remarks', 'Faith Atieno|500|paid'],
  [undefined, 'Name|School|Amount', 'Faith Atieno|Nyando Girls|500'],
  [undefined, 'How to use this workbook', 'Type below the headings'],
]

it.each(sheets)('a sheet of %s is known by its headings: %s', (kind, ...lines) => {
  expect(recognise(named(textSheet(...lines)))).toBe(kind)
})

it('a register below titles is known, and by which headings', () => {
  expect(recognise(named(register))).toBe('students')
  expect(factsOf('students', named(register))).toMatchObject({
    knownBy: ['Ref', 'Pupil’s name', 'D.O.B (dd/mm/yyyy)', 'Sex', 'Name of School'],
    rows: 2,
    total: undefined,
  })
})

it('names and emails are staff only if they are wanted', () => {
  const sheet = named(textSheet('Name|Email', 'Grace Wanjiru|grace@elimu.test'))
  expect(recognise(sheet)).toBe('supporters')
  expect(recognise(sheet, 'staff')).toBe('staff')
  expect(recognise(sheet, 'students')).toBe('supporters')
})

it('sheets whose headings differ in case and punctuation alone have the same headings', () => {
  const [one, other, third] = ['Adm. No|NAME|Eng', 'Adm No|Name|Eng|', 'Adm No|Name|Maths'].map(
    (headings) => factsOf('results', named(textSheet(headings, '1|Ruth|50'))).headings,
  )
  expect(one).toBe(other)
  expect(third).not.toBe(one)
})

it('the amounts of receipts are added up', () => {
  const sheet = textSheet(
    'Name|Adm No|Fees|Transport',
    'Brian|4411|1,500.50|300',
    'Faith|4412|paid|',
    'TOTAL||1800|300',
  )
  expect(factsOf('receipts', named(sheet))).toMatchObject({ rows: 2, total: 180_050 })
})

it('a long sheet is refused where its kind has fewer rows', () => {
  const sheet = textSheet(
    'School|Cluster',
    ...Array.from({ length: 5_001 }, (_, row) => `School ${row}|Kibera`),
  )
  expect(factsOf('schools', named(sheet)).refusal).toContain('more than 5,000 rows')
  expect(factsOf('results', named(sheet)).refusal).toBeUndefined()
})
