import type { ForgotForm, LinkUser, LoginForm, PasswordForm, SessionUser } from '#contract/auth.ts'
import { fetchForgeryToken, http } from '../ui/http.ts'

export async function login(form: LoginForm): Promise<SessionUser> {
  await fetchForgeryToken()
  const { data } = await http.post<{ data: SessionUser }>('/api/login', form)
  return data
}

export async function fetchLinkUser(id: string): Promise<LinkUser | undefined> {
  const { user } = await http.post<{ user: LinkUser[] }>(`/api/getuser/${encodeURIComponent(id)}`)
  return user[0]
}

export async function savePassword(id: string, form: PasswordForm): Promise<string> {
  const { message } = await http.post<{ message: string }>(`/api/changepsw/${encodeURIComponent(id)}`, form)
  return message
}

export async function askForPasswordLink(form: ForgotForm): Promise<string> {
  const { message } = await http.post<{ message: string }>('/api/forgotpsw', form)
  return message
}
