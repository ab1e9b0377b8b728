import { setImmediate as eventLoopTick } from 'node:timers/promises'
import { z } from 'zod'
import { downloadCalls, everythingPath } from '#contract/downloads.ts'
import { canDownload, canDownloadEverything, canDownloadLists } from '#contract/permissions.ts'
import { unauthorized } from '../http/ApiError.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { signedIn } from '../http/session.ts'
import { noteListDeparture } from '../rights/accesses/departures.ts'
import { continuedAt, zipReply } from '../rights/export/zipReply.ts'
import type { Services } from '../Services.ts'
import { everything } from './everything.ts'
import { openSheet } from './sheets.ts'

/** Lines of an answer: few enough to be sent at once, and so many that a list needs few calls. */
const LINES = 500

export function downloadRoutes(app: App, services: Services): void {
  const { db, config, clock } = services

  serveCalls(app, services, downloadCalls, {
    'POST /api/downloads': {
      may: canDownloadLists,
      async steps({ body: { kind, after }, actor }, change) {
        if (!canDownload(actor.role, kind)) throw unauthorized()
        if (after === 0)
          await change(({ trx, at }) => noteListDeparture(trx, { what: kind, user_id: actor.id, at }))
        const { headings, formats = {}, read } = await openSheet(db, kind, actor.role)
        const { lines: data, ...first } = await read(after)
        let next = first.last
        while (next !== null && data.length < LINES) {
          await eventLoopTick()
          const { lines, last } = await read(next)
          data.push(...lines)
          next = last
        }
        return { headings, formats: headings.map((heading) => formats[heading] ?? null), data, next }
      },
    },
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: everythingPath,
    // Without the marker header, because the browser itself downloads it.
    config: { isPlain: true, may: canDownloadEverything, confirmsAgain: true },
    schema: {
      summary: 'Everything as spreadsheets that the import reads: a ZIP of CSV files',
      response: { 200: z.unknown(), 206: z.unknown() },
    },
    async handler(request, reply) {
      if (request.method === 'HEAD') return reply.send('')
      const { id: user_id, today } = signedIn(request)
      const at = continuedAt(request) ?? clock()
      const zip = await everything(config)
      const { send } = zipReply(request, reply, { ...zip, name: `elimu-${today}`, at })
      await db
        .transaction()
        .execute((trx) => noteListDeparture(trx, { what: 'everything', user_id, at: at.toISOString() }))
      return send()
    },
  })
}
