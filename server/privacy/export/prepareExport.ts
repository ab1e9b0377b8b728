import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { formatDay } from '#contract/base/days.ts'
import type { Actor } from '../../database/history.ts'
import type { Services } from '../../Services.ts'
import { collectRecord } from './collectRecord.ts'
import { exportJson, exportPage } from './exportPage.ts'
import type { ZipEntry } from '../../base/zip.ts'

/** The files of the ZIP of a student's record at an instant. */
export async function prepareExport(services: Services, id: number, actor: Actor, at: Date) {
  const { files, config } = services
  const record = await collectRecord(services, id, actor, at)
  const texts = {
    'index.html': exportPage(record, config.charityName, formatDay(actor.today)),
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
  return { entries, name: record.ref, digest: hash.digest('base64url'), changes: record.changes }
}
