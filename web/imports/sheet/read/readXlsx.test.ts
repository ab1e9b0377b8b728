import { Deflate, strFromU8, strToU8, Zip, ZipDeflate } from 'fflate'
import { describe, expect, it } from 'vitest'
import { IMPORT_ROWS_MAX } from '#contract/imports.ts'
import { xlsxFile } from '../../../ui/export/xlsxFile.ts'
import { sheetLimits, sheetMessages } from '../Spreadsheet.ts'
import { MAIN, partsOf, relations, rowOf, workbook, zipOf } from '../testing/workbook.ts'
import { refuseLong } from '../openSpreadsheet.ts'
import { readSpreadsheet } from './readSpreadsheet.ts'

const read = (bytes: Uint8Array) => refuseLong(readSpreadsheet(bytes, 'register.xlsx'))
const rowsOf = (bytes: Uint8Array) => read(bytes).sheets[0]?.rows
const shared = (...strings: string[]) => `<sst xmlns="${MAIN}">${strings.join('')}</sst>`
const head = rowOf(1, ['Name', 'DOB', 'Marks'])

describe('a workbook', () => {
  it('of Excel is read: shared texts, some in runs, dates by style, cells left out, two sheets', () => {
    const parts = partsOf({
      Pupils:
        '<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c></row><row r="3" spans="1:4" x14ac:dyDescent="0.25"><c r="A3" t="s"><v>3</v></c><c r="B3" s="1"><v>40271</v></c><c r="D3"><v>388</v></c><c r="E3" s="1"/></row>',
      'Old &amp; gone': rowOf(1, ['Nothing', 'here']),
    })
    const strings = shared(
      '<si><t>Name</t></si>',
      '<si><r><t>D</t></r><r><rPr><b/></rPr><t>OB</t></r></si>',
      '<si><t>Marks</t></si>',
      '<si><t xml:space="preserve">Kiprono  O&apos;Neill &#233;_x000D_</t><rPh sb="0" eb="1"><t>no</t></rPh></si>',
    )
    expect(read(zipOf({ ...parts, 'xl/sharedStrings.xml': strings })).sheets).toEqual([
      {
        name: 'Pupils',
        rows: [
          ['Name', 'DOB', null, 'Marks'],
          [],
          ["Kiprono  O'Neill é\r", { date: '2010-04-03' }, null, 388],
        ],
      },
      { name: 'Old & gone', rows: [['Nothing', 'here']] },
    ])
  })

  it('of LibreOffice is read: formulas with their values, true and false, errors, a styled last row', () => {
    const rows = `${head}<row r="2" customFormat="false" ht="12.8"><c r="A2" s="0" t="str"><f aca="false">CONCATENATE(&quot;A&quot;,&quot;b&quot;)</f><v>Ab</v></c><c r="B2" s="2" t="n"><f aca="false">TODAY()</f><v>40271.75</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" t="e"><f>NA()</f><v>#N/A</v></c><c r="E2"><f>A9</f></c></row><row r="1048576" ht="12.8"/>`
    expect(rowsOf(workbook(rows))).toEqual([
      ['Name', 'DOB', 'Marks'],
      ['Ab', { date: '2010-04-03' }, true, '#N/A'],
    ])
  })

  it('of Google Sheets is read: no sizes before the parts of the zip, no dimension, comments', () => {
    const chunks: Uint8Array[] = []
    const zip = new Zip((_error, chunk) => chunks.push(chunk))
    const rows = `<!-- <row/> -->${head}<row r="2"><c r="A2" s="0" t="inlineStr"><is><t><![CDATA[Ruth <N>]]></t></is></c><c r="B2" s="2"><v>40073.0</v></c></row>`
    for (const [name, text] of Object.entries(partsOf({ Pupils: rows }))) {
      const part = new ZipDeflate(name)
      zip.add(part)
      part.push(strToU8(text), true)
    }
    zip.end()
    const bytes = new Uint8Array(chunks.flatMap((chunk) => Array.from(chunk)))
    expect(rowsOf(bytes)?.[1]).toEqual(['Ruth <N>', { date: '2009-09-17' }])
  })

  it('of other programs is read: prefixed names, absolute paths, single quotes, no places in rows and cells', () => {
    const parts = {
      ...partsOf({ Pupils: '' }),
      '_rels/.rels': relations(['a', 'officeDocument', '/xl/workbook.xml']),
      'xl/_rels/workbook.xml.rels': relations(
        ['rId1', 'worksheet', '/xl/worksheets/sheet1.xml'],
        ['b', 'styles', '/xl/styles.xml'],
      ),
      'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x='${MAIN}'><x:sheetData><x:row><x:c t='inlineStr'><x:is><x:t>Name</x:t></x:is></x:c><x:c t='str'><x:v>DOB</x:v></x:c></x:row><x:row><x:c/><x:c s='1'><x:v>40271</x:v></x:c></x:row><x:row><x:c/><x:c t='d'><x:v>2010-04-03T00:00:00</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    }
    const day = { date: '2010-04-03' }
    expect(rowsOf(zipOf(parts))).toEqual([
      ['Name', 'DOB'],
      [null, day],
      [null, day],
    ])
  })

  it('of our own is read, without the guards of its texts', () => {
    const table = {
      headers: ['Name', 'Phone'],
      lines: [
        ["'+254 700", 388],
        ["'quoted", null],
      ],
    }
    expect(rowsOf(xlsxFile(table))).toEqual([['Name', 'Phone'], ['+254 700', 388], ["'quoted"]])
  })

  it('counts its days from 1904 where it says so', () => {
    const rows = '<row><c s="1"><v>38809</v></c><c s="2"><v>0</v></c></row>'
    const from1904 = '<workbookPr date1904="1"/>'
    expect(rowsOf(workbook(rows, { beforeSheets: from1904 }))).toEqual([
      [{ date: '2010-04-03' }, { date: '1904-01-01' }],
    ])
  })

  it('has days where the style says so, and numbers elsewhere; zeros in front are kept', () => {
    const values = [
      [1, 40271],
      [1, 59],
      [1, 61],
      [1, 60],
      [1, -3],
      [3, 5],
      [4, 0.5],
      [5, 1847],
      [0, 40271],
    ]
    const cells = values.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')
    expect(rowsOf(workbook(`<row>${cells}</row>`))).toEqual([
      [
        { date: '2010-04-03' },
        { date: '1900-02-28' },
        { date: '1900-03-01' },
        60,
        -3,
        5,
        0.5,
        '001847',
        40271,
      ],
    ])
  })

  it('fills what is merged downwards into each row that is not empty, and nothing sideways', () => {
    const rows = `${rowOf(1, ['Name', 'School', 'Class'])}${rowOf(2, ['Ruth', 'Moi Girls', 'F1'])}<row r="3"><c r="A3" t="str"><v>Esther</v></c></row><row r="5"><c r="C5" t="str"><v>F2</v></c></row>`
    const parts = partsOf({ Pupils: rows })
    const sheet = 'xl/worksheets/sheet1.xml'
    const merged = '</sheetData><mergeCells><mergeCell ref="B2:B5"/><mergeCell ref="A2:B2"/></mergeCells>'
    const bytes = zipOf({ ...parts, [sheet]: String(parts[sheet]).replace('</sheetData>', merged) })
    expect(rowsOf(bytes)).toEqual([
      ['Name', 'School', 'Class'],
      ['Ruth', 'Moi Girls', 'F1'],
      ['Esther', 'Moi Girls'],
      [],
      [null, 'Moi Girls', 'F2'],
    ])
  })

  it('keeps its hidden and empty sheets to itself', () => {
    const parts = partsOf({ Lists: rowOf(1, ['Female', 'Male']), Blank: '<row r="1"/>', Pupils: head })
    const listed = String(parts['xl/workbook.xml']).replace('sheetId="1"', 'sheetId="1" state="veryHidden"')
    const { sheets } = read(zipOf({ ...parts, 'xl/workbook.xml': listed }))
    expect(sheets.map(({ name }) => name)).toEqual(['Pupils'])
  })
})

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => rowOf(index + 2, [`Child ${index}`, '1/2/2010', '3'])).join('')

