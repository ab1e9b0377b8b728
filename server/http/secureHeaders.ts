import type { FastifyInstance } from 'fastify'
import type { Services } from '../Services.ts'

/** Allows no inline scripts but those with these hashes. */
export const contentSecurityPolicy = (scriptHashes: string[] = []): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    // The components set sizes and positions by style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')

/** For a file in its own tab: browsers show it, but it loads nothing else and runs no scripts. */
export const filePolicy = (type: string): string =>
  [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    // The browsers' own viewers use inline styles.
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Safari shows a sandboxed PDF as a blank page.
    ...(type === 'application/pdf' ? [] : ['sandbox']),
  ].join(';')

/** Headers that forbid foreign scripts, inline scripts but those of the build, frames and referrers. */
export function secureHeadersFor({ appUrl, hstsSubdomains }: Services['config']): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(appUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  }
}

export function secureHeaders(app: FastifyInstance, { config }: Services): void {
  const headers = secureHeadersFor(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  // Answers contain children's data: browsers must not cache them on a shared computer.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.routeOptions.url?.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    done()
  })
}
