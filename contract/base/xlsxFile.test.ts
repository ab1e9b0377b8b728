import { strFromU8, unzipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import type { FileTable } from './csv.ts'
import { workbookFile, xlsxFile } from './xlsxFile.ts'

const partOf = (table: FileTable, part: string) =>
  strFromU8(unzipSync(xlsxFile(table))[part] ?? new Uint8Array())
const sheetOf = (table: FileTable) => partOf(table, 'xl/worksheets/sheet1.xml')

test('writes numbers as numbers and texts as texts, and omits empty cells', () => {
  const sheet = sheetOf({ headers: ['No.', 'Name', 'School'], lines: [[1, 'Tom & <Jerry>\u0001', null]] })
  expect(sheet).toContain(
    '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="inlineStr"><is><t xml:space="preserve">Tom &amp; &lt;Jerry&gt;</t></is></c></row>',
  )
})

test('writes the head in bold and freezes it', () => {
  const sheet = sheetOf({ headers: ['Name'], lines: [] })
  expect(sheet).toContain('<c r="A1" s="3" t="inlineStr">')
  expect(sheet).toContain('state="frozen"')
})

test('makes a column as wide as its longest text, within bounds', () => {
  const sheet = sheetOf({ headers: ['No.', 'School', 'Why'], lines: [[1, 'Moi Girls', 'a'.repeat(200)]] })
  expect([...sheet.matchAll(/ width="(\d+)"/g)].map(([, width]) => width)).toEqual(['6', '11', '60'])
})

test('names columns beyond Z', () => {
  const sheet = sheetOf({ headers: Array.from({ length: 28 }, (_, index) => `${index}`), lines: [] })
  for (const name of ['Z1', 'AA1', 'AB1']) expect(sheet).toContain(`r="${name}"`)
})

test('writes money and marks in their own formats, and the last line in bold', () => {
  const table: FileTable = {
    headers: ['Name', 'Cost', 'Mark'],
    lines: [['Faith', 1234.5, 61.5]],
    foot: ['Total', 1234.5, null],
    formats: [undefined, 'money', 'mark'],
  }
  const styles = partOf(table, 'xl/styles.xml')
  const formats = [...styles.matchAll(/<xf xfId="0" numFmtId="(\d+)" fontId="(\d)"/g)].map(
    ([, format, font]) => [format, font],
  )
  const styleAt = (place: string) =>
    formats[Number(sheetOf(table).match(`r="${place}"(?: s="(\\d)")?`)?.[1] ?? 0)]
  expect(styleAt('A2')).toEqual(['0', '0'])
  expect(styleAt('B2')).toEqual(['4', '0'])
  expect(styleAt('C2')).toEqual(['164', '0'])
  expect(styleAt('A3')).toEqual(['0', '1'])
  expect(styleAt('B3')).toEqual(['4', '1'])
  expect(styles).toContain('<numFmt numFmtId="164" formatCode="0.0"/>')
})

test('numbers the rows of a long table once each', () => {
  const lines = Array.from({ length: 2_001 }, (_, index) => [index])
  const sheet = sheetOf({ headers: ['No.'], lines, foot: ['Total'] })
  const rows = [...sheet.matchAll(/<row r="(\d+)">/g)].map(([, number]) => Number(number))
  expect(rows).toEqual(Array.from({ length: 2_003 }, (_, index) => index + 1))
  expect(sheet).toContain('<c r="A2002"><v>2000</v></c>')
})

test('writes several tables as sheets with their names', () => {
  const [one, two] = ['Staff', 'Schools'].map((name): FileTable => ({ headers: [name], lines: [] }))
  const parts = unzipSync(workbookFile({ Staff: one!, Schools: two! }))
  const text = (part: string) => strFromU8(parts[part] ?? new Uint8Array())
  expect(text('xl/workbook.xml')).toContain('<sheet name="Schools" sheetId="2" r:id="rId2"/>')
  expect(text('xl/worksheets/sheet2.xml')).toContain('>Schools</t>')
  expect(text('[Content_Types].xml')).toContain('/xl/worksheets/sheet2.xml')
})

test('writes rows above and below a table, which make its columns no wider than their first cells', () => {
  const parts = unzipSync(
    workbookFile({
      List: {
        above: [['Remittance list', 'of a school with a long name'], []],
        headers: ['No.', 'Name'],
        lines: [[1, 'Faith']],
        foot: [null, 'Total'],
        below: [[], ['In words', 'Forty thousand Kenya shillings']],
      },
    }),
  )
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const rows = [...sheet.matchAll(/<row r="(\d)">(.*?)<\/row>/g)].map(([, number, cells = '']) =>
    [
      number,
      cells.replaceAll(/<c r="([A-Z]\d)"(?: s="(\d)")?.*?<[vt]\b[^>]*>(.*?)<.*?<\/c>/g, '[$1 $2 $3]'),
    ].join(' '),
  )
  expect(rows).toEqual([
    '1 [A1 3 Remittance list][B1 3 of a school with a long name]',
    '2 ',
    '3 [A3 3 No.][B3 3 Name]',
    '4 [A4  1][B4  Faith]',
    '5 [B5 3 Total]',
    '6 ',
    '7 [A7  In words][B7  Forty thousand Kenya shillings]',
  ])
  expect([...sheet.matchAll(/ width="(\d+)"/g)].map(([, width]) => width)).toEqual(['17', '7'])
  expect(sheet).not.toContain('state="frozen"')
  expect(sheet).toContain('fitToPage="1"')
})

test('writes the same bytes at any time', () => {
  const table = { headers: ['Name'], lines: [['Moi Girls']] }
  const before = xlsxFile(table)
  vi.useFakeTimers({ now: new Date('2031-03-04T05:06:07Z') })
  const after = xlsxFile(table)
  vi.useRealTimers()
  expect(after).toEqual(before)
})
