import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from './App.ts'
import type { Services } from '../Services.ts'

/** For whoever watches over the process: can it serve, and if not, what is failing? */
export function healthRoute(app: App, { db }: Services): void {
  app.get(
    '/api/health',
    {
      config: { isPublic: true, isPlain: true },
      schema: {
        summary: 'Whether Elimu can serve',
        response: {
          200: z.object({ status: z.literal('ok') }),
          503: z.object({ status: z.literal('failing'), part: z.string() }),
        },
      },
    },
    async (request, reply) => {
      try {
        await sql`select 1`.execute(db)
        return { status: 'ok' as const }
      } catch (error) {
        request.log.error({ err: error }, 'health check failed')
        return reply.code(503).send({ status: 'failing' as const, part: 'database' })
      }
    },
  )
}
