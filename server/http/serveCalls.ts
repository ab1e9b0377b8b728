import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AnswerOf, type Call, type Parsed, QUERY_UNKNOWN } from '#contract/call.ts'
import { idText } from '#contract/fields.ts'
import { yieldToRequests } from '../database/inBatches.ts'
import { answers, invalid, unauthorized } from './ApiError.ts'
import { type App, parse } from './schemas.ts'
import { signedIn } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The calls of a route: one, or several that `query` selects. */
    meanings?: Meaning[]
  }
}

/** The parsed input of the route. */
type TakenBy<C extends Call> = {
  Params: Parsed<C, 'params'>
  Querystring: Parsed<C, 'query'>
  Body: Parsed<C, 'body'>
}

type Access = Pick<FastifyContextConfig, 'may' | 'isPublic' | 'isPlain'>

/** An answer before `success` is added to it. */
type Unmarked<Answer> = Answer extends unknown ? Omit<Answer, 'success'> : never

/** Who may make a call, and its handler. `success` is added to every answer. */
type Served<C extends Call> = Access & {
  /** The route parses the body, because its rules depend on the user, or to report all errors together. */
  parsesBody?: boolean
  /** A reading call that changes something, and so needs the forgery token. */
  isChange?: boolean
  /** The limit of its body in bytes, if higher than the app's limit. */
  bodyLimit?: number
  answer: (request: FastifyRequest<TakenBy<C>>, reply: FastifyReply) => Promise<Unmarked<AnswerOf<C>>>
}

/** Registers the routes of a feature, one for each call of its contract. */
export function serveCalls<All extends Record<string, Call>>(
  app: App,
  calls: All,
  served: { [Name in keyof All]: Served<All[Name]> },
): void {
  const byAddress = Map.groupBy(Object.keys(calls), (name) => name.split('?')[0] ?? name)
  for (const [address, names] of byAddress) {
    const [method = '', url = ''] = address.split(' ')
    const meanings: Meaning[] = names.map((name) => ({
      name: name.split('?query=')[1],
      // The mapped type above guarantees that each call has its own handler.
      call: calls[name as keyof All] as Call,
      served: served[name as keyof All] as unknown as Served<Call>,
    }))
    const [only] = meanings
    if (only && meanings.length === 1) serveOne(app, { method, url }, only)
    else serveMeanings(app, { method, url }, meanings)
  }
}

type Address = { method: string; url: string }
export type Meaning = { name: string | undefined; call: Call; served: Served<Call> }

function serveOne(app: App, address: Address, meaning: Meaning): void {
  const { call, served } = meaning
  const { parsesBody, answer, may, isPublic, isPlain, bodyLimit } = served
  const { summary, params, query, body, uploads } = call
  app.route({
    ...address,
    // Reading a large body and parsing it both block the event loop for long.
    ...(bodyLimit && { bodyLimit, preValidation: () => yieldToRequests() }),
    config: {
      ...(may && { may }),
      ...(isPublic && { isPublic }),
      ...(isPlain && { isPlain }),
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
    handler: async (request, reply) => ({ success: true, ...(await answer(request as never, reply)) }),
  })
}

/** Registers one route for a path with several meanings. */
function serveMeanings(app: App, address: Address, meanings: Meaning[]): void {
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
      const { may, answer } = meaning.served
      const user = signedIn(request)
      if (may && !may(user.role, user)) throw unauthorized()
      Object.assign(request, partsOf(meaning, request, asked))
      return { success: true, ...(await answer(request, reply)) }
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
