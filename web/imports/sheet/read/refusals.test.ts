import { Deflate, strFromU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { IMPORT_ROWS_MAX } from '#contract/imports.ts'
import { sheetLimits, sheetMessages } from '../Spreadsheet.ts'
import { processorTimeOf } from '../testing/processorTimeOf.ts'
import {
  HEAD,
  partsOf,
  read,
  relations,
  rowOf,
  rowsOf,
  sharedStrings,
  workbook,
  zipOf,
} from '../testing/workbook.ts'

function refusalOf(bytes: Uint8Array): string | undefined {
  try {
    read(bytes)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => rowOf(index + 2, [`Child ${index}`, '1/2/2010', '3'])).join('')

describe('a workbook that is too large', () => {
  it('has 5,000 rows below its headings, and not one more', () => {
    expect(sheetLimits.rows).toBe(IMPORT_ROWS_MAX)
    const title = `<row r="1"><c t="str"><v>Register of pupils</v></c></row>`
    const titled = `${title}${numbered(5_001).replace('Child 0', 'Name').replace('1/2/2010', 'DOB').replace('>3<', '>Marks<')}`
    expect(rowsOf(workbook(titled))).toHaveLength(5_002)
    expect(() => read(workbook(HEAD + numbered(5_001)))).toThrow(sheetMessages.tooManyRows(5_000))
    expect(() => read(workbook(HEAD + numbered(7_000)))).toThrow(sheetMessages.tooManyRows(5_000))
  })

  it('has a sheet with too many rows beside one that may be imported', () => {
    const { sheets } = read(zipOf(partsOf({ Fees: HEAD + numbered(5_001), Pupils: HEAD })))
    expect(sheets.map(({ name, refusal }) => [name, refusal])).toEqual([
      ['Fees', sheetMessages.tooManyRows(5_000)],
      ['Pupils', undefined],
    ])
  })

  it('has 100 columns, and not one more; cells without a value do not count', () => {
    const wide = (count: number) =>
      `<row>${'<c t="str"><v>x</v></c>'.repeat(count)}<c s="1"/><c s="1"/></row>`
    expect(rowsOf(workbook(wide(100)))?.[0]).toHaveLength(100)
    expect(() => read(workbook(wide(101)))).toThrow(sheetMessages.tooManyColumns)
  })

  it('may have a million empty rows, which take no memory', () => {
    const empty = '<row ht="15"/>'.repeat(1_000_000)
    expect(rowsOf(workbook(HEAD + empty))).toHaveLength(1)
  })

  it('has more than 10 MB', () => {
    expect(() => read(new Uint8Array(10 * 1024 * 1024 + 1))).toThrow(sheetMessages.tooLarge)
  })

  const sheet = 'xl/worksheets/sheet1.xml'
  const long = sharedStrings(`<si><t>${'x'.repeat(1024 * 1024)}</t></si>`)
  const texts = '<row><c t="s"><v>0</v></c></row>'
  const merges = `<mergeCells>${'<mergeCell ref="A1:A5000"/>'.repeat(30)}</mergeCells>`
  const lastRow = '<row r="1048576"><c><v>1</v></c></row>'

  it.for([
    ['one long text in each cell', partsOf({ Pupils: texts.repeat(60) })],
    [
      'a long text merged again and again',
      {
        ...partsOf({ Pupils: '' }),
        [sheet]: `<x>${texts}<row r="5000"><c/><c><v>1</v></c></row><row><c/><c><v>1</v></c></row>${merges.repeat(3)}</x>`,
      },
    ],
    [
      'a cell in the last row of each of many sheets',
      partsOf(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`S${index}`, lastRow]))),
    ],
  ] as const)('makes much of few bytes: %s', ([, parts]) => {
    expect(() => read(zipOf({ ...parts, 'xl/sharedStrings.xml': long }))).toThrow(
      sheetMessages.unpackedTooLarge,
    )
  })

  it.for([
    ['a name without end', `<row><c ${'a'.repeat(500_000)}><v>1</v></c></row>`],
    ['brackets in quotes', `<row><c a="${'>'.repeat(500_000)}"><v>1</v></c></row>`],
  ] as const)('is read no longer for %s', ([, rows]) => {
    const bytes = workbook(rows)
    expect(processorTimeOf(() => expect(rowsOf(bytes)).toEqual([[1]]))).toBeLessThan(2_000)
  })

  const cell = '<c t="s"><v>0</v></c>'
  const spaces = ' '.repeat(1024 * 1024)
  const merge = '<mergeCell ref="A1:A2"/>'
  const xml = 'xl/styles.xml'
  const dated = (code: string) =>
    `<styleSheet><numFmt numFmtId="164" formatCode="${code}"/><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`
  const pupils = (rows: string, parts: Record<string, string> = {}) => ({
    ...partsOf({ Pupils: rows }),
    ...parts,
  })
  const strings = (text: string) => ({ 'xl/sharedStrings.xml': sharedStrings(`<si><t>${text}</t></si>`) })
  const many = (count: number) => Array.from({ length: count }, (_, index) => `S${index}`)

  it.for([
    [
      'cells of nothing but spaces',
      pupils(`<row>${cell.repeat(40_000)}</row>`, strings(spaces)),
      sheetMessages.unpackedTooLarge,
    ],
    [
      'a text with spaces, merged again and again',
      pupils(`<row>${cell}</row>${merge.repeat(40_000)}`, strings(`x${spaces}`)),
      sheetMessages.unpackedTooLarge,
    ],
    [
      'a merged area without end',
      pupils(`<row>${cell}</row><mergeCell ref="A${'1'.repeat(300_000)}x"/>`, strings('x')),
    ],
    ['a format of brackets', pupils('<row><c><v>1</v></c></row>', { [xml]: dated('['.repeat(300_000)) })],
    [
      'dates that show no year',
      pupils(`<row>${'<c s="0"><v>40000</v></c>'.repeat(60)}</row>`.repeat(5_000), { [xml]: dated('d mmm') }),
    ],
    [
      'signs that stand for many others',
      pupils(`<row>${cell.repeat(48)}</row>`, strings(`'${'\ufdfa'.repeat(1024 * 1024)}`)),
    ],
    ['tags by the million', pupils('<c/>'.repeat(12_000_000)), sheetMessages.unpackedTooLarge],
    [
      'more sheets than anybody has',
      partsOf(Object.fromEntries(many(2_000).map((name) => [name, '']))),
      sheetMessages.tooManySheets,
    ],
  ] as const)('is read or refused within seconds: %s', { timeout: 120_000 }, ([, parts, message]) => {
    const bytes = zipOf(parts)
    expect(processorTimeOf(() => expect(refusalOf(bytes)).toBe(message))).toBeLessThan(10_000)
  })

  it('is a zip bomb, at any declared size, and is not unpacked completely', () => {
    const { bytes, unpackedBytes } = bomb()
    expect(bytes.length).toBeLessThan(10 * 1024 * 1024)
    expect(unpackedBytes).toBeGreaterThan(4 * 1024 ** 3)
    const time = processorTimeOf(() => expect(() => read(bytes)).toThrow(sheetMessages.unpackedTooLarge))
    expect(time).toBeLessThan(5_000)
  })
})

