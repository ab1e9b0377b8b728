import type { SessionUser } from '#contract/identity/auth.ts'
import type { App } from '../server/http/schemas.ts'

/** A user who makes the calls of the page without a browser. */
export type Visitor = ReturnType<typeof createVisitor>

/** Keeps cookies, and sends the marker header and the forgery token along, as the browser would. */
export function createVisitor(app: App) {
  const cookies: Record<string, string> = {}

  async function call<Answer>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
  ): Promise<Answer> {
    const form = payload instanceof FormData ? new Response(payload) : undefined
    const answer = await app.inject({
      method,
      url,
      cookies,
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        'x-xsrf-token': cookies['XSRF-TOKEN'] ?? '',
        ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
      },
      ...(payload && { payload: form ? Buffer.from(await form.arrayBuffer()) : payload }),
    })
    if (answer.statusCode >= 400)
      throw new Error(`${method} ${url} answered ${answer.statusCode} ${answer.body}`)
    for (const { name, value } of answer.cookies) cookies[name] = value
    return (answer.body ? answer.json() : undefined) as Answer
  }

  return {
    get: <Answer>(url: string) => call<Answer>('GET', url),
    post: <Answer>(url: string, payload: object = {}) => call<Answer>('POST', url, payload),
    put: <Answer>(url: string, payload: object) => call<Answer>('PUT', url, payload),
    async signIn(email: string, password: string): Promise<SessionUser> {
      await call('GET', '/sanctum/csrf-cookie')
      const { data } = await call<{ data: SessionUser }>('POST', '/api/login', { email, password })
      return data
    },
  }
}

/** A file as a user chooses it in a form. */
export const fileOf = (bytes: Buffer, name: string, type: string): File =>
  new File([Uint8Array.from(bytes)], name, { type })
