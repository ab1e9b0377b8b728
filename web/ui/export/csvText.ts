import type { Cell, FileTable } from './Download.ts'

/** Without it Excel reads the file in the code page of its country. */
const BYTE_ORDER_MARK = '\uFEFF'

/** As RFC 4180 has it. */
export function csvText({ headers, lines, foot }: FileTable): string {
  const all = [headers, ...lines, ...(foot ? [foot] : [])]
  return BYTE_ORDER_MARK + all.map((cells) => `${cells.map(field).join(',')}\r\n`).join('')
}

function field(cell: Cell): string {
  const text = String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
