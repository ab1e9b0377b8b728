import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { watchedOf } from './watchAnswers.ts'

export type Answer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  /** The parsed text if it is JSON. */
  body: unknown
}

export type Sending = {
  headers?: Record<string, string>
  remoteAddress?: string
  /** A body that is sent unchanged, and not made into JSON. */
  payload?: string
}

/** Exported under a name, so that callers need no types of the HTTP library. */
export type Sent = InjectOptions & { method: InjectOptions['method'] }

const changeMethods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
type ChangeMethod = (typeof changeMethods)[number]

export type TestClient = ReturnType<typeof createClient>

/** A client that behaves like a browser: it stores cookies, and sends the marker header and the CSRF token. */
export function createClient(app: FastifyInstance, sendAlways: Sending = {}) {
  const cookies = new Map<string, string>()

  async function send(options: Sent): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
    const response = await app.inject({
      remoteAddress: '127.0.0.1',
      ...sendAlways,
      ...options,
      headers: { ...(cookie && { cookie }), ...sendAlways.headers, ...options.headers },
    })
    for (const { name, value, expires } of response.cookies)
      if (expires && expires.getTime() === 0) cookies.delete(name)
      else cookies.set(name, value)
    expect(watchedOf(app).problems, 'answers that break their schema').toEqual([])
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      body: isJson && response.payload ? response.json() : undefined,
    }
  }

  const marker = { 'x-requested-with': 'XMLHttpRequest' }

  async function get(url: string, { headers, ...sending }: Sending = {}): Promise<Answer> {
    return send({ method: 'GET', url, ...sending, headers: { ...marker, ...headers } })
  }

  /** A call that changes something. A form with files is sent as one, anything else as JSON. */
  async function change(
    method: ChangeMethod,
    url: string,
    body?: unknown,
    { headers, ...sending }: Sending = {},
  ): Promise<Answer> {
    if (!cookies.has('XSRF-TOKEN')) await get('/sanctum/csrf-cookie')
    const isForm = body instanceof FormData
    const json = body === undefined ? undefined : JSON.stringify(body)
    const payload = sending.payload ?? (isForm ? body : json)
    return send({
      method,
      url,
      ...sending,
      ...(payload !== undefined && { payload }),
      headers: {
        ...marker,
        ...(payload !== undefined && !isForm && { 'content-type': 'application/json' }),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...headers,
      },
    })
  }

  /** A GET call that changes something needs the CSRF token. The page sends it with every call. */
  const getWithToken = (url: string) =>
    get(url, { headers: { 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '' } })

  const post = (url: string, body?: unknown, sending?: Sending) => change('POST', url, body, sending)

  return {
    cookies,
    send,
    get,
    post,
    change,
    /** Verifies a record by its path. */
    verify: (record: string, more = '') => getWithToken(`${record}?query=verify${more}`),
    /** A call by its name: `POST /api/register`. */
    call(call: string, body?: unknown): Promise<Answer> {
      const [method = '', url = ''] = call.split(' ')
      const changing = changeMethods.find((known) => known === method)
      return changing ? change(changing, url, body) : getWithToken(url)
    },
  }
}
