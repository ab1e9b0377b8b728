import type { ForgotForm, LinkUser, LoginForm, PasswordForm, SessionUser } from '#contract/auth.ts'
import { call } from '../ui/call.ts'
import { fetchForgeryToken } from '../ui/http.ts'

export async function login(form: LoginForm): Promise<SessionUser> {
  await fetchForgeryToken()
  const answer = await call('POST /api/login', { body: form })
  if (answer.next === 'second_step') throw new Error('The second step is still to come.')
  return answer.data
}

/** The user of a password link. */
export type LinkOwner = LinkUser & { email: string }

export async function fetchLinkOwner(id: string): Promise<LinkOwner | undefined> {
  const { user, email } = await call('POST /api/getuser/:id', { params: { id } })
  return user[0] && { ...user[0], email }
}

export const savePassword = async (id: string, form: PasswordForm): Promise<string> =>
  (await call('POST /api/changepsw/:id', { params: { id }, body: form })).message

export const askForPasswordLink = async (form: ForgotForm): Promise<string> =>
  (await call('POST /api/forgotpsw', { body: form })).message
