import type { FastifyContextConfig } from 'fastify'
import type { Config } from '../config.ts'
import { FORGERY_COOKIE, FORGERY_HEADER } from './forgery.ts'
import { SAFE_METHODS } from './gate.ts'
import { sessionCookie } from './session.ts'

/** How a program makes calls: the introduction of the API description. */
export const introduction = [
  'Calls take and answer JSON. To make them as a program:',
  [
    '1. Send `X-Requested-With: XMLHttpRequest` with every call, and keep the cookies.',
    '2. `GET /sanctum/csrf-cookie` sets the cookie `XSRF-TOKEN`. Send its value back in the header `X-XSRF-TOKEN` with every call that changes something.',
    '3. `POST /api/login` with `email` and `password` sets the session cookie, and a new `XSRF-TOKEN`. A session ends after 15 idle minutes, or 12 hours.',
  ].join('\n'),
  'A form with files is sent as `multipart/form-data`, with rows as `marks[0][grade]`. Where only POST can be sent, `?_method=PUT` says what is meant.',
  'A call that adds something may carry an `Idempotency-Key`: a repeat with the same key adds nothing, and gets the first answer.',
  'Refusals: 400 without the marker, 401 without a session, 403 for the wrong role, 404 not found, 409 overtaken by somebody else, 413 too large, 415 not JSON, 419 without the token, 422 with messages by field, 429 too often.',
].join('\n\n')

export const securitySchemesOf = ({ appUrl }: Pick<Config, 'appUrl'>) => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie(appUrl),
    description: 'Set by `POST /api/login`. Programs and browsers send it back by themselves.',
  },
  token: {
    type: 'apiKey',
    in: 'header',
    name: FORGERY_HEADER,
    description: `The value of the cookie \`${FORGERY_COOKIE}\`, which shows that another site has not made the call.`,
  },
  marker: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Requested-With',
    description: 'Always `XMLHttpRequest`.',
  },
})

/** What a call must carry, by the settings that the gate reads. */
export function securityOf(method: string, { isPublic, isPlain, changing }: FastifyContextConfig): object[] {
  const needed = { ...(!isPublic && { session: [] }), ...(!isPlain && { marker: [] }) }
  const all = { ...needed, token: [] }
  if (!SAFE_METHODS.has(method.toUpperCase())) return [all]
  if (changing?.length) return [needed, all]
  return isPublic && isPlain ? [] : [needed]
}
