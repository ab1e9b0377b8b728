import { AN_ERROR_OCCURRED, type ErrorBody, firstErrors } from '#contract/base/call.ts'

/** A refusal of the server, or no answer at all (`status` 0). */
export class HttpError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** Whether the server did not answer, so that a retry makes sense. */
export const isUnreachable = (error: unknown): boolean => error instanceof HttpError && error.status === 0

/** Whether the server refused the call. A retry would fail too. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError && error.status >= 400 && error.status < 500

export const messageOf = (error: unknown): string =>
  error instanceof HttpError ? error.message : AN_ERROR_OCCURRED

/** The first message of each refused field, by path; none without an answer. */
export const fieldMessagesOf = (error: unknown) =>
  firstErrors((error instanceof HttpError && error.body.errors) || {})

/** The error shown for a call that is still waiting for an answer. */
export const noAnswerYet = () =>
  new HttpError(0, {
    message: 'The server does not answer. Elimu keeps trying. If this continues, check the connection.',
  })

export type SendOptions = {
  query?: Record<string, string | number | undefined>
  body?: object | FormData
  /** Called with 0…1 while a file is uploaded. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** The same for each retry of a change, so that the server makes the change once. */
  idempotencyKey?: string
  /** What the call does, for the dialog that asks who the user is before changes that need it. */
  action?: ConfirmedAction
}

/** `To reset the second step of Josphat Muli, …` */
export type ConfirmedAction = { verb: string; name?: string }

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const CSRF_COOKIE_PATH = '/sanctum/csrf-cookie'
/** A call is aborted after this time without progress and without an answer. */
const ABORT_AFTER_MS = 60_000
/** After this time users see that the server does not answer, long before the call is aborted. */
export const SILENT_AFTER_MS = 2_500
const REMEMBERED_MAX = 20
export const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.'

/**
 * The last answers that had an ETag, by address, so that an unchanged answer is not sent again. They are cached here
 * because the browser's cache may not store them.
 */
const remembered = new Map<string, { etag: string; text: string }>()

export function forgetAnswers(): void {
  remembered.clear()
}

function remember(address: string, etag: string | null, text: string): void {
  remembered.delete(address)
  if (etag) remembered.set(address, { etag, text })
  const [oldest] = remembered.keys()
  if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest)
}

let onRefused: (status: number) => void = () => {}

/** Sets the listener for refused calls. The session calls it once. */
export function whenRefused(listener: (status: number) => void): void {
  onRefused = listener
}

let askToConfirm: (action: ConfirmedAction | undefined) => Promise<boolean> = () => Promise.resolve(false)

/**
 * Sets the question for calls that need a recent proof of who the user is. Every such call then waits for the answer,
 * and is repeated if it is true. Returns a function that removes the question.
 */
export function whenConfirmationIsNeeded(ask: typeof askToConfirm): () => void {
  askToConfirm = ask
  return () => {
    askToConfirm = () => Promise.resolve(false)
  }
}

/** For tus-js-client, the one library that sends requests itself. */
export const reportRefusal = (status: number) => onRefused(status)

/** A refusal as the server wrote it. A proxy in front of the server may send any text. */
export function refusalOf(status: number, text: string): HttpError {
  const body = parseJson(text)
  return new HttpError(status, isErrorBody(body) ? body : { message: AN_ERROR_OCCURRED })
}

/** The answer to a HEAD request has no body: what the page reacts to is in a header. */
const refusalOfHead = (request: XMLHttpRequest) =>
  new HttpError(request.status, {
    message: AN_ERROR_OCCURRED,
    ...(request.getResponseHeader('X-Refusal-Code') === 'confirm_again' && { code: 'confirm_again' }),
  })

/** The headers of every call. Fetches the forgery token if it is missing. */
export async function callHeaders(): Promise<Record<string, string>> {
  if (!forgeryToken()) await fetchForgeryToken()
  return { 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': forgeryToken() ?? '' }
}

/** Fetches a forgery token. Sign-in needs a fresh one; every other call fetches one only if it is missing. */
export async function fetchForgeryToken(signal?: AbortSignal): Promise<void> {
  await transfer('GET', CSRF_COOKIE_PATH, { signal })
  tokenRead = undefined
}

export async function send<T>(method: Method, path: string, options: SendOptions = {}): Promise<T> {
  if (method !== 'GET' && !forgeryToken()) await fetchForgeryToken(options.signal)
  return attemptTwice(() => attempt<T>(method, path, options), options)
}

/** Repeats an attempt with a fresh token, or after the question that it needs. */
async function attemptTwice<T>(
  attemptOnce: () => Promise<T>,
  { signal, action }: Pick<SendOptions, 'signal' | 'action'> = {},
): Promise<T> {
  try {
    return await attemptOnce()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    // The token belongs to a session, and another tab may have ended the session or started a new one.
    if (error.status === 419) await fetchForgeryToken(signal)
    else if (!(error.body.code === 'confirm_again' && (await askToConfirm(action)))) throw error
    return attemptOnce()
  }
}

async function attempt<T>(method: Method, path: string, options: SendOptions): Promise<T> {
  try {
    return await transfer<T>(method, path, options)
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) forgetAnswers()
    if (error instanceof HttpError && error.body.code !== 'confirm_again') onRefused(error.status)
    throw error
  }
}

