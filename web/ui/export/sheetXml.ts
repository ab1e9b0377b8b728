import { styleOf } from './cellStyles.ts'
import type { Cell, FileTable } from './Download.ts'

const NARROWEST = 6
const WIDEST = 60
/** What thousands separators and decimals add to a number at most. */
const FORMAT_ROOM = 5

type Style = Pick<FileTable, 'formats'> & { isBold?: boolean }

/** The sheet of a workbook: a bold head that stays, columns as wide as their texts, the last line bold if it sums up. */
export function sheetXml({ headers, lines, foot, formats }: FileTable, namespace: string): string {
  const rows = [
    rowXml(headers, 1, { isBold: true }),
    ...lines.map((cells, index) => rowXml(cells, index + 2, { formats })),
    ...(foot ? [rowXml(foot, lines.length + 2, { formats, isBold: true })] : []),
  ].join('')
  const columns = columnsXml(headers, foot ? [...lines, foot] : lines, formats)
  return `<worksheet xmlns="${namespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns}</cols><sheetData>${rows}</sheetData></worksheet>`
}

const columnsXml = (headers: string[], lines: Cell[][], formats: Style['formats']) =>
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

function rowXml(cells: Cell[], number: number, { formats, isBold = false }: Style): string {
  const xml = cells.map((cell, index) => {
    const style = styleOf(formats?.[index], isBold)
    return cellXml(cell, `r="${columnName(index)}${number}"${style ? ` s="${style}"` : ''}`)
  })
  return `<row r="${number}">${xml.join('')}</row>`
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
