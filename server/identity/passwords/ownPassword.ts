import { accountMessages } from '#contract/identity/account.ts'
import { countAttempt, forgiveAccount, forgiveAttempt, ownLimits } from '../signIn/attempts.ts'
import { findUserById } from '../signIn/authQueries.ts'
import { hashPassword, isPassword } from './password.ts'
import { checkNewPassword } from './passwordRules.ts'
import type { Db } from '../../database/connect.ts'
import { invalid, unauthenticated } from '../../base/ApiError.ts'
import type { RunChange } from '../../http/serveCalls.ts'
import { endSessionsOf, type Session } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { forgetDevices } from '../devices/devices.ts'
import { securityChanges } from '../account/securityLetter.ts'
import { recordChange } from '../secondSteps/stepChanges.ts'

type NewPassword = { old_password: string; password: string }

/** Changes the password of a signed-in user, and ends the other sessions. Returns the new hash. */
export async function changeOwnPassword(
  db: Db,
  change: RunChange,
  { id, user: { id: user_id } }: Session,
  { old_password, password }: NewPassword,
  services: Services,
) {
  const limits = ownLimits('password', user_id)
  await countAttempt(change, limits)
  const user = await findUserById(db, user_id)
  const wrong = () => invalid({ old_password: [accountMessages.wrongPassword] })
  if (!user || !(await isPassword(old_password, user.password_hash))) throw wrong()
  checkNewPassword(password, user, services.config)
  const password_hash = await hashPassword(password)

  await change(async ({ trx, at }) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', user_id)
      // Another request may have changed it, while the hash was computed.
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw wrong()
    // A session that was ended in the meantime must not change the password.
    const open = trx.selectFrom('sessions').select('id').where('id', '=', id)
    if (!(await open.executeTakeFirst())) throw unauthenticated()
    await forgiveAttempt(trx, limits)
    await forgiveAccount(trx, user.email)
    await endSessionsOf(trx, user_id, 'password', new Date(at), id)
    await forgetDevices(trx, user_id)
    await services.outbox.withdrawLinks(trx, user_id)
    const done = { trx, at, user_id }
    await recordChange(done, user, 'changed password', securityChanges.passwordChanged, services)
  })
  return { id: user_id, password_hash }
}
