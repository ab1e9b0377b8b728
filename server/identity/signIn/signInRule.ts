import { DAY_MS } from '#contract/base/days.ts'
import { GRACE_DAYS, type SignInRule } from '#contract/identity/account.ts'
import { mustUseSecondStep } from '#contract/permissions.ts'
import type { Trx } from '../../database/history.ts'

const GRACE_MS = GRACE_DAYS * DAY_MS

type Rule = { required: SignInRule; since: string }
type Member = { role_id: number; signed_in_at: string | null }

export const readSignInRule = (db: Trx): Promise<Rule> =>
  db.selectFrom('sign_in_rule').select(['required', 'since']).executeTakeFirstOrThrow()

export const isStepRequired = ({ required }: Rule, { role_id }: Pick<Member, 'role_id'>) =>
  mustUseSecondStep[required](role_id)

/** Until when a user without a second step may sign in; undefined if none is required. A first sign-in may be now. */
export function setUpDueAt(rule: Rule, user: Member, now: Date): string | undefined {
  if (!isStepRequired(rule, user)) return undefined
  const begins = Math.max(Date.parse(rule.since), Date.parse(user.signed_in_at ?? now.toISOString()))
  return new Date(begins + GRACE_MS).toISOString()
}
