import { accountMessages } from '#contract/identity/account.ts'
import { checkPassword, proveIdentity } from '../proveIdentity.ts'
import { resetAccountAttempts, ownLimits } from '../signIn/attempts.ts'
import { findUserById } from '../signIn/authQueries.ts'
import { hashPassword } from './password.ts'
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
  return proveIdentity(change, services, {
    limits: ownLimits('password', user_id),
    async check() {
      const user = await findUserById(db, user_id)
      const wrong = () => invalid({ old_password: [accountMessages.wrongPassword] })
      if (!user) throw wrong()
      const checked = await checkPassword(user, old_password, wrong)
      checkNewPassword(password, user, services.config)
      return { ...checked, password_hash: await hashPassword(password) }
    },
    async accept({ trx, at, user, checked }) {
      // A session that was ended in the meantime must not change the password.
      const open = trx.selectFrom('sessions').select('id').where('id', '=', id)
      if (!(await open.executeTakeFirst())) throw unauthenticated()
      const { password_hash } = checked
      await trx.updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
      await resetAccountAttempts(trx, user.email)
      await endSessionsOf(trx, user_id, 'password', new Date(at), id)
      await forgetDevices(trx, user_id)
      await services.outbox.withdrawLinks(trx, user_id)
      const done = { trx, at, user_id }
      await recordChange(done, user, 'changed password', securityChanges.passwordChanged, services)
      return { id: user_id, password_hash }
    },
  })
}
