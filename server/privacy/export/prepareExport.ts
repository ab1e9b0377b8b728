import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Actor } from '../../database/history.ts'
import type { Services } from '../../Services.ts'
import { collectRecord, type ExportOrder } from './collectRecord.ts'
import { exportJson, exportPage } from './exportPage.ts'
import type { ZipEntry } from '../../base/zip.ts'

/** Redacts all other children that Elimu finds. */
export const redactAll: ExportOrder = { names: [], unredacted: [] }

/** The files of the ZIP of a student's record at an instant. */
export async function prepareExport(
  services: Services,
  id: number,
  actor: Actor,
  at: Date,
  order: ExportOrder = redactAll,
) {
  const { files, config } = services
  const record = await collectRecord(services, id, actor, at, order)
  const texts = {
    'index.html': exportPage(record, config.charityName, actor.today),
    'record.json': exportJson(record),
  }
  const own = Object.entries(texts).map(([path, text]) => ({ path, content: Buffer.from(text) }))
  const hash = createHash('sha256')
  for (const { content } of own) hash.update(content)
  for (const file of record.files) hash.update(file.path)
  const entries: ZipEntry[] = [
    ...own.map(({ path, content }) => ({
      path: `${record.ref}/${path}`,
      size: content.length,
      open: () => Readable.from([content]),
    })),
    ...record.files.map(({ path, bytes, key }) => ({
      path: `${record.ref}/${path}`,
      size: bytes,
      open: async () => (await files.open(key)).stream,
    })),
  ]
  const { ref: name, changes, redactions } = record
  return { entries, name, digest: hash.digest('base64url'), changes, redactions }
}
