import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { abandon } from '../files/unownedBytes.ts'
import type { Services } from '../Services.ts'
import type { App } from './App.ts'

/** How long an answer holds: however often it is asked for, no more than this is written. */
const KEPT_MS = 5_000

const failing = z.object({ status: z.literal('failing'), part: z.enum(['database', 'files']) })
const ok = z.object({
  status: z.literal('ok'),
  /** How many wait for the mail server, and since when the oldest of them does. */
  letters: z.object({ waiting: z.number(), since: z.string().nullable() }),
})

type Health = z.infer<typeof ok> | z.infer<typeof failing>

/** For whoever watches over the process: can it serve, and if not, what is failing? */
export function healthRoute(app: App, services: Services): void {
  let last: { at: number; health: Promise<Health> } | undefined

  app.get(
    '/api/health',
    {
      config: { isPublic: true, isPlain: true },
      schema: { summary: 'Whether Elimu can serve', response: { 200: ok, 503: failing } },
    },
    async (request, reply) => {
      const now = performance.now()
      if (!last || now - last.at > KEPT_MS) last = { at: now, health: examine() }
      const health = await last.health
      return health.status === 'ok' ? health : reply.code(503).send(health)

      async function examine(): Promise<Health> {
        let part: z.infer<typeof failing>['part'] = 'database'
        try {
          const note = { key: `health-${randomUUID()}`, since: services.clock().toISOString() }
          await services.db.insertInto('unowned_bytes').values(note).execute()
          part = 'files'
          await services.files.put(note.key, Buffer.from('Elimu can write here.'), 'text/plain')
          await abandon(note, services)
          part = 'database'
          return { status: 'ok', letters: await waitingLetters(services) }
        } catch (error) {
          request.log.error({ err: error, part }, 'health check failed')
          return { status: 'failing', part }
        }
      }
    },
  )
}

async function waitingLetters({ db }: Pick<Services, 'db'>) {
  const { waiting, since } = await db
    .selectFrom('letters')
    .select([sql<number>`count(*)`.as('waiting'), sql<string | null>`min(created_at)`.as('since')])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return { waiting, since }
}
