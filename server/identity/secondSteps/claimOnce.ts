import type { Db } from '../../database/connect.ts'
import type { Trx } from '../../database/history.ts'
import { isOutside } from '../../database/instants.ts'

/** Longer than any code or challenge is valid. */
const CLAIM_MS = 30 * 60_000

/** Claims a code or challenge. Returns false if it was used before; of two uses at the same moment one gets true. */
export async function claimOnce(trx: Trx, key: string, now: Date): Promise<boolean> {
  const mine = await trx
    .insertInto('used_once')
    .values({ key, expires_at: new Date(now.getTime() + CLAIM_MS).toISOString() })
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst()
  return mine !== undefined
}

export async function sweepClaims(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('used_once')
    // Later than needed, so that a clock that is set back makes no code usable again.
    .where(isOutside('expires_at', 2 * CLAIM_MS, now))
    .execute()
}
