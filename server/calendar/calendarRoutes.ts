import { calendarCalls } from '#contract/calendar.ts'
import { canSeeCalendar, canSetCalendar } from '#contract/permissions.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { readCalendar } from './calendarQueries.ts'
import { setCalendar } from './setCalendar.ts'

/** The dates of terms. */
export function calendarRoutes(app: App, services: Services): void {
  serveCalls(app, services, calendarCalls, {
    'GET /api/calendar': {
      may: canSeeCalendar,
      answer: async ({ query, db, actor }) => ({ data: await readCalendar(db, query.year, actor.today) }),
    },
    'PUT /api/calendar': {
      may: canSetCalendar,
      async answer({ body, ...change }) {
        const message = await setCalendar(change, body)
        return { message, data: await readCalendar(change.trx, body.year_id, change.actor.today) }
      },
    },
  })
}
