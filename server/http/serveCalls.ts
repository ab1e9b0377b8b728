import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AnswerOf, type Call, type Parsed, QUERY_UNKNOWN } from '#contract/base/call.ts'
import { idText } from '#contract/base/fields.ts'
import type { ViewKind } from '#contract/privacy/accesses.ts'
import type { Db } from '../database/connect.ts'
import type { Actor, Change } from '../database/history.ts'
import { pauseForRequests } from '../base/yieldToRequests.ts'
import type { Services } from '../Services.ts'
import { answers, invalid, unauthorized } from '../base/ApiError.ts'
import { runChange } from './runChange.ts'
import { type App, parse } from './schemas.ts'
import { signedIn } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The calls of a route: one, or several that `query` selects. */
    meanings?: Meaning[]
  }
  interface FastifyRequest {
    /** What of a student the user opens, to be counted after the reply. */
    viewed: { student_id: number; kind: ViewKind } | undefined
  }
}

/** What a handler gets: the parsed input, and the user. */
type Asked<C extends Call> = {
  request: FastifyRequest
  reply: FastifyReply
  /** The signed-in user. Calls that are open to everybody must not read it. */
  actor: Actor
  params: Parsed<C, 'params'>
  query: Parsed<C, 'query'>
  body: Parsed<C, 'body'>
}

/** An answer before `success` is added to it. */
type Unmarked<Answer> = Answer extends unknown ? Omit<Answer, 'success'> : never
type Answered<C extends Call> = Promise<Unmarked<AnswerOf<C>>>

/** Runs work in a transaction of the call, which is repeatable if the call is. */
export type RunChange = <Result>(
  work: (change: Change) => Promise<Result>,
  options?: Pick<ChangeOptions, 'isRepeatable'>,
) => Promise<Result>

type Access = Pick<FastifyContextConfig, 'may' | 'isPublic' | 'isPlain' | 'admits' | 'confirmsAgain'> & {
  /** It shows this of the student whom `id` or `student` names. */
  views?: ViewKind
  /** The handler parses the body, because its rules depend on the user, or to report all errors together. */
  parsesBody?: boolean
  /** The limit of its body in bytes, if higher than the app's limit. */
  bodyLimit?: number
}

type ChangeOptions = {
  /** Calls with the same Idempotency-Key change something once. For calls that add something. */
  isRepeatable?: boolean
  /** The transaction is so large that it gets its own connection. */
  isLong?: boolean
  /** Wakes the postman after the commit. */
  writesLetters?: boolean
}

type Reading<C extends Call> = {
  answer: (asked: Asked<C> & { db: Db }) => Answered<C>
  steps?: never
}

/** A call that changes something, in one transaction. It must not do anything slow there. */
type Changing<C extends Call> = ChangeOptions & {
  answer: (asked: Asked<C> & Change) => Answered<C>
  steps?: never
}

/** A call with slow work, such as storing files, or with cookies: only what `change` runs is in a transaction. */
type Stepwise<C extends Call> = ChangeOptions & {
  steps: (asked: Asked<C> & { db: Db }, change: RunChange) => Answered<C>
  answer?: never
}

/**
 * Who may make a call, and its handler. `success` is added to every answer. A GET call that changes something needs the
 * forgery token (`isChange`), unless its changes are rolled back (`isTrial`).
 */
export type Served<Name, C extends Call> = Access &
  (Name extends `GET ${string}`
    ?
        | (Reading<C> & { isChange?: never; isTrial?: never })
        | (Changing<C> & { isChange: true; isTrial?: never })
        | (Changing<C> & { isChange?: never; isTrial: true })
    : (Reading<C> & { readsOnly: true }) | ((Changing<C> | Stepwise<C>) & { readsOnly?: never }))

/** The same without the types of one call. */
type AnyServed = Access &
  ChangeOptions & {
    isChange?: boolean
    isTrial?: boolean
    readsOnly?: boolean
    answer?: (asked: object) => Promise<object>
    steps?: (asked: object, change: RunChange) => Promise<object>
  }

/** Registers the routes of a feature, one for each call of its contract. */
export function serveCalls<All extends Record<string, Call>>(
  app: App,
  services: Services,
  calls: All,
  served: { [Name in keyof All]: Served<Name, All[Name]> },
): void {
  const byAddress = Map.groupBy(Object.keys(calls), (name) => name.split('?')[0] ?? name)
  for (const [address, names] of byAddress) {
    const [method = '', url = ''] = address.split(' ')
    const meanings: Meaning[] = names.map((name) => ({
      name: name.split('?query=')[1],
      // The mapped type above guarantees that each call has its own handler.
      call: calls[name as keyof All] as Call,
      served: served[name as keyof All] as AnyServed,
    }))
    const [only] = meanings
    const answer: AnswerMeaning = (meaning, request, reply) => answerCall(meaning, request, reply, services)
    if (only && meanings.length === 1) serveOne(app, { method, url }, only, answer)
    else serveMeanings(app, { method, url }, meanings, answer)
  }
}

type AnswerMeaning = (meaning: Meaning, request: FastifyRequest, reply: FastifyReply) => Promise<object>

