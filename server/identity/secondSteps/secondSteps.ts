import { accountMessages, type Assertion } from '#contract/identity/account.ts'
import type { SecondStepKind } from '#contract/identity/auth.ts'
import { countWrongStep } from '../signIn/attempts.ts'
import type { Trx } from '../../database/history.ts'
import { invalid } from '../../base/ApiError.ts'
import type { Services } from '../../Services.ts'
import { checkAppCode, isReadable } from './authenticatorApp.ts'
import { checkAssertion, offersPasskeys, rpIdOf } from './passkeys.ts'
import { isRecoveryCode, claimRecoveryCode } from './recoveryCodes.ts'
import { securityChanges, writeSecurityLetter } from '../account/securityLetter.ts'

type Asking = Pick<Services, 'config' | 'secret' | 'clock'>
type Writing = Pick<Services, 'config' | 'outbox' | 'clock'>
type Owner = { id: number; first_name: string; email: string }

/** The second steps that a user has set up, and the recovery codes that are left. */
export async function stepsOf(db: Trx, user_id: number) {
  const steps = await db
    .selectFrom('second_steps')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()
  const codes = await db
    .selectFrom('recovery_codes')
    .select(['created_at', 'used_at'])
    .where('user_id', '=', user_id)
    .execute()
  return { steps, codes }
}
export type UserSteps = Awaited<ReturnType<typeof stepsOf>>

/** The passkeys that were made for this host. */
export const passkeysAmong = ({ steps }: UserSteps, { config }: Asking) =>
  offersPasskeys(config)
    ? steps.filter(({ kind, rp_id }) => kind === 'passkey' && rp_id === rpIdOf(config))
    : []

/** What a user can complete a sign-in with, and the warning if something cannot be checked here. */
export function usableKinds(user: UserSteps, services: Asking) {
  const apps = user.steps.filter(({ kind }) => kind === 'totp')
  const readable = apps.filter((app) => isReadable(app, services.secret))
  const kinds: SecondStepKind[] = [
    ...(readable.length > 0 ? ['totp' as const] : []),
    ...(passkeysAmong(user, services).length > 0 ? ['passkey' as const] : []),
    ...(user.codes.some(({ used_at }) => used_at === null) ? ['recovery' as const] : []),
  ]
  if (kinds.length === 0)
    return { kinds, code: 'no_usable_step' as const, message: accountMessages.noUsableStep }
  if (apps.length > readable.length && readable.length === 0)
    return { kinds, code: 'app_unreadable' as const, message: accountMessages.appUnreadable(kinds) }
  return { kinds }
}

type Given = { code?: string | undefined; assertion?: Assertion | undefined }

/** The kind of second step that was used, and what the user should know. */
export type UsedStep = { kind: SecondStepKind; notice?: string | undefined; refusal?: never }
/** Why a second step was refused: a sentence for the user, and a cause for the log. */
export type RefusedStep = { kind?: never; field: 'code' | 'assertion'; refusal: string; cause?: unknown }

/**
 * Checks a code or passkey of a user. Returns the function that uses it up, for a transaction; checking signatures takes
 * too long there. A refusal is returned and not thrown, so that codes which are used up stay so.
 */
export async function checkSecondStep(
  user: UserSteps & { id: number },
  { code, assertion }: Given,
  purpose: string,
  services: Asking,
): Promise<(trx: Trx) => Promise<UsedStep | RefusedStep>> {
  const at = services.clock().toISOString()
  const used = async (trx: Trx, id: number, kind: SecondStepKind): Promise<UsedStep | undefined> => {
    const { numUpdatedRows } = await trx
      .updateTable('second_steps')
      .set({ used_at: at })
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n ? { kind } : undefined
  }

  if (assertion) {
    const passkey = passkeysAmong(user, services).find(({ credential_id }) => credential_id === assertion.id)
    const wrong = { field: 'assertion' as const, refusal: accountMessages.wrongPasskey }
    const checked = passkey && (await checkAssertion(passkey, assertion, purpose, services))
    if (!checked || typeof checked !== 'function') return async () => ({ ...wrong, cause: checked?.cause })
    return async (trx) => ((await checked(trx)) ? wrong : ((await used(trx, passkey.id, 'passkey')) ?? wrong))
  }

  const typed = (code ?? '').replaceAll(/[\s-]/g, '')
  const wrong = (refusal: string) => ({ field: 'code' as const, refusal })
  if (isRecoveryCode(typed))
    return async (trx) => {
      const refusal = await claimRecoveryCode(trx, user.id, typed, at)
      return refusal ? wrong(refusal) : { kind: 'recovery' }
    }
  for (const step of user.steps.filter(({ kind }) => kind === 'totp')) {
    const claim = checkAppCode(step, typed, services.secret, services.clock())
    if (claim)
      return async (trx) => {
        const { refusal, notice } = await claim(trx)
        if (refusal) return wrong(refusal)
        const result = await used(trx, step.id, 'totp')
        return result ? { ...result, notice } : wrong(accountMessages.wrongCode)
      }
  }
  return async () => wrong(accountMessages.wrongCode)
}

/** Throws the refusal of a second step, under its field. */
export function refuseStep(outcome: UsedStep | RefusedStep): asserts outcome is UsedStep {
  if (outcome.refusal !== undefined)
    throw invalid({ [outcome.field]: [outcome.refusal] }, { cause: outcome.cause })
}

const WARNED_AFTER = 10

/** Warns a user whose password or session somebody else seems to use, once a day. */
export async function warnOfGuesses(trx: Trx, user: Owner, services: Writing): Promise<void> {
  const wrong = await countWrongStep(trx, user.id, services.clock())
  if (wrong === WARNED_AFTER)
    await writeSecurityLetter(trx, user, securityChanges.stepsGuessed(wrong), services)
}

/** Informs a user that a recovery code was used. */
export async function noteUsedCode(trx: Trx, user: Owner, services: Writing): Promise<void> {
  const { codes } = await stepsOf(trx, user.id)
  const left = codes.filter(({ used_at }) => used_at === null).length
  await writeSecurityLetter(trx, user, securityChanges.codeUsed(left), services)
}
