import type { z } from 'zod'
import type { AnswerOf, Call } from '#contract/call.ts'
import type { AllCalls } from '#contract/calls.ts'
import { type Method, send, type SendOptions } from './http.ts'

/** All of an address is text in the end; who calls may give numbers. */
type Texts<Query> = {
  [Name in keyof Query]: Query[Name] | (string extends Query[Name] ? number : never)
}

/** What a call takes, part by part, as its contract says. A call with files travels as a form. */
type Given<C extends Call> = (C extends { params: z.ZodType<infer Params> }
  ? { params: { [Name in keyof Params]: string | number } }
  : unknown) &
  (C extends { query: infer Query extends z.ZodType } ? { query?: Texts<z.input<Query>> } : unknown) &
  (C extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : unknown) &
  (C extends { uploads: infer Uploads }
    ? { files: { [Field in keyof Uploads]?: File | undefined } }
    : unknown)

export type CallOptions = Pick<SendOptions, 'onProgress' | 'signal' | 'idempotencyKey'>
type Arguments<C extends Call> =
  object extends Given<C> ? [given?: Given<C> & CallOptions] : [given: Given<C> & CallOptions]

/** Everything that any call may be given, once the types above have seen to it that it fits. */
type AnyGiven = CallOptions & {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: object
  files?: Record<string, File | undefined>
}

/** Makes a call by its name in the contract, which says what it takes and what it answers. */
export function call<Name extends keyof AllCalls>(
  name: Name,
  ...[given]: Arguments<AllCalls[Name]>
): Promise<AnswerOf<AllCalls[Name]>> {
  const { params, query, body, files, ...options }: AnyGiven = given ?? {}
  const [method = 'GET', address = ''] = name
    .replace(/:(\w+)/g, (_all, part: string) => encodeURIComponent(params?.[part] ?? ''))
    .split(' ')
  const [path = '', meaning] = address.split('?query=')
  const asked = { ...(meaning !== undefined && { query: meaning }), ...query }
  if (!files) return send(method as Method, path, { ...options, query: asked, body })
  // A form travels by POST, and says in `_method` what it means.
  const meant = method === 'POST' ? {} : { _method: method }
  const form = formOf({ ...body, ...files })
  return send('POST', path, { ...options, query: { ...meant, ...asked }, body: form })
}

/** Rows get the names that the server reads as rows: `marks[0][grade]`. What is undefined stays out. */
function formOf(fields: object, form = new FormData(), nameOf = (field: string) => field): FormData {
  for (const [field, value] of Object.entries(fields)) {
    const name = nameOf(field)
    if (value === undefined) continue
    if (value instanceof File) form.append(name, value)
    else if (typeof value === 'object' && value !== null) formOf(value, form, (inner) => `${name}[${inner}]`)
    else form.append(name, String(value))
  }
  return form
}
