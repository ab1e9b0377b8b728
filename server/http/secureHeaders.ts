import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../Services.ts'

/** Tells the browser what our pages never do: run foreign or inline scripts, stand in a frame, name where one came from. */
export async function secureHeaders(app: FastifyInstance, { config }: Services): Promise<void> {
  const isHttps = config.appUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The components set sizes and positions by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: isHttps && { maxAge: 365 * 24 * 60 * 60 },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  // What a call answers is somebody's data: no cache keeps it for others, and the browser asks again.
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'private, no-cache')
  })
}
