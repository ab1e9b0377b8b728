import { canSeeEveryStudent } from '#contract/permissions.ts'
import { profileCalls } from '#contract/students/studentCalls.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { listTasks } from '../notifications/missing/listTasks.ts'
import { findErasure } from '../privacy/erasure/erasures.ts'
import { findRestriction } from '../privacy/restriction/restrict.ts'
import type { Services } from '../Services.ts'
import { findStudent } from '../students/findStudent.ts'

/** A student as the profile shows them: with the next steps, and an erasure that waits. */
export function profileRoutes(app: App, services: Services): void {
  const { clock } = services

  serveCalls(app, services, profileCalls, {
    'GET /api/students/:id?query=profile': {
      views: 'profile',
      async answer({ db, params, actor }) {
        const student = await findStudent(db, params.id, actor, clock())
        const todo = await listTasks({ ...services, db }, student.id, actor)
        const isStaff = canSeeEveryStudent(actor.role)
        const erasure = isStaff ? await findErasure(db, student.id) : null
        const restriction = isStaff ? await findRestriction(db, student.id) : null
        return { data: { ...student, todo, erasure, restriction } }
      },
    },
  })
}