describe('a workbook that is too large', () => {
  it('has 5,000 rows below its headings, and not one more', () => {
    expect(sheetLimits.rows).toBe(IMPORT_ROWS_MAX)
    const title = `<row r="1"><c t="str"><v>Register of pupils</v></c></row>`
    const titled = `${title}${numbered(5_001).replace('Child 0', 'Name').replace('1/2/2010', 'DOB').replace('>3<', '>Marks<')}`
    expect(rowsOf(workbook(titled))).toHaveLength(5_002)
    expect(() => read(workbook(head + numbered(5_001)))).toThrow(sheetMessages.tooManyRows)
    expect(() => read(workbook(head + numbered(7_000)))).toThrow(sheetMessages.tooManyRows)
  })

  it('has a sheet with too many rows beside one that may be imported', () => {
    const { sheets } = read(zipOf(partsOf({ Fees: head + numbered(5_001), Pupils: head })))
    expect(sheets.map(({ name, refusal }) => [name, refusal])).toEqual([
      ['Fees', sheetMessages.tooManyRows],
      ['Pupils', undefined],
    ])
  })

  it('has 60 columns, and not one more; cells without a value do not count', () => {
    const wide = (count: number) =>
      `<row>${'<c t="str"><v>x</v></c>'.repeat(count)}<c s="1"/><c s="1"/></row>`
    expect(rowsOf(workbook(wide(60)))?.[0]).toHaveLength(60)
    expect(() => read(workbook(wide(61)))).toThrow(sheetMessages.tooManyColumns)
  })

  it('has a million empty rows, which take no room', () => {
    const empty = '<row ht="15"/>'.repeat(1_000_000)
    expect(rowsOf(workbook(head + empty))).toHaveLength(1)
  })

  it('has more than 10 MB', () => {
    expect(() => read(new Uint8Array(10 * 1024 * 1024 + 1))).toThrow(sheetMessages.tooLarge)
  })

  it('is a bomb, whatever size it declares, and is not unpacked whole', () => {
    const { bytes, unpackedBytes } = bomb()
    expect(bytes.length).toBeLessThan(10 * 1024 * 1024)
    expect(unpackedBytes).toBeGreaterThan(4 * 1024 ** 3)
    const start = performance.now()
    expect(() => read(bytes)).toThrow(sheetMessages.unpackedTooLarge)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

/** A sheet of spaces that unpacks to gigabytes, and says that it has as many bytes as it has packed. */
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
  // The packed part was stored as it is. Its two entries are told that it is deflated.
  const text = strFromU8(bytes, true)
  bytes[text.indexOf(name) - 30 + 8] = 8
  bytes[text.lastIndexOf(name) - 46 + 10] = 8
  return { bytes, unpackedBytes: repeats * spaces.length }
}

describe('a file that is no workbook', () => {
  const start = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  const compound = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
  const wide = (text: string) => Array.from(text, (sign) => `${sign}\0`).join('')
  const whole = workbook(head)

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
      zipOf({ ...partsOf({ Pupils: head }), 'xl/_rels/workbook.xml.rels': relations() }),
      sheetMessages.empty,
    ],
    [
      'a quotation mark that is never closed',
      workbook('<row r="1><c t="str"/></row>'),
      sheetMessages.damaged,
    ],
    ['an empty file', new Uint8Array(), sheetMessages.empty],
    ['an empty sheet', workbook(''), sheetMessages.empty],
  ] as const)('is %s', ([, bytes, message]) => {
    expect(() => read(bytes)).toThrow(message)
  })

  it('reads no entities of its own, of which others make gigabytes', () => {
    const parts = partsOf({ Pupils: '<row><c t="str"><v>&b;</v></c></row>' })
    const sheet = 'xl/worksheets/sheet1.xml'
    const evil = String(parts[sheet]).replace('<worksheet', '<!DOCTYPE x [<!ENTITY b "aaaa">]><worksheet')
    expect(rowsOf(zipOf({ ...parts, [sheet]: evil }))).toEqual([['&b;']])
  })
})
