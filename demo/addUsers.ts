import type { Letter } from '#contract/letters.ts'
import { type User, USER_ACTIVE, USER_DISABLED, USER_NEW } from '#contract/users.ts'
import type { App } from '../server/http/schemas.ts'
import { DEMO_PASSWORD } from '../server/identity/passwords/passwordRules.ts'
import { createVisitor, type Visitor } from './createVisitor.ts'
import { type DemoUser, demoUsers, firstAdministrator, LIAISON } from './demoUsers.ts'

/** Signs the first administrator in, by the link that a start prints, and has them add everybody else. */
export async function addUsers(visitor: Visitor, invitation: string): Promise<void> {
  await visitor.get('/sanctum/csrf-cookie')
  await createPassword(visitor, invitation)
  const { id } = await visitor.signIn(firstAdministrator.email, DEMO_PASSWORD)
  await visitor.post('/api/edit', { ...firstAdministrator, id })
  await Promise.all(demoUsers.filter((user) => user !== firstAdministrator).map((user) => add(visitor, user)))
}

async function add(visitor: Visitor, user: DemoUser): Promise<void> {
  const { data: added } = await visitor.post<{ data: User }>('/api/register', user)
  if (user.status === USER_NEW) return
  await createPassword(visitor, await linkOf(visitor, user))
  if (user.status === USER_DISABLED)
    await visitor.post('/api/statusUsr', { id: added.id, status: USER_DISABLED })
}

/** The link in the letter that a user got. */
async function linkOf(visitor: Visitor, { email }: DemoUser): Promise<string> {
  const { data: letters } = await visitor.get<{ data: Letter[] }>(`/api/letters?search=${email}`)
  const letter = letters.find(({ recipient }) => recipient === email)
  const { data } = await visitor.post<{ data: { link: string } }>(`/api/letters/${letter?.id}/link`)
  return data.link
}

async function createPassword(visitor: Visitor, link: string): Promise<void> {
  const passwords = { password: DEMO_PASSWORD, c_password: DEMO_PASSWORD }
  await visitor.post(`/api${new URL(link).pathname}`, passwords)
}

/** Signs in every active liaison officer; answers the visitors by user id. */
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
