import { canRecordConsents, canSeeEveryStudent, canSeeHistory } from '#contract/permissions.ts'
import { profileCalls } from '#contract/students/studentCalls.ts'
import { type Placeholders, prepared } from '../database/prepared.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { summariseConsents } from '../privacy/consents/summariseConsents.ts'
import { asErasure, erasureOf } from '../privacy/erasure/erasures.ts'
import { restrictionOf } from '../privacy/restriction/restrict.ts'
import type { Services } from '../Services.ts'
import { findStudent } from '../students/findStudent.ts'
import { tasksReader } from '../work/listTasks.ts'
import { readHistory } from './readHistory.ts'

type OfStudent = { student: number }

/** A student as the profile shows them: with the next steps, the state of the consents, and an erasure that waits; and their history. */
export function profileRoutes(app: App, services: Services): void {
  const { db, clock } = services
  const readTasks = tasksReader(services)
  const readErasure = prepared(db, (value: Placeholders<OfStudent>) => erasureOf(db, value('student')))
  const readRestriction = prepared(db, (value: Placeholders<OfStudent>) =>
    restrictionOf(db, value('student')),
  )

  serveCalls(app, services, profileCalls, {
    'GET /api/students/:id?query=profile': {
      views: 'profile',
      async answer({ params, actor }) {
        const student = await findStudent(db, params.id, actor, clock())
        const todo = await readTasks(student.id, actor)
        const consent = canRecordConsents(actor.role)
          ? await summariseConsents(db, student.id, actor.today)
          : null
        if (!canSeeEveryStudent(actor.role))
          return { data: { ...student, todo, consent, erasure: null, restriction: null } }
        const of = { student: student.id }
        const erasure = asErasure((await readErasure(of))[0])
        const [restriction = null] = await readRestriction(of)
        return { data: { ...student, todo, consent, erasure, restriction } }
      },
    },

    'GET /api/students/:id?query=history': {
      views: 'history',
      may: canSeeHistory,
      answer: async ({ params, actor }) => ({ data: await readHistory(db, params.id, actor) }),
    },
  })
}