/** One request by XMLHttpRequest, because `fetch` cannot report the progress of an upload. */
function transfer<T>(method: Method, path: string, options: SendOptions): Promise<T> {
  const { query, body, onProgress, signal, idempotencyKey } = options
  return new Promise<T>((resolve, reject) => {
    const address = path + queryString(query)
    const known = method === 'GET' ? remembered.get(address) : undefined
    const request = new XMLHttpRequest()
    request.open(method, address)
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
    request.setRequestHeader('Accept', 'application/json')
    const token = forgeryToken()
    if (token) request.setRequestHeader('X-XSRF-TOKEN', token)
    if (body && !(body instanceof FormData)) request.setRequestHeader('Content-Type', 'application/json')
    if (known) request.setRequestHeader('If-None-Match', known.etag)
    if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey)
    if (onProgress && hasFile(body))
      request.upload.addEventListener('progress', (event) => onProgress(event.loaded / event.total))

    const unreachable = () => reject(new HttpError(0, { message: UNREACHABLE }))
    request.addEventListener('load', () => {
      // The answer to a sign-in or a logout sets another token.
      if (method !== 'GET') tokenRead = undefined
      const text = request.status === 304 && known ? known.text : request.responseText
      if (method === 'GET' && request.status < 400) remember(address, request.getResponseHeader('ETag'), text)
      if (request.status < 400) resolve(parseJson(text) as T)
      else reject(method === 'HEAD' ? refusalOfHead(request) : refusalOf(request.status, text))
    })
    request.addEventListener('error', unreachable)
    request.addEventListener('abort', () =>
      reject(new DOMException('The request was cancelled', 'AbortError')),
    )
    if (signal?.aborted) return reject(new DOMException('The request was cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })

    giveUpOnSilence(request, unreachable)
    request.send(body instanceof FormData ? body : body ? JSON.stringify(body) : undefined)
  })
}

/** A file that the server notes as it leaves. A link could not send the token that such a call needs. */
export const receiveFile = (path: string, query: SendOptions['query']): Promise<Blob> =>
  attemptTwice(async () => (await receive(path, query)).blob().catch(throwUnreachable))

async function receive(path: string, query: SendOptions['query']): Promise<Response> {
  const headers = { ...(await callHeaders()), Accept: 'application/json' }
  const answer = await fetch(path + queryString(query), { headers }).catch(throwUnreachable)
  if (answer.ok) return answer
  onRefused(answer.status)
  throw refusalOf(answer.status, await answer.text())
}

const throwUnreachable = () => {
  throw new HttpError(0, { message: UNREACHABLE })
}

/** The lines of a long answer as they arrive, so that the browser never has the whole of it. */
export async function* receiveLines(path: string, query: SendOptions['query']): AsyncGenerator<string> {
  const answer = await receive(path, query)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let parts: string[] = []
  for (;;) {
    const { value, done } = (await reader?.read().catch(throwUnreachable)) ?? { done: true }
    if (done) break
    const [first = '', ...others] = value.split('\n')
    parts.push(first)
    for (const part of others) {
      yield parts.join('')
      parts = [part]
    }
  }
  yield parts.join('')
}

/** Not XMLHttpRequest's own timeout, which limits the whole request: an upload may take an hour. */
function giveUpOnSilence(request: XMLHttpRequest, onSilence: () => void): void {
  let silence: ReturnType<typeof setTimeout>
  const listen = () => {
    clearTimeout(silence)
    silence = setTimeout(() => {
      onSilence()
      request.abort()
    }, ABORT_AFTER_MS)
  }
  listen()
  for (const end of [request, request.upload]) end.addEventListener('progress', listen)
  request.addEventListener('loadend', () => clearTimeout(silence))
}

const hasFile = (body: SendOptions['body']) =>
  body instanceof FormData && [...body.values()].some((value) => value instanceof File)

/** Cached, because reading a cookie blocks the page for some milliseconds. `send` replaces one that another tab made stale. */
let tokenRead: string | undefined

function forgeryToken(): string | undefined {
  const cookie = () => document.cookie.split('; ').find((entry) => entry.startsWith('XSRF-TOKEN='))
  tokenRead ??= cookie()?.slice('XSRF-TOKEN='.length)
  return tokenRead && decodeURIComponent(tokenRead)
}

function queryString(query: SendOptions['query']): string {
  const entries = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return entries.length ? `?${new URLSearchParams(entries)}` : ''
}

/** Undefined if the text is missing or is not JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

function isErrorBody(answer: unknown): answer is ErrorBody {
  return (
    typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
  )
}
