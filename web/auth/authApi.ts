import type { ForgotForm, LinkUser, LoginForm, PasswordForm, SessionUser } from '#contract/auth.ts'
import { call } from '../ui/call.ts'
import { fetchForgeryToken } from '../ui/http.ts'

export async function login(form: LoginForm): Promise<SessionUser> {
  await fetchForgeryToken()
  return (await call('POST /api/login', { body: form })).data
}

export const fetchLinkUser = async (id: string): Promise<LinkUser | undefined> =>
  (await call('POST /api/getuser/:id', { params: { id } })).user[0]

export const savePassword = async (id: string, form: PasswordForm): Promise<string> =>
  (await call('POST /api/changepsw/:id', { params: { id }, body: form })).message

export const askForPasswordLink = async (form: ForgotForm): Promise<string> =>
  (await call('POST /api/forgotpsw', { body: form })).message
