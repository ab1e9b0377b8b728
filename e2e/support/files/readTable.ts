import type { Download } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'

/** The lines of a downloaded CSV or XLSX file; an empty cell is an empty text. */
export async function readTable(download: Download): Promise<string[][]> {
  const bytes = await readFile(await download.path())
  return download.suggestedFilename().endsWith('.csv') ? readCsv(bytes.toString('utf8')) : readXlsx(bytes)
}

/** By RFC 4180, and nothing else: a quote inside a plain cell, or a last line without its end, is an error. */
export function readCsv(file: string): string[][] {
  const text = file.replace('\uFEFF', '')
  const lines: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  for (let start = 0; start < text.length; start = cell.lastIndex) {
    const [, quoted, plain, end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error(`Not CSV: ${text.slice(start, start + 80)}`)
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}

function readXlsx(bytes: Uint8Array): string[][] {
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const width = sheet.match(/<col /g)?.length ?? 0
  return [...sheet.matchAll(/<row .*?<\/row>/gs)].map(([row]) => {
    const cells = Array.from({ length: width }, () => '')
    for (const [, letters = '', text = ''] of row.matchAll(
      /<c r="([A-Z]+)\d+"[^>]*>.*?<(?:v|t)\b[^>]*>(.*?)<\//gs,
    ))
      cells[Array.from(letters).reduce((all, letter) => 26 * all + letter.charCodeAt(0) - 64, 0) - 1] = text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
    return cells
  })
}
