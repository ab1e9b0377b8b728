import { strToU8, type ZipOptions, type Zippable, zipSync } from 'fflate'
import { refuseLong } from '../openSpreadsheet.ts'
import { readSpreadsheet } from '../read/readSpreadsheet.ts'

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
export const relations = (...all: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.map((each) => relation(...each)).join('')}</Relationships>`

/** Date styles as programs write them: built in, with a custom code, and a time without a day. */
export const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="[$-809]dd\\ mmmm\\ yyyy;@"/><numFmt numFmtId="165" formatCode="&quot;Day &quot;0"/><numFmt numFmtId="166" formatCode="hh:mm"/><numFmt numFmtId="167" formatCode="000000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs></styleSheet>`

/** The parts of a workbook with these sheets, in the layout that most programs use. Tests replace parts of it. */
export function partsOf(sheets: Record<string, string>, { beforeSheets = '' } = {}): Record<string, string> {
  const names = Object.keys(sheets)
  const parts = Object.entries(sheets).map(([, rows], index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
  ])
  return {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${beforeSheets}<sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, index): [string, string, string] => [
        `rId${index + 1}`,
        'worksheet',
        `worksheets/sheet${index + 1}.xml`,
      ]),
      ['rId90', 'styles', 'styles.xml'],
      ['rId91', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(parts),
  }
}

export const zipOf = (parts: Record<string, string | Uint8Array>, options: ZipOptions = {}): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ) as Zippable,
    options,
  )

export const workbook = (rows: string, more: { beforeSheets?: string } = {}) =>
  zipOf(partsOf({ Pupils: rows }, more))

/** A row of texts, written into its cells. */
export const rowOf = (number: number, texts: string[]) =>
  `<row r="${number}">${texts.map((text, index) => `<c r="${String.fromCharCode(65 + index)}${number}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

export const HEAD = rowOf(1, ['Name', 'DOB', 'Marks'])

export const sharedStrings = (...strings: string[]) => `<sst xmlns="${MAIN}">${strings.join('')}</sst>`

export const read = (bytes: Uint8Array) => refuseLong(readSpreadsheet(bytes, 'register.xlsx'))
export const rowsOf = (bytes: Uint8Array) => read(bytes).sheets[0]?.rows
