import type { SessionUser } from '#contract/auth.ts'
import { importMessages } from '#contract/imports.ts'
import { passwordLetter } from '../auth/passwordLetters.ts'
import { writeHistories } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { conflict, notFound } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'
import { eachWideSlice, type Trx } from './importing.ts'
import { uninvited } from './importQueries.ts'

/** Mails their links to the supporters of an import who are New and have got none. */
export async function inviteSupporters(
  trx: Trx,
  id: number,
  actor: SessionUser,
  { outbox, config, clock }: Services,
): Promise<number> {
  // Of two who press the button at once, the second waits and finds nobody left to invite.
  const held = await lockRow(trx, 'imports', id)
  if (!held) throw notFound()
  if (held.kind !== 'supporters') throw conflict(importMessages.notSupporters)
  const at = clock().toISOString()
  const supporters = await uninvited(trx)
    .select(['users.id', 'users.email', 'users.first_name'])
    .where('import_rows.import_id', '=', id)
    .orderBy('users.id')
    .execute()
  await eachWideSlice(supporters, async (some) => {
    await outbox.writeAll(
      trx,
      some.map(({ id: user_id, email, first_name }) => ({
        recipient: email,
        ...passwordLetter('new', first_name, config.charityName),
        link: { user_id, kind: 'new' },
        // Behind the letters that somebody waits for.
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
