import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, Call, Parsed } from '#contract/base/call.ts'
import type { ViewKind } from '#contract/privacy/accesses.ts'
import type { Db } from '../database/connect.ts'
import type { Actor, Change } from '../database/history.ts'
import { pauseForRequests } from '../base/yieldToRequests.ts'
import type { Services } from '../Services.ts'
import { answers } from '../base/ApiError.ts'
import { LongAnswer } from '../base/LongAnswer.ts'
import { ANY_ID, NO_QUERY, queryIs } from './callsByQuery.ts'
import { runChange } from './runChange.ts'
import type { App } from './schemas.ts'
import { signedIn } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that the route serves, for its description. */
    serves?: { name: string; call: Call }
  }
  interface FastifyRequest {
    /** The part of a student's record that the user opens, counted after the reply. */
    viewed: { student_id: number; kind: ViewKind } | undefined
  }
}

/** What a handler gets: the parsed input, and the user. */
type Input<C extends Call> = {
  request: FastifyRequest
  reply: FastifyReply
  /** The signed-in user. Calls that are open to everybody must not read it. */
  actor: Actor
  params: Parsed<C, 'params'>
  query: Parsed<C, 'query'>
  body: Parsed<C, 'body'>
}

/** What a handler returns: the answer without `success`, which every answer gets. */
type Output<C extends Call> = Promise<WithoutSuccess<AnswerOf<C>> | Long<WithoutSuccess<AnswerOf<C>>>>
/** An answer with rows may be a long one. */
type Long<Answer> = Answer extends { data: unknown[] } ? LongAnswer<Answer> : never
type WithoutSuccess<Answer> = Answer extends unknown ? Omit<Answer, 'success'> : never

/** Runs work in a transaction of the call, which is repeatable if the call is. */
export type RunChange = <Result>(
  work: (change: Change) => Promise<Result>,
  options?: Pick<ChangeOptions, 'isRepeatable'>,
) => Promise<Result>

type Access = Pick<FastifyContextConfig, 'may' | 'isPublic' | 'isPlain' | 'admits' | 'confirmsAgain'> & {
  /** The part of a student's record that the answer shows, for the count of views. `id` or `student` names the student. */
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
  answer: (input: Input<C> & { db: Db }) => Output<C>
  steps?: never
}

/** A call that changes something, in one transaction. It must not do anything slow there. */
type Changing<C extends Call> = ChangeOptions & {
  answer: (input: Input<C> & Change) => Output<C>
  steps?: never
}

/** A call with slow work, such as storing files, or with cookies: only what `change` runs is in a transaction. */
type Stepwise<C extends Call> = ChangeOptions & {
  steps: (input: Input<C> & { db: Db }, change: RunChange) => Output<C>
  answer?: never
}

/**
 * Who may make a call, and its handler. The method decides which handlers the compiler accepts:
 *
 *     'GET /api/schools': { may: canSeeSchools, answer: ({ query }) => listSchools(query) },
 *     // Changes something, in one transaction.
 *     'POST /api/schools': { may: canEditSchools, answer: ({ trx, body }) => addSchool(trx, body) },
 *     // Stores files first: only what `change` runs is in the transaction.
 *     'POST /api/doc': { may: canEditRecords, steps: (input, change) => storeAndSave(input, change) },
 *     // Only reads, although it is a POST.
 *     'POST /api/finance/similar': { may: canEditRecords, readsOnly: true, answer: ({ db, body }) => find(db, body) },
 *     // Changes something, although it is a GET: it needs the forgery token.
 *     'GET /api/reports/:id?query=verify': { may: canVerifyRecords, isChange: true, answer: ({ trx }) => verify(trx) },
 *     // Its changes are rolled back: it needs no token.
 *     'GET /api/imports/:id/undo': { may: canUndoImports, isTrial: true, answer: ({ trx }) => undoImport(trx) },
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
    answer?: (input: object) => Promise<object>
    steps?: (asked: object, change: RunChange) => Promise<object>
  }

/** Registers the routes of a feature, one for each call of its contract. */
export function serveCalls<All extends Record<string, Call>>(
  app: App,
  services: Services,
  calls: All,
  served: { [Name in keyof All]: Served<Name, All[Name]> },
): void {
  for (const [name, call] of Object.entries(calls))
    // The mapped type above guarantees that each call has its own handler.
    serveCall(app, services, name, call, served[name as keyof All] as AnyServed)
}

function serveCall(app: App, services: Services, name: string, call: Call, served: AnyServed): void {
  const [address = '', asked] = name.split('?query=')
  const [method = '', url = ''] = address.split(' ')
  const { parsesBody, may, isPublic, isPlain, admits, confirmsAgain, isChange, bodyLimit } = served
  const { summary, params, query, body, uploads } = call
  const schema = {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && !parsesBody && { body }),
    response: answers(call.answer),
  }
  const route = {
    method,
    url,
    ...(bodyLimit && { bodyLimit }),
    async preValidation(request: FastifyRequest) {
      // Reading a large body and parsing it both block the event loop for long.
      if (bodyLimit) await pauseForRequests()
      if (asked?.startsWith(':')) takeId(request, asked.slice(1))
    },
    config: {
      ...(may && { may }),
      ...(isPublic && { isPublic }),
      ...(isPlain && { isPlain }),
      ...(admits && { admits }),
      ...(confirmsAgain && { confirmsAgain }),
      ...(isChange && { isChange }),
      ...(uploads && { uploads }),
      serves: { name, call },
    },
    handler: (request: FastifyRequest, reply: FastifyReply) => answerCall(served, request, reply, services),
  }
  const [own, ...others] = queriesOf(method, asked, call)
  app.route({ ...route, schema: { summary, ...schema }, ...(own && { constraints: { query: own } }) })
  // Without a summary, because the call has been described.
  for (const other of others) app.route({ ...route, schema, constraints: { query: other } })
}

/** The values of `query` that select a call; none if it ignores `query`, as all but GET calls do. */
function queriesOf(method: string, asked: string | undefined, { isDefault }: Call): string[] {
  if (method !== 'GET') return []
  const named = asked?.startsWith(':') ? ANY_ID : asked && queryIs(asked)
  return [...(named ? [named] : []), ...(isDefault ? [NO_QUERY] : [])]
}

/** Makes the id that is the value of `query` a parameter, like the ids in the path. */
function takeId({ params, query }: FastifyRequest, name: string): void {
  Object.assign(params as object, { [name]: (query as { query: string }).query })
}

async function answerCall(
  served: AnyServed,
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
  const inputWith = <Own extends object>(own: Own) => ({
    request,
    reply,
    params,
    query,
    body,
    ...own,
    get actor() {
      return signedIn(request)
    },
  })
  const change: RunChange = (work, options) =>
    runChange(request, { ...served, ...options }, services, (trx) =>
      work(inputWith({ trx, at: clock().toISOString() })),
    )
  const given = await (steps
    ? steps(inputWith({ db }), change)
    : answer && (isInTransaction ? change(answer) : answer(inputWith({ db }))))
  if (writesLetters) outbox.nudge()
  if (given instanceof LongAnswer) return reply.type('application/json; charset=utf-8').send(given.stream())
  return { success: true, ...given }
}
