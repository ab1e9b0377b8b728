import { DatabaseSync, StatementSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { importing, sheetRows } from '../testing/imports/imports.ts'
import { openRegister } from '../testing/imports/openRegister.ts'
import { lookupId } from '../testing/data/records.ts'
import { addStudents, many } from '../testing/data/students.ts'
import { openEmbeddedDatabase } from '../testing/database/testDatabase.ts'

const ROWS = 300
/** A statement with this many values took 2 ms on a slow machine. */
const VALUES_MAX = 1_000
const CHANGES = /^(insert into|update|delete from) "(students|import_rows|history)"/

/** Records the event-loop tick and the number of values of each statement that writes to an import's tables. */
function watchWriting() {
  const ticks = vi.fn<() => void>()
  let next = setImmediate(function count() {
    ticks()
    next = setImmediate(count)
  })
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const [all, run] = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'run')]
  onTestFinished(() => {
    clearImmediate(next)
    vi.restoreAllMocks()
  })
  const tickAt = (order = 0) => ticks.mock.invocationCallOrder.findLastIndex((tick) => tick < order)
  return () => {
    const texts = new Map(
      prepare.mock.results.map(({ value }, index) => [value, prepare.mock.calls[index]?.[0]]),
    )
    return [all.mock, run.mock].flatMap(({ contexts, calls, invocationCallOrder }) =>
      contexts.flatMap((statement, index) =>
        CHANGES.test(texts.get(statement) ?? '')
          ? { tick: tickAt(invocationCallOrder[index]), values: calls[index]?.length ?? 0 }
          : [],
      ),
    )
  }
}

it('yields to other requests after every statement of an import and of its undo', async () => {
  const { client } = await openRegister({ database: await openEmbeddedDatabase() })
  const written = watchWriting()
  const answer = await client.post('/api/imports', importing(sheetRows(ROWS)))
  expect(answer.body).toMatchObject({ data: { created: ROWS } })
  expect((await client.post('/api/imports/1/undo')).body).toMatchObject({ data: { removed: ROWS } })

  const statements = written()
  expect(statements.length).toBeGreaterThan(45)
  expect(new Set(statements.map(({ tick }) => tick)).size).toBe(statements.length)
  expect(Math.max(...statements.map(({ values }) => values))).toBeLessThan(VALUES_MAX)
})

it('writes receipts in batches, also of a sheet with two for each student and term', async () => {
  const { db, client } = await openRegister({ database: await openEmbeddedDatabase() })
  await addStudents(db, many(19, { school_id: 1 }))
  await lookupId(db, 'years', '2019')
  const rows = Array.from({ length: 40 }, (_, index) => ({
    ref: `EL-${String(1 + Math.floor(index / 2)).padStart(4, '0')}`,
    year: '2019',
    term: 'Term 1',
    class: 'Form 1',
    receipt_no: index,
    'items.Transport': 100 + index,
  }))
  const written = watchWriting()
  const answer = await client.post('/api/imports', importing(rows, { kind: 'receipts' }))
  expect(answer.body).toMatchObject({ data: { created: 40 } })
  expect(written().length).toBeLessThan(10)
  // Each has its own item.
  const stored = db.selectFrom('receipts').innerJoin('items', 'items.receipt_id', 'receipts.id')
  const costs = await stored.select(['total', 'cost']).execute()
  expect(costs.map(({ total, cost }) => total - cost)).toEqual(Array.from({ length: 40 }, () => 0))
})
