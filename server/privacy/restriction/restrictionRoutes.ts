import { canRestrict } from '#contract/permissions.ts'
import { restrictionCalls, restrictionMessages } from '#contract/privacy/restriction.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { liftRestriction, restrict } from './restrict.ts'

/** Restricting the use of a student's record, and lifting that. */
export function restrictionRoutes(app: App, services: Services): void {
  serveCalls(app, services, restrictionCalls, {
    'POST /api/students/:id/restriction': {
      may: canRestrict,
      answer: async ({ params: { id }, body, ...change }) => ({
        message: restrictionMessages.restricted,
        data: await restrict(change, id, body.reason),
      }),
    },

    'DELETE /api/students/:id/restriction': {
      may: canRestrict,
      async answer({ params: { id }, ...change }) {
        await liftRestriction(change, id)
        return { message: restrictionMessages.lifted }
      },
    },
  })
}
