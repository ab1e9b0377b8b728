import type { z } from 'zod'
import type { AnswerOf, Call } from '#contract/base/call.ts'
import type { AllCalls } from '#contract/calls.ts'
import { HttpError, type Method, receiveLines, send, type SendOptions, UNREACHABLE } from './http.ts'

/** The values of a query, which are sent as text. Callers may also pass numbers. */
type Texts<Query> = {
  [Name in keyof Query]: Query[Name] | (string extends Query[Name] ? number : never)
}

/** The arguments of a call, as its contract defines them. A call with `files` is sent as form data. */
type Given<C extends Call> = (C extends { params: z.ZodType<infer Params> }
  ? { params: { [Name in keyof Params]: string | number } }
  : unknown) &
  (C extends { query: infer Query extends z.ZodType } ? { query?: Texts<z.input<Query>> } : unknown) &
  (C extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : unknown) &
  (C extends { uploads: infer Uploads }
    ? { files?: { [Field in keyof Uploads]?: File | undefined } }
    : unknown)

/** The body of a call, as its contract defines it. */
export type BodyOf<Name extends keyof AllCalls> = AllCalls[Name] extends { body: z.ZodType }
  ? z.input<AllCalls[Name]['body']>
  : never

export type CallOptions = Pick<SendOptions, 'onProgress' | 'signal' | 'idempotencyKey' | 'action'>
type Arguments<C extends Call> =
  object extends Given<C> ? [given?: Given<C> & CallOptions] : [given: Given<C> & CallOptions]

/** The arguments of any call, already checked by the types above. */
type AnyGiven = CallOptions & {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: object
  files?: Record<string, File | undefined>
}

/** Makes a call by its name in the contract, which defines its arguments and its answer. */
export function call<Name extends keyof AllCalls>(
  name: Name,
  ...[given]: Arguments<AllCalls[Name]>
): Promise<AnswerOf<AllCalls[Name]>> {
  const { params, query, body, files, ...options }: AnyGiven = given ?? {}
  const { method, path, asked } = requestOf(name, params, query)
  if (!files) return send(method as Method, path, { ...options, query: asked, body })
  // Form data is sent by POST, with the intended method in `_method`.
  const meant = method === 'POST' ? {} : { _method: method }
  const form = formOf({ ...body, ...files })
  return send('POST', path, { ...options, query: { ...meant, ...asked }, body: form })
}

/** The rows of a call for `all` of a list, in batches as they arrive. */
export async function* callRows<Row>(
  name: keyof AllCalls,
  query: Record<string, string | number | undefined>,
): AsyncGenerator<Row[]> {
  const { path, asked } = requestOf(name, {}, { ...query, all: '1' })
  let [hasBegun, hasEnded] = [false, false]
  for await (const line of receiveLines(path, asked)) {
    hasEnded = line.startsWith(']')
    if (hasBegun && !hasEnded) yield JSON.parse(`[${line.replace(/^,/, '')}]`) as Row[]
    hasBegun = true
  }
  if (!hasEnded) throw new HttpError(0, { message: UNREACHABLE })
}

function requestOf(name: string, params: AnyGiven['params'], query: AnyGiven['query']) {
  const [method = 'GET', address = ''] = name
    .replace(/:(\w+)/g, (_all, part: string) => encodeURIComponent(params?.[part] ?? ''))
    .split(' ')
  const [path = '', meaning] = address.split('?query=')
  return { method, path, asked: { ...(meaning !== undefined && { query: meaning }), ...query } }
}

/** Rows are named as the server parses them: `marks[0][grade]`. Undefined values are omitted, null is sent empty. */
function formOf(fields: object, form = new FormData(), nameOf = (field: string) => field): FormData {
  for (const [field, value] of Object.entries(fields)) {
    const name = nameOf(field)
    if (value === undefined) continue
    if (value instanceof File) form.append(name, value)
    else if (typeof value === 'object' && value !== null) formOf(value, form, (inner) => `${name}[${inner}]`)
    else form.append(name, String(value ?? ''))
  }
  return form
}
