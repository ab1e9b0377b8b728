import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { dayOf, daysFrom } from '#contract/base/days.ts'
import { ACCESS_MONTHS, type ViewKind } from '#contract/privacy/accesses.ts'
import { repeatEvery } from '../../base/repeatEvery.ts'
import type { Trx } from '../../database/history.ts'
import { inBatches } from '../../database/inBatches.ts'
import type { Services } from '../../Services.ts'

const WRITE_EVERY_MS = 30_000
/** Days of a month, rounded up: nothing is removed too early. */
const MONTH_DAYS = 31

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes the views that are counted in memory. */
    writeViews: () => Promise<void>
  }
}

type View = { student_id: number; day: string; user_id: number; kind: ViewKind; count: number }

/**
 * Counts who opened what of which student on which day: in memory after the reply, so that no request waits, and written
 * every half minute and at a stop. Each process adds its own counts.
 */
export function countViews(app: FastifyInstance, { db, clock, log }: Services): void {
  let counted = new Map<string, View>()
  let cleaned = ''

  app.decorateRequest('viewed', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    const { viewed, session, method } = request
    if (viewed && session && method === 'GET' && reply.statusCode < 400)
      add({ ...viewed, user_id: session.user.id, day: session.user.today, count: 1 })
    done()
  })

  function add(view: View): void {
    const key = `${view.student_id} ${view.user_id} ${view.kind} ${view.day}`
    const known = counted.get(key)
    if (known) known.count += view.count
    else counted.set(key, view)
  }

  let writing = Promise.resolve()
  // One write at a time: a caller that waits for it can read all views that were counted before.
  const write = () => (writing = writing.catch(() => undefined).then(writeCounted))
  app.decorate('writeViews', write)

  async function writeCounted(): Promise<void> {
    // In one order: otherwise two processes that write the same rows could deadlock.
    const views = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, view]) => view)
    counted = new Map()
    try {
      if (views.length > 0) await db.transaction().execute((trx) => addViews(trx, views))
    } catch (error) {
      for (const view of views) add(view)
      throw error
    }
    const today = dayOf(clock())
    if (today !== cleaned) await db.transaction().execute((trx) => removeOld(trx, today))
    cleaned = today
  }

  const report = (err: unknown) => log.error({ err }, 'views could not be written; it will be tried again')
  const loop = repeatEvery(WRITE_EVERY_MS, write, report)
  // Not at once: the app is created before the database is migrated.
  loop.start(WRITE_EVERY_MS)
  app.addHook('onClose', async () => {
    await loop.stop()
    if (counted.size > 0) await write().catch(report)
  })
}

async function addViews(trx: Trx, views: View[]): Promise<void> {
  // An import may have been undone in the meantime, or a user deleted.
  const exists = async (table: 'students' | 'users', ids: number[]) =>
    new Set((await trx.selectFrom(table).select('id').where('id', 'in', ids).execute()).map(({ id }) => id))
  for await (const some of inBatches(views)) {
    const students = await exists('students', [...new Set(some.map((view) => view.student_id))])
    const users = await exists('users', [...new Set(some.map((view) => view.user_id))])
    const rows = some.filter((view) => students.has(view.student_id) && users.has(view.user_id))
    if (rows.length === 0) continue
    await trx
      .insertInto('views')
      .values(rows)
      .onConflict((on) =>
        on
          .columns(['student_id', 'day', 'user_id', 'kind'])
          .doUpdateSet({ count: sql<number>`views.count + excluded.count` }),
      )
      .execute()
  }
}

async function removeOld(trx: Trx, today: string): Promise<void> {
  const first = daysFrom(today, -ACCESS_MONTHS * MONTH_DAYS)
  await trx.deleteFrom('views').where('day', '<', first).execute()
  await trx.deleteFrom('departures').where('at', '<', first).execute()
  await trx.deleteFrom('list_departures').where('at', '<', first).execute()
}
