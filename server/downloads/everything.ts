import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflateRaw } from 'node:zlib'
import { BYTE_ORDER_MARK, type Cell, csvLines, withoutFormula } from '#contract/base/csv.ts'
import { IMPORT_ROWS_MAX, importKinds, rowsMaxOf } from '#contract/imports.ts'
import { yieldToRequests } from '../base/yieldToRequests.ts'
import type { Config } from '../config.ts'
import { withSnapshot } from '../database/engines/snapshot.ts'
import type { ZipEntry } from '../base/zip.ts'
import { openSheet, type SheetKind } from './sheets.ts'

/** The sheets, in the order in which they are imported. Administrators are added by hand, before; those after the accounts are only read. */
const parts = [
  ['administrators', 'administrators'],
  ['schools', 'schools'],
  ['staff', 'staff'],
  ['supporters', 'supporters'],
  ['students', 'students'],
  ['results', 'report-cards'],
  ['receipts', 'receipts'],
  ['plans', 'fee-plans'],
  ['accounts', 'school-accounts'],
  ['own_figures', 'own-figures'],
  ['promises', 'promises'],
  ['received', 'received'],
  ['payments', 'payments'],
  ['receipt_links', 'receipts-of-payments'],
] as const satisfies [SheetKind, string][]

/** A sheet is divided before it exceeds the size that the import accepts. */
const BYTES_MAX = 5_000_000

/** All records of one moment as CSV files that the import reads, and a digest of their content. */
export const everything = (config: Config): Promise<{ entries: ZipEntry[]; digest: string }> =>
  withSnapshot(config, async ({ trx }) => {
    const entries: ZipEntry[] = []
    const hash = createHash('sha256')
    for (const [position, [kind, name]] of parts.entries()) {
      const sheet = await openSheet(trx, kind)
      const imported = importKinds.find((known) => known === kind)
      const rowsMax = imported ? rowsMaxOf(imported) : IMPORT_ROWS_MAX
      const head = BYTE_ORDER_MARK + csvLines([sheet.headings.map(withoutFormula)])
      const files = [createCsv(head)]
      for (let after: number | null = 0; after !== null;) {
        const { lines, last } = await sheet.read(after)
        const text = csvLines(lines.map((cells) => cells.map((cell): Cell => withoutFormula(cell))))
        if (files.at(-1)?.isFull(lines.length, text.length, rowsMax)) files.push(createCsv(head))
        await files.at(-1)?.add(lines.length, text)
        after = last
        await yieldToRequests()
      }
      for (const [index, file] of files.entries()) {
        const { content, ...deflated } = await file.end()
        if (file.isEmpty()) continue
        const number = files.length > 1 ? `-${index + 1}` : ''
        const path = `${position}-${name}${number}.csv`
        hash.update(`${path} ${deflated.size} ${deflated.crc}\n`)
        entries.push({ path, size: content.length, deflated, open: () => Readable.from([content]) })
      }
    }
    return { entries, digest: hash.digest('base64url') }
  })

/** A CSV file that is compressed while it is written. */
function createCsv(head: string) {
  const deflate = createDeflateRaw()
  const content = buffer(deflate)
  let rows = 0
  let size = 0
  let crc = 0

  async function write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    size += bytes.length
    crc = crc32(bytes, crc)
    if (bytes.length > 0 && !deflate.write(bytes)) await once(deflate, 'drain')
  }
  const begun = write(head)
  return {
    isEmpty: () => rows === 0,
    isFull: (more: number, length: number, rowsMax: number) =>
      rows > 0 && (rows + more > rowsMax || size + length > BYTES_MAX),
    async add(more: number, text: string): Promise<void> {
      await begun
      rows += more
      await write(text)
    },
    async end() {
      await begun
      deflate.end()
      return { content: await content, size, crc }
    },
  }
}
