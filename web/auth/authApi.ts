import type { ForgotForm, LinkUser, LoginForm, PasswordForm, SessionUser } from '#contract/auth.ts'
import { fetchForgeryToken, http } from '../ui/http.ts'

export async function login(form: LoginForm): Promise<SessionUser> {
  await fetchForgeryToken()
  const { data } = await http.post<{ data: SessionUser }>('/api/login', form)
  return data
}

/** Who creates or changes their password by a link. */
export type LinkOwner = LinkUser & { email: string }

export async function fetchLinkOwner(id: string): Promise<LinkOwner | undefined> {
  const url = `/api/getuser/${encodeURIComponent(id)}`
  const { user, email } = await http.post<{ user: LinkUser[]; email: string }>(url)
  return user[0] && { ...user[0], email }
}

export async function savePassword(id: string, form: PasswordForm): Promise<string> {
  const { message } = await http.post<{ message: string }>(`/api/changepsw/${encodeURIComponent(id)}`, form)
  return message
}

export async function askForPasswordLink(form: ForgotForm): Promise<string> {
  const { message } = await http.post<{ message: string }>('/api/forgotpsw', form)
  return message
}
