import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { sweepAll } from '../../files/sweep.ts'
import { costsOf, marksOf, pdfOf, type Written } from './recordWriter.ts'
import { HOUR } from '../steppedClock.ts'
import type { TestApp } from '../testApp.ts'
import type { TestClient } from '../testClient.ts'

/** Expects every acknowledged record as it was sent, and no others. */
export async function expectWritten({ db }: TestApp, reader: TestClient, written: Written[]): Promise<void> {
  for (const kind of ['reports', 'finance'] as const) {
    const own = written.filter((record) => record.kind === kind)
    const table = kind === 'reports' ? 'reports' : 'receipts'
    const rows = await db.selectFrom(table).select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(own.map(({ id }) => id).toSorted((a, b) => a - b))
  }
  for (const { kind, id, version, student_id, n } of written) {
    const { body } = await reader.get(`/api/${kind}/${id}?query=edit`)
    const { data } = body as { data: { pathReport?: string; pathFinance?: string } }
    expect(data).toMatchObject({
      student_id,
      version,
      ...(kind === 'reports' ? { marks: marksOf(n) } : { items: costsOf(n).map((cost) => ({ cost })) }),
    })
    const file = await reader.get(data.pathReport ?? data.pathFinance ?? '')
    expect(file.text).toBe(pdfOf(n).toString())
  }
}

/** Expects that every row has its related rows, and every stored file a row. */
export async function expectNoRemains(test: TestApp): Promise<void> {
  const { db, engine, files, services, clock, config } = test
  clock.step(2 * HOUR)
  await sweepAll(services)
  expect(await db.selectFrom('unowned_bytes').selectAll().execute()).toEqual([])
  const rows = await db.selectFrom('files').select(['key', 'bytes']).execute()
  const stored = await readdir(join(config.dataDir, 'files'), { recursive: true, withFileTypes: true })
  const names = stored.filter((entry) => entry.isFile()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(rows.map(({ key }) => key).toSorted())
  for (const { key, bytes } of rows) {
    const { stream, size } = await files.open(key)
    expect([size, (await buffer(stream)).length]).toEqual([bytes, bytes])
  }
  for (const [what, query] of Object.entries(broken))
    expect((await sql.raw<{ id: number }>(query).execute(db)).rows, what).toEqual([])
  if (engine === 'postgres') return
  expect((await sql.raw('pragma integrity_check').execute(db)).rows).toEqual([{ integrity_check: 'ok' }])
  expect((await sql.raw('pragma foreign_key_check').execute(db)).rows).toEqual([])
}

const historyOf = (entity: string) =>
  `(select count(*) from history where entity = '${entity}' and entity_id = record.id)`

/** Queries that must find nothing, on either engine. */
const broken = {
  'a report without marks':
    'select id from reports as record where not exists (select 1 from marks where report_id = record.id)',
  'a receipt without items':
    'select id from receipts as record where not exists (select 1 from items where receipt_id = record.id)',
  'marks of no report': 'select id from marks where report_id not in (select id from reports)',
  'items of no receipt': 'select id from items where receipt_id not in (select id from receipts)',
  'a report without its file': 'select id from reports where file_id not in (select id from files)',
  'a receipt without its file': 'select id from receipts where file_id not in (select id from files)',
  'a file that no record ever had': `select id from files where (select count(*) from files) !=
    (select count(*) from history where entity in ('report', 'receipt'))`,
  'a total that is not the sum': `select id from receipts as record
    where total != (select sum(cost) from items where receipt_id = record.id)`,
  'a version of a report that is not in the history': `select id from reports as record
    where version != ${historyOf('report')}`,
  'a version of a receipt that is not in the history': `select id from receipts as record
    where version != ${historyOf('receipt')}`,
  'a stored answer without its record': `select key as id from creations where answer = ''`,
}
