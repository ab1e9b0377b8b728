import { canSeeAccesses } from '#contract/permissions.ts'
import { accessCalls } from '#contract/privacy/accesses.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { checkStudent } from '../visibility/visibleStudents.ts'
import { noteDepartures, ON_PAPER, OWN_DEVICE } from './departures.ts'
import { readAccesses } from './readAccesses.ts'

/** Who looked at the record of a student. */
export function accessRoutes(app: App, services: Services): void {
  serveCalls(app, services, accessCalls, {
    'GET /api/students/:id/accesses': {
      may: canSeeAccesses,
      async answer({ db, params: { id }, query, actor }) {
        await checkStudent(db, id, actor)
        return { data: await readAccesses(db, id, query, actor.today) }
      },
    },

    'POST /api/students/:id/printed': {
      async answer({ trx, params: { id }, body: { what, how }, actor, at }) {
        await checkStudent(trx, id, actor)
        const printed = {
          student_id: id,
          user_id: actor.id,
          at,
          how,
          what,
          went_to: how === 'print' ? ON_PAPER : OWN_DEVICE,
        }
        await noteDepartures(trx, [printed])
        return { message: 'Noted.' }
      },
    },
  })
}