/** A sheet of spaces that unpacks to gigabytes, and declares its packed size as its unpacked one. */
function bomb() {
  const blocks: Uint8Array[] = []
  const deflate = new Deflate((block) => blocks.push(block))
  const spaces = new Uint8Array(1024 * 1024).fill(32)
  deflate.push(spaces)
  deflate.flush(true)
  const block = new Uint8Array(blocks.flatMap((each) => Array.from(each)))
  const repeats = Math.floor((9 * 1024 * 1024) / block.length)
  const packed = new Uint8Array(block.length * repeats)
  for (let index = 0; index < repeats; index += 1) packed.set(block, index * block.length)
  const name = 'xl/worksheets/sheet1.xml'
  const bytes = zipOf({ ...partsOf({ Pupils: '' }), [name]: packed }, { level: 0 })
  // The packed part was stored unchanged, so both of its entries are marked as deflated.
  const text = strFromU8(bytes, true)
  bytes[text.indexOf(name) - 30 + 8] = 8
  bytes[text.lastIndexOf(name) - 46 + 10] = 8
  return { bytes, unpackedBytes: repeats * spaces.length }
}

describe('a file that is no workbook', () => {
  const start = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  const compound = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
  const wide = (text: string) => Array.from(text, (sign) => `${sign}\0`).join('')
  const whole = workbook(HEAD)

  it.for([
    ['an old Excel file', start(`${compound}${wide('Workbook')}`), sheetMessages.oldExcel],
    ['a locked one', start(`${compound}${wide('EncryptedPackage')}`), sheetMessages.encrypted],
    ['a binary one', zipOf({ 'xl/workbook.bin': '' }), sheetMessages.binaryExcel],
    ['an OpenDocument file', zipOf({ mimetype: 'x', 'content.xml': '<x/>' }), sheetMessages.openDocument],
    ['a Numbers file', zipOf({ 'Index/Document.iwa': '' }), sheetMessages.numbers],
    ['a PDF', start('%PDF-1.7 …'), sheetMessages.pdf],
    ['a web page', start('\n<html><table>'), sheetMessages.webPage],
    ['a picture', start('\x89PNG\r\n\x1a\n\0\0\0'), sheetMessages.noSpreadsheet],
    ['another zip', zipOf({ 'word/document.xml': '' }), sheetMessages.noSpreadsheet],
    [
      'a Word file',
      zipOf({ '_rels/.rels': relations(['a', 'officeDocument', 'word/document.xml']) }),
      sheetMessages.noSpreadsheet,
    ],
    ['one that was cut off', whole.slice(0, -300), sheetMessages.damaged],
    ['one with a hole', Uint8Array.from(whole).fill(0xff, 40, whole.length - 600), sheetMessages.damaged],
    [
      'one without a sheet',
      zipOf({ ...partsOf({ Pupils: HEAD }), 'xl/_rels/workbook.xml.rels': relations() }),
      sheetMessages.empty,
    ],
    [
      'a quotation mark that is never closed',
      workbook('<row r="1><c t="str"/></row>'),
      sheetMessages.damaged,
    ],
    ['one whose texts are missing', workbook('<row><c t="s"><v>0</v></c></row>'), sheetMessages.damaged],
    ['an empty file', new Uint8Array(), sheetMessages.empty],
    ['an empty sheet', workbook(''), sheetMessages.empty],
  ] as const)('is %s', ([, bytes, message]) => {
    expect(() => read(bytes)).toThrow(message)
  })

  it('does not expand declared entities, which could make gigabytes', () => {
    const parts = partsOf({ Pupils: '<row><c t="str"><v>&b;</v></c></row>' })
    const sheet = 'xl/worksheets/sheet1.xml'
    const evil = String(parts[sheet]).replace('<worksheet', '<!DOCTYPE x [<!ENTITY b "aaaa">]><worksheet')
    expect(rowsOf(zipOf({ ...parts, [sheet]: evil }))).toEqual([['&b;']])
  })
})
