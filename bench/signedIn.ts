import { emailOf, PASSWORD } from './prepareData.ts'

const MARKER = { 'x-requested-with': 'XMLHttpRequest' }

/** The headers of somebody who is about to sign in: marker, forgery token and its cookie. */
export async function signedOutHeaders(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/sanctum/csrf-cookie`, { headers: MARKER })
  const cookie = cookieOf(answer, 'XSRF-TOKEN')
  return { ...MARKER, cookie, 'x-xsrf-token': cookie.replace('XSRF-TOKEN=', '') }
}

/** The headers of the signed-in administrator's calls. */
export async function signedInHeaders(url: string): Promise<Record<string, string>> {
  return { ...MARKER, cookie: cookieOf(await signIn(url), 'elimu_session') }
}

/** The same for calls that change something. */
export async function changingHeaders(url: string): Promise<Record<string, string>> {
  const answer = await signIn(url)
  const token = cookieOf(answer, 'XSRF-TOKEN')
  const cookie = `${cookieOf(answer, 'elimu_session')}; ${token}`
  return { ...MARKER, cookie, 'x-xsrf-token': token.replace('XSRF-TOKEN=', '') }
}

async function signIn(url: string): Promise<Response> {
  return fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { ...(await signedOutHeaders(url)), 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(0), password: PASSWORD }),
  })
}

function cookieOf(answer: Response, name: string): string {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`))
  if (!found) throw new Error(`${answer.url} answered ${answer.status} without the cookie ${name}`)
  return found
}
