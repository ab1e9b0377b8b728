import type { Selectable } from 'kysely'
import type { SecondStepKind } from '#contract/identity/auth.ts'
import { invalid, unauthenticated } from '../base/ApiError.ts'
import type { Change, Trx } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import type { Tables } from '../database/tables.ts'
import type { RunChange } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { securityChanges, writeSecurityLetter } from './account/securityLetter.ts'
import { isPassword } from './passwords/password.ts'
import { sweepClaims } from './secondSteps/claimOnce.ts'
import { countCodesLeft } from './secondSteps/recoveryCodes.ts'
import { countAttempt, countWrongStep, resetAttempts, type Limit, sweepAttempts } from './signIn/attempts.ts'

type User = Selectable<Tables['users']>
type Owner = Pick<User, 'id' | 'first_name' | 'email'>

/** A proof that was accepted: its kind, and what the user should know. */
export type Accepted = { kind: SecondStepKind | 'password'; notice?: string | undefined; refusal?: never }
/** Why a proof was refused: a sentence for the user under its field, and a cause for the log. */
export type Refused = { kind?: never; field: 'code' | 'assertion'; refusal: string; cause?: unknown }

/**
 * Claims a proof that was checked, so that it cannot be used again. A refusal is returned and not thrown, so that codes
 * which are used up stay so.
 */
export type Claim = (trx: Trx, user: User) => Promise<Accepted | Refused>
export type Checked = { user_id: number; claim: Claim }

type Proved<C> = Pick<Change, 'trx' | 'at'> & { user: User; checked: C; notice: string | undefined }

type Proving<C extends Checked, Result> = {
  limits: Limit[]
  /** Checks the proof outside the transaction, because hashes and signatures take time. Throws if it is plainly wrong. */
  check: () => Promise<C>
  /** What the proof allows, in the transaction that claims it. The user is locked. */
  accept: (proved: Proved<C>) => Promise<Result>
  /** Whether a refused proof counts towards the letter that warns the user. */
  warns?: boolean
}

/**
 * The only way to prove who one is, for signing in, confirming again and changing how one signs in, by password, code,
 * passkey or recovery code: counts the attempt, checks and claims the proof, and deletes the count after a success.
 */
export async function proveIdentity<C extends Checked, Result>(
  change: RunChange,
  services: Services,
  { limits, check, accept, warns = false }: Proving<C, Result>,
): Promise<Result> {
  await countAttempt(change, limits)
  const checked = await check()
  const outcome = await change(async ({ trx, at }) => {
    const user = await lockRow(trx, 'users', checked.user_id)
    if (!user) throw unauthenticated()
    const proof = await checked.claim(trx, user)
    if (proof.refusal !== undefined) {
      if (warns) await warnOfGuesses(trx, user, services)
      return { refused: proof }
    }
    await resetAttempts(trx, limits)
    if (proof.kind === 'recovery') await reportUsedCode(trx, user, services)
    return { result: await accept({ trx, at, user, checked, notice: proof.notice }) }
  })
  const { db, clock, log } = services
  try {
    await sweepAttempts(db, clock())
    await sweepClaims(db, clock())
  } catch (err) {
    // The proof has been claimed, so its result counts.
    log.warn({ err }, 'expired attempts and claims were not deleted')
  }
  if (outcome.refused) {
    const { field, refusal, cause } = outcome.refused
    throw invalid({ [field]: [refusal] }, { cause })
  }
  return outcome.result
}

/** Checks a password. `refuse` also answers one that was changed while its hash was computed. */
export async function checkPassword(
  user: Pick<User, 'id' | 'password_hash'> | undefined,
  password: string,
  refuse: () => Error,
): Promise<Checked> {
  if (!(await isPassword(password, user?.password_hash)) || !user) throw refuse()
  return {
    user_id: user.id,
    async claim(_trx, { password_hash }) {
      if (password_hash !== user.password_hash) throw refuse()
      return { kind: 'password' }
    },
  }
}

const WARNED_AFTER = 10

/** Warns a user whose password or session somebody else seems to use, once a day. */
async function warnOfGuesses(trx: Trx, user: Owner, services: Services): Promise<void> {
  const wrong = await countWrongStep(trx, user.id, services.clock())
  if (wrong === WARNED_AFTER)
    await writeSecurityLetter(trx, user, securityChanges.stepsGuessed(wrong), services)
}

/** Informs a user that a recovery code was used. */
async function reportUsedCode(trx: Trx, user: Owner, services: Services): Promise<void> {
  const left = await countCodesLeft(trx, user.id)
  await writeSecurityLetter(trx, user, securityChanges.codeUsed(left), services)
}
