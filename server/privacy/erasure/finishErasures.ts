import { dayOf } from '#contract/base/days.ts'
import { repeatEvery } from '../../base/repeatEvery.ts'
import { emptyLog, onOwnConnection } from '../../database/connect.ts'
import { lockRows } from '../../database/lockRow.ts'
import { sweepBytes } from '../../files/unownedBytes.ts'
import type { Services } from '../../Services.ts'
import { anonymise } from './anonymise.ts'

const CHECK_EVERY_MS = 15 * 60_000

/** Anonymises the records whose wait has ended, at the start and every quarter of an hour. */
export const createEraser = (services: Services) =>
  repeatEvery(
    CHECK_EVERY_MS,
    async (stopping) => {
      const done = await finishErasures(services, stopping)
      if (done > 0) services.log.info({ done }, 'anonymised records')
    },
    (err) => services.log.error({ err }, 'records could not be anonymised'),
  )

/** Returns how many records were anonymised. The next call completes what a crash interrupted. */
export async function finishErasures(services: Services, stopping?: AbortSignal): Promise<number> {
  const { db, clock, studentData } = services
  const due = await db
    .selectFrom('anonymisations')
    .select(['student_id', 'new_ref', 'drop_gender'])
    .where('done_at', 'is', null)
    .where('due_on', '<=', dayOf(clock()))
    .orderBy('student_id')
    .execute()
  let done = 0
  for (const order of due) {
    if (stopping?.aborted) return done
    const isDone = await onOwnConnection(db, (own) =>
      own.transaction().execute(async (trx) => {
        await lockRows(trx, 'students', [order.student_id], { mayBeDeleted: true })
        // Another process may have been faster, and a user may have cancelled it.
        const still = await trx
          .selectFrom('anonymisations')
          .select('student_id')
          .where('student_id', '=', order.student_id)
          .where('done_at', 'is', null)
          .executeTakeFirst()
        if (still) await anonymise(trx, studentData, order, clock().toISOString())
        return still !== undefined
      }),
    )
    if (isDone) done += 1
  }
  if (done > 0) await sweepBytes(services, stopping)
  // Repeated in each round, in case an earlier one failed or its process was killed.
  await emptyLog(db)
  await listErasures(services)
  return done
}

/** Writes what was anonymised to the ledger. */
async function listErasures(services: Services): Promise<void> {
  const { db, clock, log, backups } = services
  const unlisted = await db
    .selectFrom('anonymisations')
    .select('student_id')
    .where('done_at', 'is not', null)
    .where('listed_at', 'is', null)
    .execute()
  if (unlisted.length === 0) return
  try {
    await backups.writeLedger()
    await db
      .updateTable('anonymisations')
      .set({ listed_at: clock().toISOString() })
      .where(
        'student_id',
        'in',
        unlisted.map(({ student_id }) => student_id),
      )
      .execute()
  } catch (error) {
    log.warn({ err: error }, 'the ledger of anonymised records was not written; it will be tried again')
  }
}
