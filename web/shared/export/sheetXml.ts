import type { Cell, FileTable } from './Download.ts'

const NARROWEST = 6
const WIDEST = 60
const HEAD_STYLE = 1

/** The sheet of a workbook: a bold head that stays, columns as wide as their texts. */
export function sheetXml({ headers, lines }: FileTable, namespace: string): string {
  const rows = [headers, ...lines].map((cells, index) => rowXml(cells, index + 1)).join('')
  return `<worksheet xmlns="${namespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columnsXml(headers, lines)}</cols><sheetData>${rows}</sheetData></worksheet>`
}

const columnsXml = (headers: string[], lines: Cell[][]) =>
  headers
    .map((header, index) => {
      const longest = lines.reduce((most, cells) => Math.max(most, lengthOf(cells[index])), header.length)
      const width = Math.min(Math.max(longest + 2, NARROWEST), WIDEST)
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
    })
    .join('')

const lengthOf = (cell: Cell | undefined) => String(cell ?? '').length

function rowXml(cells: Cell[], number: number): string {
  const style = number === 1 ? ` s="${HEAD_STYLE}"` : ''
  return `<row r="${number}">${cells.map((cell, index) => cellXml(cell, `r="${columnName(index)}${number}"${style}`)).join('')}</row>`
}

function cellXml(cell: Cell, place: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
  return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

/** A, B … Z, AA, AB … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** What no XML may hold, not even written as a number. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const escaped = (text: string) =>
  text.replace(FORBIDDEN, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
