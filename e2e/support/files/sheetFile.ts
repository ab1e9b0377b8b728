import { strToU8, zipSync } from 'fflate'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

export type Row = (string | number | null)[]

/** A workbook of one sheet, to be chosen in a file field. */
export const sheetFile = (name: string, rows: Row[]) => workbookFile(name, { Pupils: rows })

/** A workbook with sheets by name, to be chosen in a file field. Ranges such as `C3:F3` are merged in each of them. */
export function workbookFile(name: string, sheets: Record<string, Row[]>, merged: string[] = []) {
  const names = Object.keys(sheets)
  const files = names.map((_, index) => `sheet${index + 1}`)
  const part = (file: string, type: string) =>
    `<Override PartName="/xl/${file}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  const entries = names.map(
    (title, index) => `<sheet name="${escaped(title)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const relations = files.map(
    (file, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/${file}.xml"/>`,
  )
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${files.map((file) => part(`worksheets/${file}`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/worksheets/${files[index]}.xml`,
        sheetXml(rows, merged),
      ]),
    ),
  }
  const bytes = Object.entries(parts).map(([file, xml]) => [file, strToU8(xml)])
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(zipSync(Object.fromEntries(bytes))),
  }
}

function sheetXml(rows: Row[], merged: string[]): string {
  const lines = rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`)
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`)
  return `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData>${merges.length > 0 ? `<mergeCells>${merges.join('')}</mergeCells>` : ''}</worksheet>`
}

/** Cells have no address: an empty one keeps the place of its column. */
function cellXml(value: string | number | null): string {
  if (value === null || value === '') return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
