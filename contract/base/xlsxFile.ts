import { strToU8, Zip, ZipDeflate } from 'fflate'
import { columnName } from './columnName.ts'
import type { Cell, CellFormat, FileTable } from './csv.ts'

/** The ids of custom number formats start here. */
const FIRST_OWN = 164
/** The built-in format `#,##0.00`. */
const MONEY = 4

const styleFormats = [undefined, 'money', 'mark'] as const
const numberFormats = { money: MONEY, mark: FIRST_OWN }

/** The index of a cell's style in `stylesXml`: every format plain, then every format in bold. */
const styleOf = (format: CellFormat | undefined, isBold: boolean) =>
  styleFormats.indexOf(format) + (isBold ? styleFormats.length : 0)

const FONT = '<sz val="11"/><name val="Calibri"/>'

const stylesXml = (namespace: string) =>
  `<styleSheet xmlns="${namespace}"><numFmts count="1"><numFmt numFmtId="${FIRST_OWN}" formatCode="0.0"/></numFmts><fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${2 * styleFormats.length}">${[0, 1].map(cellFormats).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const cellFormats = (font: number) =>
  styleFormats
    .map(
      (format) =>
        `<xf xfId="0" numFmtId="${format ? numberFormats[format] : 0}" fontId="${font}" applyFont="1" applyNumberFormat="1"/>`,
    )
    .join('')

const NARROWEST = 6
const WIDEST = 60
/** The most characters that thousands separators and decimals add to a number. */
const FORMAT_ROOM = 5

/** A table with rows around it, as on a letter: what it is about above its head, and what follows from it below. */
export type Sheet = FileTable & { above?: Cell[][]; below?: Cell[][] }

type Style = Pick<FileTable, 'formats'> & { isBold?: boolean }

/** Rows of a sheet that are compressed at once: the whole sheet of a long list has a hundred megabytes. */
const ROWS_AT_ONCE = 1_000

const frozenHead = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'

/**
 * The sheet of a workbook, in parts: a bold head, columns as wide as their texts, and a bold last line if it has sums. The head
 * is frozen unless rows are around it, which would cover a small screen; such a sheet is printed as wide as the paper.
 */
function* sheetXml({ above = [], below = [], ...table }: Sheet, namespace: string): Generator<string> {
  const { headers, lines, foot, formats } = table
  // The texts around a table are longer than its columns: only their first cells, which name them, have to fit.
  const around = [...above, ...below].map((cells) => cells.slice(0, 1))
  const columns = columnsXml(headers, [...lines, ...(foot ? [foot] : []), ...around], formats)
  const isLetter = around.length > 0
  const head = above.length + 1
  const end = head + lines.length + (foot ? 1 : 0)
  yield `<worksheet xmlns="${namespace}">${isLetter ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : ''}<sheetViews><sheetView workbookViewId="0">${isLetter ? '' : frozenHead}</sheetView></sheetViews><cols>${columns}</cols><sheetData>`
  yield above.map((cells, index) => rowXml(cells, index + 1, { isBold: index === 0 })).join('')
  yield rowXml(headers, head, { isBold: true })
  for (let start = 0; start < lines.length; start += ROWS_AT_ONCE)
    yield lines
      .slice(start, start + ROWS_AT_ONCE)
      .map((cells, index) => rowXml(cells, head + start + index + 1, { formats }))
      .join('')
  if (foot) yield rowXml(foot, end, { formats, isBold: true })
  yield below.map((cells, index) => rowXml(cells, end + index + 1, {})).join('')
  yield `</sheetData>${isLetter ? '<pageSetup paperSize="9" fitToHeight="0"/>' : ''}</worksheet>`
}

const columnsXml = (headers: readonly string[], lines: Cell[][], formats: Style['formats']) =>
  headers
    .map((header, index) => {
      const room = formats?.[index] ? FORMAT_ROOM : 0
      const longest = lines.reduce(
        (most, cells) => Math.max(most, lengthOf(cells[index]) + room),
        header.length,
      )
      const width = Math.min(Math.max(longest + 2, NARROWEST), WIDEST)
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
    })
    .join('')

const lengthOf = (cell: Cell | undefined) => String(cell ?? '').length

function rowXml(cells: readonly Cell[], number: number, { formats, isBold = false }: Style): string {
  const xml = cells.map((cell, index) => {
    const style = styleOf(formats?.[index], isBold)
    return cellXml(cell, `r="${columnName(index)}${number}"${style ? ` s="${style}"` : ''}`)
  })
  return `<row r="${number}">${xml.join('')}</row>`
}

function cellXml(cell: Cell, attributes: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c ${attributes}><v>${cell}</v></c>`
  return `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

/** Characters that XML does not allow, not even escaped. */
// oxlint-disable-next-line no-control-regex -- these characters are the ones to remove
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const escaped = (text: string) =>
  text.replace(FORBIDDEN, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`

const part = (name: string, type: string) =>
  `<Override PartName="/xl/${name}.xml" ContentType="${TYPE}.${type}+xml"/>`

/** The parts around the sheets, whose names contain nothing that XML escapes. */
const frameOf = (names: string[]) => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${names.map((_, index) => part(`worksheets/sheet${index + 1}`, 'worksheet')).join('')}</Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${names.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
  'xl/styles.xml': stylesXml(MAIN),
})

/** The same content gives the same bytes. */
const mtime = new Date(1980, 0, 1)

/** A workbook with a sheet for each table, by name. Zipped synchronously, because the security policy allows no worker from a blob. */
export function workbookFile(tables: Record<string, Sheet>): Uint8Array<ArrayBuffer> {
  const sheets = Object.values(tables).map((table, index): [string, Iterable<string>] => [
    `xl/worksheets/sheet${index + 1}.xml`,
    sheetXml(table, MAIN),
  ])
  const frame = Object.entries(frameOf(Object.keys(tables))).map(
    ([name, xml]): [string, Iterable<string>] => [name, [xml]],
  )
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const [name, xml] of [...frame, ...sheets]) {
    const file = Object.assign(new ZipDeflate(name), { mtime })
    zip.add(file)
    file.push(strToU8('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'))
    for (const piece of xml) file.push(strToU8(piece))
    file.push(new Uint8Array(), true)
  }
  zip.end()
  return joined(chunks)
}

function joined(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** A workbook with the table as its one sheet. */
export const xlsxFile = (table: FileTable) => workbookFile({ Sheet1: table })
