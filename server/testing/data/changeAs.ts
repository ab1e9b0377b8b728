import type { SessionUser } from '#contract/identity/auth.ts'
import { dayOf } from '#contract/base/days.ts'
import type { RunChange } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'

/** Runs changes as a call of this user would. */
export const changeAs =
  ({ db, clock }: Pick<Services, 'db' | 'clock'>, actor: SessionUser): RunChange =>
  (work) =>
    db
      .transaction()
      .execute((trx) => work({ trx, actor: { ...actor, today: dayOf(clock()) }, at: clock().toISOString() }))
