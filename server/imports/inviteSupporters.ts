import type { SessionUser } from '#contract/auth.ts'
import { importMessages } from '#contract/imports.ts'
import { passwordLetter } from '../auth/passwordLetters.ts'
import { writeHistories } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { conflict, notFound } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'
import { inSmallBatches, type Trx } from './importing.ts'
import { uninvited } from './importQueries.ts'

/** Mails password links to an import's supporters who are New and have received none. */
export async function inviteSupporters(
  trx: Trx,
  id: number,
  actor: SessionUser,
  { outbox, config, clock }: Services,
): Promise<number> {
  // Locked, so that two invitations at the same moment do not invite supporters twice.
  const found = await lockRow(trx, 'imports', id)
  if (!found) throw notFound()
  if (found.kind !== 'supporters') throw conflict(importMessages.notSupporters)
  const at = clock().toISOString()
  const supporters = await uninvited(trx)
    .select(['users.id', 'users.email', 'users.first_name'])
    .where('import_rows.import_id', '=', id)
    .orderBy('users.id')
    .execute()
  await inSmallBatches(supporters, async (some) => {
    await outbox.writeAll(
      trx,
      some.map(({ id: user_id, email, first_name }) => ({
        recipient: email,
        ...passwordLetter('new', first_name, config.charityName),
        link: { user_id, kind: 'new' },
        // Lower priority than letters that users are waiting for.
        list: 'invitations',
      })),
    )
    const invited = { entity: 'user', action: 'invited', user_id: actor.id, at } as const
    await writeHistories(
      trx,
      some.map(({ id: entity_id }) => ({ ...invited, entity_id })),
    )
  })
  return supporters.length
}
