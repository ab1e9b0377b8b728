import { authMessages, isPasswordTheUser, type PasswordOwner } from '#contract/identity/auth.ts'
import type { Config } from '../../config.ts'
import { hasDemo } from '../../database/connect.ts'
import { invalid } from '../../base/ApiError.ts'
import { isCommonPassword } from './commonPasswords.ts'

/** The password of all accounts of a demo. It is published, and so refused everywhere else. */
export const DEMO_PASSWORD = 'Karibu#2026'

/** The rules for a new password that only the server checks; the others are in the contract. */
export function checkNewPassword(password: string, owner: PasswordOwner, config: Config): void {
  if (password === DEMO_PASSWORD && hasDemo(config)) return
  if (isPasswordTheUser(password, owner)) throw invalid({ password: [authMessages.passwordIsYou] })
  if (isCommonPassword(password)) throw invalid({ password: [authMessages.passwordIsCommon] })
}
