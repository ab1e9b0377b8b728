import type { Trx } from '../../database/history.ts'
import { plainLetter } from '../../mail/letterHtml.ts'
import type { LetterContent } from '../../mail/outbox.ts'
import type { Services } from '../../Services.ts'

type Owner = { id: number; first_name: string; email: string }

/** A change of how a user signs in: the title of the letter, what happened, and what to do about it. */
export type SecurityChange = { title: string; what: string; advice?: string }

const USUAL_ADVICE =
  'If it was you, you need not do anything. If it was not you, press "Forgot password?" on the sign-in page at once to set a new password, which ends all sessions. Then tell a System Administrator.'

/** The words about each change. No letter contains a code or a secret. */
export const securityChanges = {
  stepAdded: (kind: string, name: string, isFirst: boolean): SecurityChange => ({
    title: 'A second step was added',
    what: `${kind} "${name}" was added as a second step of your account. ${isFirst ? 'All other sessions have ended.' : 'Remembered devices were forgotten.'}`,
  }),
  stepRenamed: (name: string): SecurityChange => ({
    title: 'A second step was renamed',
    what: `A second step of your account is now called "${name}".`,
  }),
  stepRemoved: (kind: string, name: string): SecurityChange => ({
    title: 'A second step was removed',
    what: `${kind} "${name}" is no longer a second step of your account. Remembered devices were forgotten.`,
  }),
  newCodes: {
    title: 'New recovery codes were made',
    what: 'New recovery codes were made for your account. The old ones no longer work.',
  },
  codeUsed: (left: number): SecurityChange => ({
    title: 'A recovery code was used',
    what: `A recovery code of your account was used. ${left} of your codes ${left === 1 ? 'is' : 'are'} left. You can make new ones under Account, Security.`,
  }),
  passwordChanged: {
    title: 'Your password was changed',
    what: 'The password of your account was changed under Account, Security. All other sessions have ended.',
  },
  passwordChangedByLink: {
    title: 'Your password was changed',
    what: 'The password of your account was changed with a password link. All sessions have ended.',
  },
  stepsGuessed: (count: number): SecurityChange => ({
    title: 'Somebody may know your password',
    what: `The second step of your account was wrong ${count} times within a day: after your password, or where you are signed in. None of these attempts was accepted.`,
  }),
  stepsReset: (by: string): SecurityChange => ({
    title: 'Your second step was reset',
    what: `${by} removed the second steps and recovery codes of your account, and signed you out everywhere. Sign in with your password, then set up a second step again.`,
    advice: 'If you did not ask for it, tell another System Administrator at once.',
  }),
} as const

/** Informs a user about a change of how they sign in, in the transaction of the change. */
export const writeSecurityLetter = (
  trx: Trx,
  owner: Owner,
  change: SecurityChange,
  { outbox, config }: Pick<Services, 'outbox' | 'config'>,
): Promise<void> =>
  outbox.write(trx, {
    recipient: owner.email,
    user_id: owner.id,
    ...securityLetter(owner.first_name, change, config.charityName),
  })

function securityLetter(
  firstName: string,
  { title, what, advice = USUAL_ADVICE }: SecurityChange,
  charity: string,
): LetterContent {
  return plainLetter(title, charity, [`Dear ${firstName},`, what, advice, charity])
}
