import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { csvText } from '#contract/base/csv.ts'
import { tableOf } from '../../../ui/export/Download.ts'
import { cellText, type SheetCell, sheetLimits, sheetMessages } from '../Spreadsheet.ts'
import { refuseLong } from '../openSpreadsheet.ts'
import { readSpreadsheet } from './readSpreadsheet.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}
const read = (bytes: Uint8Array) => refuseLong(readSpreadsheet(bytes, 'register.nov.csv')).sheets[0]
const rowsOf = (bytes: Uint8Array) => read(bytes)?.rows

const table = [
  ['Name', 'Town'],
  ['Zoë', 'Nairobi'],
]

describe('a CSV file', () => {
  it.for([
    ['UTF-8', utf8('Name,Town\nZoë,Nairobi\n')],
    ['UTF-8 with a mark', utf8('\uFEFFName,Town\r\nZoë,Nairobi')],
    ['semicolons', utf8('Name;Town\r\nZoë;Nairobi\r\n')],
    ['tabs', utf8('Name\tTown\rZoë\tNairobi\r')],
    ['Windows-1252', latin('Name;Town\r\nZo\xeb;Nairobi\r\n')],
    ['UTF-16 with a mark', utf16('\uFEFFName\tTown\r\nZoë\tNairobi\r\n', true)],
    ['UTF-16 the other way round', utf16('\uFEFFName,Town\r\nZoë,Nairobi', false)],
    ['a first line that names the separator', utf8('sep=;\r\nName;Town\r\nZoë;Nairobi')],
    ['lines that end in two ways', utf8('Name,Town\r\nZoë,Nairobi\n')],
    ['text after a quoted text', utf8('Name,Town\n"Zo"ë,Nairobi\n')],
  ] as const)('is read in %s', ([, bytes]) => {
    expect(rowsOf(bytes)).toEqual(table)
  })

  it('has quoted texts with separators, quotation marks and new lines, and empty rows and cells', () => {
    const text = 'Name,Story\n"Wafula, Ruth","She said ""Yes"".\nTwice."\n\n,\nO"Neill,  \n'
    expect(rowsOf(utf8(text))).toEqual([
      ['Name', 'Story'],
      ['Wafula, Ruth', 'She said "Yes".\nTwice.'],
      [],
      [],
      ['O"Neill'],
    ])
  })

  it('has the separator that fits most rows, even if texts and decimals contain others', () => {
    expect(rowsOf(utf8('Name;Mean\nWafula, Ruth;12,5\nNoor, Abdi;9\n'))).toEqual([
      ['Name', 'Mean'],
      ['Wafula, Ruth', '12,5'],
      ['Noor, Abdi', '9'],
    ])
  })

  it('has a separator that does not split quoted texts, even if their lines contain others', () => {
    const story = 'Mother: Rose; Form 4\nFather: John; trader\nAunt: Anna; teacher\n'
    expect(rowsOf(utf8(`Name,Story\nRuth,"${story}"\n`))).toEqual([
      ['Name', 'Story'],
      ['Ruth', story],
    ])
  })

  it('has the separator that gives most cells, if several split all rows', () => {
    const [head] = rowsOf(utf8('Mean, %;Name;Town\n12,5;Ruth;Busia\n9,0;Abdi;Wajir\n')) ?? []
    expect(head).toEqual(['Mean, %', 'Name', 'Town'])
  })

  it('keeps leading zeros and formula-like texts as texts', () => {
    expect(rowsOf(utf8('No,Phone\n007,=1+1\n8,-\n'))?.slice(1)).toEqual([
      ['007', '=1+1'],
      ['8', '-'],
    ])
  })

  it('has empty cells in place of formula errors', () => {
    expect(rowsOf(utf8('Name,Mother\nRuth,#N/A\n#REF!,Jane'))).toEqual([
      ['Name', 'Mother'],
      ['Ruth', null],
      [null, 'Jane'],
    ])
  })

  it('has a sheet by the name of the file', () => {
    expect(read(utf8('a,b'))?.name).toBe('register.nov')
  })

  const lines = (count: number) => `Name,Marks\n${'Ruth,3\n'.repeat(count)}`

  it.for([
    ['an open quotation mark', utf8('Name,Story\nRuth,x\nAbdi,"He\n'), sheetMessages.openQuote(3)],
    ['10 MB of quotation marks', utf8('"'.repeat(sheetLimits.bytes)), sheetMessages.longCell(1)],
    ['as many and one that is open', utf8('"'.repeat(sheetLimits.bytes - 1)), sheetMessages.openQuote(1)],
    ['10 MB in one cell', utf8(`Name\n${'x'.repeat(sheetLimits.bytes - 5)}`), sheetMessages.longCell(2)],
    ['5,001 rows', utf8(lines(5_001)), sheetMessages.tooManyRows(5_000)],
    [
      'more rows than a spreadsheet has',
      utf8('\n'.repeat(1_048_576) + 'Ruth'),
      sheetMessages.tooManyRows(5_000),
    ],
    ['101 columns', utf8(`${'x,'.repeat(100)}x\n`), sheetMessages.tooManyColumns],
    ['nothing but empty rows', utf8('\n,,\n'.repeat(9)), sheetMessages.empty],
  ] as const)('is refused with %s', ([, bytes, message]) => {
    expect(() => read(bytes)).toThrow(message)
  })

  it('may have a cell of 50,000 characters', () => {
    const story = 'x'.repeat(sheetLimits.cell - 2)
    expect(rowsOf(utf8(`Name,Story\nRuth,"${story}"`))?.[1]).toEqual(['Ruth', story])
  })

  it('may have 5,000 rows and 100 columns', () => {
    expect(rowsOf(utf8(lines(5_000)))).toHaveLength(5_001)
    expect(rowsOf(utf8(`${'x,'.repeat(99)}x\n`))?.[0]).toHaveLength(100)
  })
})

test('every CSV file that Elimu writes is read back the same', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('aé"\',;\t|\r\n =-+@x')) })
  const cells = fc.array(fc.oneof(text, fc.integer(), fc.constant(null)), { minLength: 3, maxLength: 3 })
  const header = ['Name', 'Story', 'Marks']
  fc.assert(
    fc.property(fc.array(cells, { maxLength: 12 }), (rows) => {
      const written = csvText(
        tableOf({ name: 'x', headers: header, lines: (row: (typeof rows)[0]) => [row] }, rows),
      )
      // Cells of spaces at the end of a row, and rows of spaces at the end, are dropped.
      const texts = (rowsOf(utf8(written)) ?? []).map((row) => header.map((_, column) => textOf(row[column])))
      const all = [header, ...rows].map((row) => row.map(textOf))
      expect(texts).toEqual(all.slice(0, texts.length))
      expect(all.slice(texts.length).flat().join('')).toBe('')
    }),
    { numRuns: 400 },
  )
})

const textOf = (cell: SheetCell | undefined) =>
  typeof cell === 'string' && cell.trim() !== '' ? cell : cellText(cell)

test('a file without sheets is not refused without a reason', () => {
  expect(refuseLong({ sheets: [] })).toEqual({ sheets: [] })
})
