import type { FastifyContextConfig } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { QUERY_UNKNOWN } from '#contract/base/call.ts'
import { idText } from '#contract/base/fields.ts'
import { invalid } from '../base/ApiError.ts'
import type { App } from './schemas.ts'

/** What a route asks of `query`: none, any id (which becomes a parameter), or a word. */
export const NO_QUERY = 'none'
export const ANY_ID = 'id'
export const queryIs = (word: string) => `is ${word}`

/**
 * Lets the router choose among the GET calls of a path by `?query=`, so that each is a route of its own with its own
 * rules: `constraints: { query: queryIs('waiting') }`. The address stays as it was sent.
 */
export const byQuery = {
  name: 'query',
  storage<Route>() {
    const routes = new Map<string, Route>()
    return {
      get: (query: string) => routes.get(query) ?? null,
      set: (query: string, route: Route) => void routes.set(query, route),
    }
  },
  deriveConstraint({ url = '' }: Pick<IncomingMessage, 'url'>): string {
    // The query begins where the router's does.
    const asked = new URLSearchParams(url.replace(/^[^?#]*[?#]?/, '?')).getAll('query')
    if (asked.length === 0) return NO_QUERY
    // Several values select no call.
    const value = asked.join('&')
    return idText.safeParse(value).success ? ANY_ID : queryIs(value)
  },
}

type Rule = NonNullable<FastifyContextConfig['may']>
const everybody: Rule = () => true

/** Refuses every other value of `query` on such a path, to users who may make any of its calls. */
export function refuseOtherQueries(app: App): void {
  const rulesOf = new Map<string, Rule[]>()
  app.addHook('onRoute', ({ method, url, constraints, config }) => {
    if (method !== 'GET' || constraints?.['query'] === undefined) return
    const rule = config?.may ?? everybody
    const rules = rulesOf.get(url) ?? []
    rulesOf.set(url, rules)
    if (rules.push(rule) > 1) return
    app.get(url, { config: { may: (...who) => rules.some((may) => may(...who)) } }, () => {
      throw invalid({ query: [QUERY_UNKNOWN] })
    })
  })
}
