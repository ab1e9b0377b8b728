import type { IncomingMessage } from 'node:http'

const overridden = new Set(['PUT', 'PATCH'])

/**
 * A form with files travels by POST and says in `_method` which method it means. Decided before the route is
 * looked for, so that nothing else need know of it.
 */
export function overrideMethod(request: IncomingMessage): string {
  const url = request.url ?? '/'
  if (request.method === 'POST' && url.includes('_method=')) {
    const meant = new URLSearchParams(url.slice(url.indexOf('?'))).get('_method')?.toUpperCase() ?? ''
    if (overridden.has(meant)) request.method = meant
  }
  return url
}
