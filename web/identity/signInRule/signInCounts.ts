import type { SignInRule } from '#contract/identity/account.ts'
import { mustUseSecondStep } from '#contract/permissions.ts'

type RoleCount = { role_id: number; users: number; with_step: number }

const includes = { ...mustUseSecondStep, all: () => true }

/** How many users a rule concerns, and how many of them have a second step. */
export function countOf(roles: RoleCount[], rule: SignInRule | 'all') {
  const concerned = roles.filter(({ role_id }) => includes[rule](role_id))
  return {
    users: concerned.reduce((sum, { users }) => sum + users, 0),
    have: concerned.reduce((sum, { with_step }) => sum + with_step, 0),
  }
}
