import { USER_ACTIVE } from '#contract/users.ts'
import type { App } from '../server/http/App.ts'
import { createVisitor, type Visitor } from './createVisitor.ts'
import { DEMO_PASSWORD, demoUsers, LIAISON } from './demoUsers.ts'

/** Every active liaison officer at their own page, by their ids. */
export async function signInLiaisons(app: App): Promise<Map<number, Visitor>> {
  const liaisons = demoUsers.filter(({ role_id, status }) => role_id === LIAISON && status === USER_ACTIVE)
  return new Map(
    await Promise.all(
      liaisons.map(async ({ email }): Promise<[number, Visitor]> => {
        const visitor = createVisitor(app)
        const { id } = await visitor.signIn(email, DEMO_PASSWORD)
        return [id, visitor]
      }),
    ),
  )
}
