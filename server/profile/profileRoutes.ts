import { canRecordConsents, canSeeEveryStudent, canSeeHistory } from '#contract/permissions.ts'
import { profileCalls } from '#contract/students/studentCalls.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { summariseConsents } from '../privacy/consents/summariseConsents.ts'
import { findErasure } from '../privacy/erasure/erasures.ts'
import { findRestriction } from '../privacy/restriction/restrict.ts'
import type { Services } from '../Services.ts'
import { findStudent } from '../students/findStudent.ts'
import { tasksReader } from '../work/listTasks.ts'
import { readHistory } from './readHistory.ts'

/** A student as the profile shows them: with the next steps, the state of the consents, and an erasure that waits; and their history. */
export function profileRoutes(app: App, services: Services): void {
  const { clock } = services
  const readTasks = tasksReader(services)

  serveCalls(app, services, profileCalls, {
    'GET /api/students/:id?query=profile': {
      views: 'profile',
      async answer({ db, params, actor }) {
        const student = await findStudent(db, params.id, actor, clock())
        const todo = await readTasks(student.id, actor)
        const isStaff = canSeeEveryStudent(actor.role)
        const erasure = isStaff ? await findErasure(db, student.id) : null
        const restriction = isStaff ? await findRestriction(db, student.id) : null
        const consent = canRecordConsents(actor.role)
          ? await summariseConsents(db, student.id, actor.today)
          : null
        return { data: { ...student, todo, consent, erasure, restriction } }
      },
    },

    'GET /api/students/:id?query=history': {
      views: 'history',
      may: canSeeHistory,
      answer: async ({ db, params, actor }) => ({ data: await readHistory(db, params.id, actor) }),
    },
  })
}
