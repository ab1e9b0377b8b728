import type { SignInRule } from '#contract/account.ts'
import { COORDINATOR, SUPPORTER } from '#contract/permissions.ts'

type RoleCount = { role_id: number; users: number; with_step: number }

const includes: Record<SignInRule | 'all', (role: number) => boolean> = {
  nobody: () => false,
  roles_1_to_3: (role) => role <= COORDINATOR,
  staff: (role) => role < SUPPORTER,
  all: () => true,
}

/** How many users a rule concerns, and how many of them have a second step. */
export function countOf(roles: RoleCount[], rule: SignInRule | 'all') {
  const concerned = roles.filter(({ role_id }) => includes[rule](role_id))
  return {
    users: concerned.reduce((sum, { users }) => sum + users, 0),
    have: concerned.reduce((sum, { with_step }) => sum + with_step, 0),
  }
}
