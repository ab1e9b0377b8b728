import type { Download } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'

/** The lines of a downloaded CSV or XLSX file; an empty cell is an empty text. */
export async function readTable(download: Download): Promise<string[][]> {
  const bytes = await readFile(await download.path())
  return download.suggestedFilename().endsWith('.csv') ? readCsv(bytes.toString('utf8')) : readXlsx(bytes)
}

function readCsv(text: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of text
    .replace('\uFEFF', '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
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
