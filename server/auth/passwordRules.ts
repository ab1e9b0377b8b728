import { authMessages, isPasswordTheUser, type PasswordOwner } from '#contract/auth.ts'
import { invalid } from '../http/ApiError.ts'
import { isCommonPassword } from './commonPasswords.ts'

/** What only the server asks of a new password; its form is the contract's. */
export function checkNewPassword(password: string, owner: PasswordOwner): void {
  if (isPasswordTheUser(password, owner)) throw invalid({ password: [authMessages.passwordIsYou] })
  if (isCommonPassword(password)) throw invalid({ password: [authMessages.passwordIsCommon] })
}
