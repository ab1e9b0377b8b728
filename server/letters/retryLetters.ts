import { sql } from 'kysely'
import { USER_DISABLED } from '#contract/users.ts'
import { inBatches } from '../database/inBatches.ts'
import { type Change, type Trx, writeChanges } from '../database/history.ts'
import { isWithheldIn, lettersWanted, type LetterScope, retriesLinks, type Wanted } from './letterQueries.ts'

const reader = sql<number>`coalesce((select supporter_id from notices where letter_id = letters.id), letters.user_id)`

/**
 * Puts all failed letters, or the one with this id, back into the outbox for another day of attempts. They go to the
 * present address of their user, because most fail for a wrong one. Letters to disabled users, and those that are withheld,
 * are not changed.
 */
export async function retryLetters(
  change: Change,
  asked: Wanted & { id?: number },
  scope: LetterScope,
): Promise<number> {
  const { trx, at } = change
  const retried = await lettersToRetry(trx, asked, scope, at).returning('letters.id').execute()
  for await (const some of inBatches(retried))
    await writeChanges(
      change,
      some.map(({ id }) => ({ entity: 'letter', entity_id: id, action: 'retried' })),
    )
  return retried.length
}

function lettersToRetry(
  db: Trx,
  { id, ...wanted }: Wanted & { id?: number },
  scope: LetterScope,
  at: string,
) {
  let found = lettersWanted(db, wanted, scope).select('letters.id')
  if (id === undefined && !retriesLinks(wanted)) found = found.where('letters.link_kind', 'is', null)
  return db
    .updateTable('letters')
    .set((eb) => ({
      state: 'waiting' as const,
      attempts: 0,
      next_attempt_at: at,
      recipient: eb.fn.coalesce(
        eb.selectFrom('users').select('email').where('users.id', '=', reader),
        'recipient',
      ),
    }))
    .where('id', 'in', id === undefined ? found : found.where('letters.id', '=', id))
    .where('state', 'in', id === undefined ? ['failed'] : ['waiting', 'failed'])
    .where((eb) => eb.not(isWithheldIn(eb)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .where('users.id', '=', reader)
            .where('users.status', '=', USER_DISABLED),
        ),
      ),
    )
}
