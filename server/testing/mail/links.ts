import type { LinkKind } from '#contract/identity/auth.ts'
import { findUserById } from '../../identity/signIn/authQueries.ts'
import { writePasswordLink } from '../../identity/passwords/passwordLink.ts'
import type { TestApp } from '../testApp.ts'

/** The id of a genuine link for a user as they are now. */
export async function linkFor(test: TestApp, userId: number, kind: LinkKind): Promise<string> {
  const user = await findUserById(test.db, userId)
  if (!user) throw new Error(`there is no user ${userId}`)
  return writePasswordLink({ userId, kind, at: test.clock() }, user, test.secret)
}
