import type { Kysely } from 'kysely'
import { USER_NEW } from '#contract/users.ts'
import type { Tables } from '../database/tables.ts'
import type { Services } from '../Services.ts'
import { passwordLetter } from './passwordLetters.ts'

type Owner = { id: number; email: string; first_name: string; status: number }

/** Writes the letter with a user's password link; an earlier one that has not left is taken back. */
export async function writePasswordLetter(
  trx: Kysely<Tables>,
  owner: Owner,
  { outbox, config }: Pick<Services, 'outbox' | 'config'>,
): Promise<void> {
  const kind = owner.status === USER_NEW ? 'new' : 'change'
  await outbox.withdrawLinks(trx, owner.id)
  await outbox.write(trx, {
    recipient: owner.email,
    ...passwordLetter(kind, owner.first_name, config.charityName),
    link: { user_id: owner.id, kind },
  })
}

export async function mailPasswordLink(owner: Owner, services: Services): Promise<void> {
  await services.db.transaction().execute((trx) => writePasswordLetter(trx, owner, services))
  services.outbox.nudge()
}
