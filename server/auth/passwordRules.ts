import { authMessages, isPasswordTheUser, type PasswordOwner } from '#contract/auth.ts'
import { invalid } from '../http/ApiError.ts'
import { isCommonPassword } from './commonPasswords.ts'

/** The rules for a new password that only the server checks; the others are in the contract. */
export function checkNewPassword(password: string, owner: PasswordOwner): void {
  if (isPasswordTheUser(password, owner)) throw invalid({ password: [authMessages.passwordIsYou] })
  if (isCommonPassword(password)) throw invalid({ password: [authMessages.passwordIsCommon] })
}
