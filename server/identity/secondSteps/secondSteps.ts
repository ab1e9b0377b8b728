import { accountMessages, type Assertion } from '#contract/identity/account.ts'
import type { SecondStepKind } from '#contract/identity/auth.ts'
import type { Trx } from '../../database/history.ts'
import type { Claim, Refused } from '../proveIdentity.ts'
import type { Services } from '../../Services.ts'
import { checkAppCode, isReadable } from './authenticatorApp.ts'
import { checkAssertion, offersPasskeys, rpIdOf } from './passkeys.ts'
import { isRecoveryCode, claimRecoveryCode } from './recoveryCodes.ts'

type StepServices = Pick<Services, 'config' | 'secret' | 'clock'>

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
export const usablePasskeys = ({ steps }: UserSteps, { config }: StepServices) =>
  offersPasskeys(config)
    ? steps.filter(({ kind, rp_id }) => kind === 'passkey' && rp_id === rpIdOf(config))
    : []

/** The kinds of second step that a user can use, and the warning if something cannot be checked here. */
export function usableKinds(user: UserSteps, services: StepServices) {
  const apps = user.steps.filter(({ kind }) => kind === 'totp')
  const readable = apps.filter((app) => isReadable(app, services.secret))
  const kinds: SecondStepKind[] = [
    ...(readable.length > 0 ? ['totp' as const] : []),
    ...(usablePasskeys(user, services).length > 0 ? ['passkey' as const] : []),
    ...(user.codes.some(({ used_at }) => used_at === null) ? ['recovery' as const] : []),
  ]
  if (kinds.length === 0)
    return { kinds, code: 'no_usable_step' as const, message: accountMessages.noUsableStep }
  if (apps.length > readable.length && readable.length === 0)
    return { kinds, code: 'app_unreadable' as const, message: accountMessages.appUnreadable(kinds) }
  return { kinds }
}

type Given = { code?: string | undefined; assertion?: Assertion | undefined }

export const wrongPasskey: Refused = { field: 'assertion', refusal: accountMessages.wrongPasskey }

/** Checks a code, passkey or recovery code of a user, whose claim is for a transaction. */
export async function checkSecondStep(
  user: UserSteps & { id: number },
  { code, assertion }: Given,
  context: string,
  services: StepServices,
): Promise<Claim> {
  const at = services.clock().toISOString()
  /** False if the step was removed in the meantime. */
  const markUsed = async (trx: Trx, id: number): Promise<boolean> => {
    const { numUpdatedRows } = await trx
      .updateTable('second_steps')
      .set({ used_at: at })
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  if (assertion) {
    const passkey = usablePasskeys(user, services).find(({ credential_id }) => credential_id === assertion.id)
    const checked = passkey && (await checkAssertion(passkey, assertion, context, services))
    if (!checked || typeof checked !== 'function')
      return async () => ({ ...wrongPasskey, cause: checked?.cause })
    return async (trx) =>
      !(await checked(trx)) && (await markUsed(trx, passkey.id)) ? { kind: 'passkey' } : wrongPasskey
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
      return async (trx, now) => {
        const proof = await claim(trx, now)
        if (proof.refusal !== undefined || (await markUsed(trx, step.id))) return proof
        return wrong(accountMessages.wrongCode)
      }
  }
  return async () => wrong(accountMessages.wrongCode)
}
