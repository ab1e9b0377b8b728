import { strToU8, Zip, ZipDeflate } from 'fflate'
import { describe, expect, it } from 'vitest'
import { workbookFile, xlsxFile } from '#contract/base/xlsxFile.ts'
import {
  HEAD,
  MAIN,
  partsOf,
  read,
  relations,
  rowOf,
  rowsOf,
  sharedStrings,
  workbook,
  zipOf,
} from '../testing/workbook.ts'

describe('a workbook', () => {
  it('of Excel is read: shared texts, some in runs, dates by style, cells left out, two sheets', () => {
    const parts = partsOf({
      Pupils:
        '<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c></row><row r="3" spans="1:4" x14ac:dyDescent="0.25"><c r="A3" t="s"><v>3</v></c><c r="B3" s="1"><v>40271</v></c><c r="D3"><v>388</v></c><c r="E3" s="1"/></row>',
      'Old &amp; gone': rowOf(1, ['Nothing', 'here']),
    })
    const strings = sharedStrings(
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
    const rows = `${HEAD}<row r="2" customFormat="false" ht="12.8"><c r="A2" s="0" t="str"><f aca="false">CONCATENATE(&quot;A&quot;,&quot;b&quot;)</f><v>Ab</v></c><c r="B2" s="2" t="n"><f aca="false">TODAY()</f><v>40271.75</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" t="e"><f>NA()</f><v>#N/A</v></c><c r="E2"><f>A9</f></c></row><row r="1048576" ht="12.8"/>`
    expect(rowsOf(workbook(rows))).toEqual([
      ['Name', 'DOB', 'Marks'],
      ['Ab', { date: '2010-04-03' }, true, null],
    ])
  })

  it('of Google Sheets is read: no sizes before the parts of the zip, no dimension, comments', () => {
    const chunks: Uint8Array[] = []
    const zip = new Zip((_error, chunk) => chunks.push(chunk))
    const rows = `<!-- <row/> -->${HEAD}<row r="2"><c r="A2" s="0" t="inlineStr"><is><t><![CDATA[Ruth <N>]]></t></is></c><c r="B2" s="2"><v>40073.0</v></c></row>`
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

  it('from Elimu’s own download is read without the apostrophes that guard its texts', () => {
    const table = {
      headers: ['Name', 'Phone'],
      lines: [
        ["'+254 700", 388],
        ["'quoted", null],
      ],
    }
    const rows = [['Name', 'Phone'], ['+254 700', 388], ["'quoted"]]
    expect(rowsOf(xlsxFile(table))).toEqual(rows)
    const letter = { ...table, above: [['Payment', 'P0001'], []], below: [[], ['For us']] }
    expect(rowsOf(workbookFile({ Letter: letter }))).toEqual([
      ['Payment', 'P0001'],
      [],
      ...rows,
      [],
      ['For us'],
    ])
  })

  it('counts days from 1904 if its settings say so', () => {
    const rows = '<row><c s="1"><v>38809</v></c><c s="2"><v>0</v></c></row>'
    const from1904 = '<workbookPr date1904="1"/>'
    expect(rowsOf(workbook(rows, { beforeSheets: from1904 }))).toEqual([
      [{ date: '2010-04-03' }, { date: '1904-01-01' }],
    ])
  })

  it('has days where the style is a date, and numbers elsewhere; leading zeros are kept', () => {
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

  it('has the month that a cell shows, without inventing a day', () => {
    const code = (id: number, text: string) => `<numFmt numFmtId="${id}" formatCode="${text}"/>`
    const styles = `<styleSheet><numFmts>${code(164, 'mmmm\\ yyyy')}${code(165, 'dd/mm')}</numFmts><cellXfs><xf numFmtId="16"/><xf numFmtId="17"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`
    const values = [40271, 40269, 40269, 40271, 40271]
    const cells = values.map((value, index) => `<c s="${[0, 1, 2, 3, 2][index]}"><v>${value}</v></c>`)
    const parts = { ...partsOf({ Pupils: `<row>${cells.join('')}</row>` }), 'xl/styles.xml': styles }
    expect(rowsOf(zipOf(parts))).toEqual([['3 Apr', 'Apr 2010', 'Apr 2010', '3 Apr', { date: '2010-04-03' }]])
  })

  it('has nothing in a cell whose shared text is missing, and only the entities of XML', () => {
    const cells = '<c t="s"/><c t="s"><v></v></c><c t="s"><v>0</v></c><c t="str"><v>&constructor;</v></c>'
    const strings = sharedStrings('<si><t>Ruth</t></si>')
    const parts = { ...partsOf({ Pupils: `<row>${cells}</row>` }), 'xl/sharedStrings.xml': strings }
    expect(rowsOf(zipOf(parts))).toEqual([[null, null, 'Ruth', '&constructor;']])
  })

  it('copies vertically merged cells into each row that is not empty, and no horizontally merged ones', () => {
    const rows = `${rowOf(1, ['Name', 'School', 'Class'])}${rowOf(2, ['Ruth', 'Moi Girls', 'F1'])}<row r="3"><c r="A3" t="str"><v>Esther</v></c></row><row r="5"><c r="C5" t="str"><v>F2</v></c></row>`
    const parts = partsOf({ Pupils: rows })
    const sheet = 'xl/worksheets/sheet1.xml'
    const merged = '</sheetData><mergeCells><mergeCell ref="B2:B5"/><mergeCell ref="A2:B2"/></mergeCells>'
    const bytes = zipOf({ ...parts, [sheet]: String(parts[sheet]).replace('</sheetData>', merged) })
    // Groups of headings end with their merged cells.
    expect(read(bytes).sheets[0]?.merged).toEqual([{ row: 1, from: 0, to: 1 }])
    expect(rowsOf(bytes)).toEqual([
      ['Name', 'School', 'Class'],
      ['Ruth', 'Moi Girls', 'F1'],
      ['Esther', 'Moi Girls'],
      [],
      [null, 'Moi Girls', 'F2'],
    ])
  })

  it('has no hidden or empty sheets', () => {
    const parts = partsOf({ Lists: rowOf(1, ['Female', 'Male']), Blank: '<row r="1"/>', Pupils: HEAD })
    const listed = String(parts['xl/workbook.xml']).replace('sheetId="1"', 'sheetId="1" state="veryHidden"')
    const { sheets } = read(zipOf({ ...parts, 'xl/workbook.xml': listed }))
    expect(sheets.map(({ name }) => name)).toEqual(['Pupils'])
  })
})
