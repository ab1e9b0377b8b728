import { USER_NEW } from '#contract/users.ts'
import type { Trx } from '../../database/history.ts'
import { passwordLetter } from './passwordLetters.ts'
import type { Services } from '../../Services.ts'
import { countLink } from '../signIn/attempts.ts'

type Owner = { id: number; email: string; first_name: string; status: number }

type Writing = Pick<Services, 'outbox' | 'config' | 'clock'>

/**
 * Writes the letter with a user's password link, unless one was written within the last minute; an earlier one that has
 * not been sent is deleted. Returns the seconds left of that minute.
 */
export async function writePasswordLetterAgain(trx: Trx, owner: Owner, services: Writing): Promise<number> {
  const wait = await countLink(trx, owner.email, services.clock())
  if (wait === 0) await write(trx, owner, services)
  return wait
}

/** The same without waiting for the minute to end, for a user who is new or whose address has changed. */
export async function writePasswordLetter(trx: Trx, owner: Owner, services: Writing): Promise<void> {
  await countLink(trx, owner.email, services.clock())
  await write(trx, owner, services)
}

async function write(trx: Trx, owner: Owner, { outbox, config }: Writing): Promise<void> {
  const kind = owner.status === USER_NEW ? 'new' : 'change'
  await outbox.withdrawLinks(trx, owner.id)
  await outbox.write(trx, {
    recipient: owner.email,
    ...passwordLetter(kind, owner.first_name, config.charityName),
    link: { user_id: owner.id, kind },
  })
}
