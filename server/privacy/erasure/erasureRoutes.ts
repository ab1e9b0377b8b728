import { formatDay } from '#contract/base/days.ts'
import {
  canAnonymise,
  canCancelAnonymise,
  canExportRecords,
  canSeeRetention,
  canSetRetention,
} from '#contract/permissions.ts'
import { erasureCalls, erasureMessages } from '#contract/privacy/erasure.ts'
import { notFound } from '../../base/ApiError.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { findErasure } from './erasures.ts'
import { findMentions } from './findMentions.ts'
import { readContents } from './readContents.ts'
import { listRetention, setPeriod } from '../retention.ts'
import { cancelAnonymise, startAnonymise } from './startAnonymise.ts'

/** Anonymising the record of a student who has left, and the students whose record has been stored for long enough. */
export function erasureRoutes(app: App, services: Services): void {
  serveCalls(app, services, erasureCalls, {
    'GET /api/students/:id/contents': {
      may: canExportRecords,
      answer: async ({ params: { id }, actor }) => ({ data: await readContents(services, id, actor) }),
    },

    'GET /api/students/:id/mentions': {
      may: canExportRecords,
      answer: ({ params: { id } }) => findMentions(services, id),
    },

    'POST /api/students/:id/anonymise': {
      may: canAnonymise,
      confirmsAgain: true,
      async answer({ params: { id }, body, ...change }) {
        const on = await startAnonymise(change, id, body)
        const data = await findErasure(change.trx, id)
        if (!data) throw notFound()
        return { message: erasureMessages.started(formatDay(on)), data }
      },
    },

    'DELETE /api/students/:id/anonymise': {
      may: canCancelAnonymise,
      async answer({ params: { id }, ...change }) {
        await cancelAnonymise(change, id)
        return { message: erasureMessages.cancelled }
      },
    },

    'GET /api/retention': {
      may: canSeeRetention,
      answer: ({ db, query, actor }) => listRetention(db, query, actor.today),
    },

    'PUT /api/retention': {
      may: canSetRetention,
      confirmsAgain: true,
      async answer({ body: { years }, ...change }) {
        await setPeriod(change, years)
        return { message: erasureMessages.periodSaved }
      },
    },
  })
}
