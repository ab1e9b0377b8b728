import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { FileTable } from './Download.ts'
import { xlsxFile } from './xlsxFile.ts'

const sheetOf = (table: FileTable) =>
  strFromU8(unzipSync(xlsxFile(table))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())

test('keeps numbers as numbers, texts as texts, and leaves out what is empty', () => {
  const sheet = sheetOf({ headers: ['No.', 'Name', 'School'], lines: [[1, 'Tom & <Jerry>\u0001', null]] })
  expect(sheet).toContain(
    '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="inlineStr"><is><t xml:space="preserve">Tom &amp; &lt;Jerry&gt;</t></is></c></row>',
  )
})

test('sets the head in bold and keeps it in sight', () => {
  const sheet = sheetOf({ headers: ['Name'], lines: [] })
  expect(sheet).toContain('<c r="A1" s="1" t="inlineStr">')
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
