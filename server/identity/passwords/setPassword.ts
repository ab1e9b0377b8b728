import { authMessages } from '#contract/identity/auth.ts'
import { forgetDevices } from '../devices/devices.ts'
import { securityChanges, writeSecurityLetter } from '../account/securityLetter.ts'
import { USER_ACTIVE, USER_DISABLED } from '#contract/users.ts'
import { type Change, type Trx, writeHistory } from '../../database/history.ts'
import { ApiError, conflict } from '../../base/ApiError.ts'
import { endSessionsOf } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { resetAccountAttempts } from '../signIn/attempts.ts'
import { findUserById } from '../signIn/authQueries.ts'
import { readPasswordLink } from './passwordLink.ts'

type Reading = Pick<Services, 'secret' | 'clock'>

/** Finds the user of a valid link, and refuses any other link. */
export async function openLink(db: Trx, linkId: string, { secret, clock }: Reading) {
  const found = await readPasswordLink(linkId, (id) => findUserById(db, id), { secret, now: clock() })
  if (!found) throw new ApiError(404, authMessages.linkUnreadable)
  const { link, user } = found
  if (user.status === USER_DISABLED) throw new ApiError(403, authMessages.disabled)
  if (link.kind === 'new' && user.status === USER_ACTIVE) throw conflict(authMessages.linkUsed)
  if (link.isExpired || link.isSuperseded) throw conflict(authMessages.linkExpired)
  return user
}

/** Sets the new password of the user whose link was opened. The link is then used up, and all sessions end. */
export async function setPassword(
  { trx, at }: Omit<Change, 'actor'>,
  linkId: string,
  user: Awaited<ReturnType<typeof openLink>>,
  password_hash: string,
  services: Services,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash, status: USER_ACTIVE })
    .where('id', '=', user.id)
    // Updates only if the user is unchanged since the link was checked: of two uses at the same moment the second
    // changes nothing.
    .where('status', '=', user.status)
    .where('email', '=', user.email)
    .where('password_hash', user.password_hash === null ? 'is' : '=', user.password_hash)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    // Refuses with the reason why the link is not valid any more.
    await openLink(trx, linkId, services)
    throw conflict(authMessages.linkExpired)
  }
  await resetAccountAttempts(trx, user.email)
  await endSessionsOf(trx, user.id, 'password', new Date(at))
  await forgetDevices(trx, user.id)
  await services.outbox.withdrawLinks(trx, user.id)
  const isFirst = user.password_hash === null
  await writeHistory(trx, {
    entity: 'user',
    entity_id: user.id,
    action: isFirst ? 'created password' : 'changed password',
    user_id: user.id,
    at,
  })
  if (!isFirst) await writeSecurityLetter(trx, user, securityChanges.passwordChangedByLink, services)
}
