import type { Assertion, SecondStepForm } from '#contract/identity/account.ts'
import type {
  ForgotForm,
  LinkUser,
  LoginForm,
  PasswordForm,
  SecondStepReply,
} from '#contract/identity/auth.ts'
import { call } from '../ui/call.ts'
import { fetchForgeryToken } from '../ui/http.ts'
import { type SignedInUser, signedInUser } from '../ui/sessionUser.ts'

/** A sign-in whose password was right, and whose second step is due. */
export type PendingSignIn = Pick<SecondStepReply, 'kinds' | 'message'> & { email: string }

export async function login(form: LoginForm): Promise<SignedInUser | PendingSignIn> {
  await fetchForgeryToken()
  const answer = await call('POST /api/login', { body: form })
  return 'data' in answer ? signedInUser(answer) : { ...answer, email: form.email }
}

export const finishLogin = async (form: SecondStepForm): Promise<SignedInUser> =>
  signedInUser(await call('POST /api/login/second-step', { body: form }))

/** A challenge for a passkey; undefined if there is none to use here. */
export const fetchPasskeyOptions = async () =>
  (await call('GET /api/login/passkey')).data.options ?? undefined

export async function loginByPasskey(assertion: Assertion): Promise<SignedInUser> {
  await fetchForgeryToken()
  return signedInUser(await call('POST /api/login/passkey', { body: { assertion } }))
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