async function answerCall(
  { served }: Meaning,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<object> {
  const { db, clock, outbox } = services
  const { answer, steps, isTrial, readsOnly, writesLetters } = served
  const isInTransaction = isTrial || (request.isChange && !readsOnly)
  const { params, query, body } = request
  if (served.views) {
    const { id = 0, student = id } = { ...(params as object), ...(query as object) } as Record<string, number>
    request.viewed = { student_id: student, kind: served.views }
  }
  const input = { request, reply, params, query, body }
  const asked = <Own extends object>(own: Own) => ({
    ...input,
    ...own,
    get actor() {
      return signedIn(request)
    },
  })
  const change: RunChange = (work, options) =>
    runChange(request, { ...served, ...options }, services, (trx) =>
      work(asked({ trx, at: clock().toISOString() })),
    )
  const given = await (steps
    ? steps(asked({ db }), change)
    : answer && (isInTransaction ? change(answer) : answer(asked({ db }))))
  if (writesLetters) outbox.nudge()
  return { success: true, ...given }
}

type Address = { method: string; url: string }
export type Meaning = { name: string | undefined; call: Call; served: AnyServed }

function serveOne(app: App, address: Address, meaning: Meaning, answer: AnswerMeaning): void {
  const { call, served } = meaning
  const { parsesBody, may, isPublic, isPlain, admits, confirmsAgain, bodyLimit } = served
  const { summary, params, query, body, uploads } = call
  // The gate decides by `query` alone, which this call ignores: a caller could avoid the forgery token.
  if (served.isChange)
    throw new Error(`${address.method} ${address.url} changes something: it has to be a POST.`)
  app.route({
    ...address,
    // Reading a large body and parsing it both block the event loop for long.
    ...(bodyLimit && { bodyLimit, preValidation: () => pauseForRequests() }),
    config: {
      ...(may && { may }),
      ...(isPublic && { isPublic }),
      ...(isPlain && { isPlain }),
      ...(admits && { admits }),
      ...(confirmsAgain && { confirmsAgain }),
      ...(uploads && { uploads }),
      meanings: [meaning],
    },
    schema: {
      summary,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && !parsesBody && { body }),
      response: answers(call.answer),
    },
    handler: (request, reply) => answer(meaning, request, reply),
  })
}

/** Registers one route for a path with several meanings. */
function serveMeanings(app: App, address: Address, meanings: Meaning[], answer: AnswerMeaning): void {
  if (meanings.some(({ call }) => call.body ?? call.uploads))
    throw new Error(
      `${address.method} ${address.url} has several meanings, which cannot take a body or files.`,
    )
  // The gate knows the route, and not yet which meaning is asked for.
  if (meanings.some(({ served }) => served.confirmsAgain ?? served.admits ?? served.isPublic))
    throw new Error(
      `${address.method} ${address.url} has several meanings, which share the rules of the gate.`,
    )
  const params = meanings.find((meaning) => !takesId(meaning))?.call.params
  const rules = meanings.flatMap(({ served }) => served.may ?? [])
  const schemas = meanings.map(({ call }) => call.answer)
  app.route({
    ...address,
    config: {
      // The gate refuses users who may use none of the meanings; the handler checks the rule of the meaning that is
      // asked for.
      ...(rules.length === meanings.length && { may: (...who) => rules.some((may) => may(...who)) }),
      changing: meanings.flatMap(({ name, served }) => (served.isChange && name) || []),
      meanings,
    },
    schema: {
      summary: meanings.map(({ call }) => call.summary).join('; '),
      ...(params && { params }),
      querystring: queryOfAll(meanings),
      response: answers(z.union(schemas)),
    },
    handler: async (request, reply) => {
      const { query: asked } = request.query
      const meaning = meaningOf(asked, meanings)
      if (!meaning) throw invalid({ query: [QUERY_UNKNOWN] })
      const { may } = meaning.served
      const user = signedIn(request)
      if (may && !may(user.role, user)) throw unauthorized()
      Object.assign(request, partsOf(meaning, request, asked))
      return answer(meaning, request, reply)
    },
  })
}

/** The fields of all meanings, which each meaning parses for itself once it is known. */
function queryOfAll(meanings: Meaning[]) {
  const fields = meanings.flatMap(({ call }) =>
    call.query instanceof z.ZodObject ? Object.keys(call.query.shape) : [],
  )
  return z.object({
    ...Object.fromEntries(fields.map((field) => [field, z.unknown().optional()])),
    query: z.string(QUERY_UNKNOWN).optional(),
  })
}

function meaningOf(asked: string | undefined, meanings: Meaning[]): Meaning | undefined {
  if (asked === undefined) return meanings.find(({ call }) => call.isDefault)
  const named = meanings.find(({ name }) => name === asked)
  return named ?? (idText.safeParse(asked).success ? meanings.find(takesId) : undefined)
}

/** Whether the value of `query` is an id and not a name. */
const takesId = ({ name }: Meaning) => name?.startsWith(':') === true

/** The path's ids and the query of a meaning, parsed. The ids in the path have been parsed with the route. */
function partsOf({ name, call }: Meaning, { params, query }: FastifyRequest, asked: string | undefined) {
  const named = name?.startsWith(':') ? parse(call.params ?? z.object(), { [name.slice(1)]: asked }) : {}
  return { params: Object.assign({}, params, named), query: call.query && parse(call.query, query) }
}
