import { z } from 'zod'
import { downloadCalls, everythingPath } from '#contract/downloads.ts'
import {
  canDownload,
  canDownloadEverything,
  canDownloadLists,
  confirmsDownload,
} from '#contract/permissions.ts'
import { yieldToRequests } from '../base/yieldToRequests.ts'
import { conflict, unauthorized } from '../base/ApiError.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { requireConfirmation, signedIn } from '../http/session.ts'
import { isListNoted, noteListDeparture } from '../privacy/accesses/departures.ts'
import { replyWithZip } from '../privacy/export/replyWithZip.ts'
import type { Services } from '../Services.ts'
import { everything } from './everything.ts'
import { openSheet } from './sheets.ts'

/** Lines of an answer: few enough to be sent at once, and so many that a list needs few calls. */
const LINES = 500

/** How long the later calls of a download are answered. */
const LONGEST_MS = 60 * 60_000
const NOT_BEGUN = 'This download began more than an hour ago, or not at all. Start it again.'

export function downloadRoutes(app: App, services: Services): void {
  const { db, config, clock } = services

  serveCalls(app, services, downloadCalls, {
    'POST /api/downloads': {
      may: canDownloadLists,
      async steps({ request, body: { kind, after }, actor }, change) {
        if (!canDownload(actor.role, kind)) throw unauthorized()
        // Asked at the first call only, so that a long download does not stop in the middle.
        if (after === 0 && confirmsDownload(actor.role)) requireConfirmation(request, clock())
        const list = { what: kind, user_id: actor.id }
        if (after === 0) await change(({ trx, at }) => noteListDeparture(trx, { ...list, at }))
        else {
          const since = new Date(clock().getTime() - LONGEST_MS).toISOString()
          if (!(await isListNoted(db, list, '>=', since))) throw conflict(NOT_BEGUN)
        }
        const { headings, formats = {}, read } = await openSheet(db, kind, actor.role)
        const { lines: data, ...first } = await read(after)
        let next = first.last
        while (next !== null && data.length < LINES) {
          await yieldToRequests()
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
      const zip = { ...(await everything(config)), name: `elimu-${today}` }
      const list = { what: 'everything', user_id } as const
      return replyWithZip(request, reply, services, {
        prepare: async () => zip,
        isNoted: (at) => isListNoted(db, list, '=', at),
        note: (trx, { at }) => noteListDeparture(trx, { ...list, at }),
      })
    },
  })
}
