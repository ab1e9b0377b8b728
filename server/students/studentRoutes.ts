import type { SessionUser } from '#contract/identity/auth.ts'
import { dayOf } from '#contract/base/days.ts'
import { knownVersion } from '#contract/base/fields.ts'
import type { FieldErrors } from '#contract/base/call.ts'
import {
  canChooseLiaison,
  canEditStudents,
  canSetStudentStatus,
  canSetSupporter,
} from '#contract/permissions.ts'
import { entryExams } from '#contract/students/entryExams.ts'
import { examOf, needsPaper, studentForm, supporterPatch } from '#contract/students/studentForms.ts'
import { studentMessages } from '#contract/students/students.ts'
import { studentCalls } from '#contract/students/studentCalls.ts'
import type { Change } from '../database/history.ts'
import { withStored } from '../files/storeUpload.ts'
import { invalid } from '../base/ApiError.ts'
import { type App, parse } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { findStudentToEdit } from './findStudent.ts'
import { completeSupporter, listNamedSupporters } from './namedSupporters.ts'
import { addSupporter, patchStudent } from './patchStudent.ts'
import { liaisonsList, supportersList } from './peopleQueries.ts'
import { setStatuses } from './setStatuses.ts'
import { addStudent, editStudent } from './studentChanges.ts'
import { findStudentRow, studentsList } from './studentQueries.ts'

/** The error for a body without the document that its exam requires. */
function lacksPaper(body: unknown): FieldErrors {
  const exam = examOf(Object(body) as object)
  return exam && needsPaper(exam) ? { cert: [entryExams[exam].required] } : {}
}

export function studentRoutes(app: App, services: Services): void {
  const { clock } = services
  const listStudents = studentsList(services.db)
  const listLiaisons = liaisonsList(services.db)
  const listSupporters = supportersList(services.db)
  const today = () => dayOf(clock())
  const wholeForm = studentForm({ today, choosesLiaison: true })
  const ownForm = studentForm({ today, choosesLiaison: false })
  const formOf = (actor: SessionUser) => (canChooseLiaison(actor.role) ? wholeForm : ownForm)

  const saved = async ({ trx, actor }: Change, id: number, message: string) => ({
    message,
    data: await findStudentRow(trx, id, actor),
  })

  serveCalls(app, services, studentCalls, {
    'GET /api/students?query=list': { answer: ({ query, actor }) => listStudents(query, actor) },

    'GET /api/students/:id?query=edit': {
      may: canEditStudents,
      answer: async ({ db, params, actor }) => ({
        data: await findStudentToEdit(db, params.id, actor, clock()),
      }),
    },
    'POST /api/students?query=list': {
      may: canEditStudents,
      parsesBody: true,
      isRepeatable: true,
      async steps({ request, actor }, change) {
        const { pic, cert } = request.uploads
        const missing: FieldErrors = {
          ...(!pic && { pic: [studentMessages.pictureRequired] }),
          ...(!cert && lacksPaper(request.body)),
        }
        const values = parse(formOf(actor), request.body, missing)
        const { supporter_id } = canSetSupporter(actor.role)
          ? parse(supporterPatch.partial(), request.body)
          : { supporter_id: null }
        if (!pic) throw invalid(missing)
        const { fact } = entryExams[values.entry_exam]
        return withStored({ pic, cert }, { pic: 'picture', cert: fact }, services, (files) =>
          change(async (made) => {
            const id = await addStudent(made, values, files)
            if (supporter_id) await addSupporter(made, id, supporter_id)
            return saved(made, id, studentMessages.saved)
          }),
        )
      },
    },

    'PUT /api/students/:id?query=list': {
      may: canEditStudents,
      parsesBody: true,
      async steps({ request, params: { id }, actor }, change) {
        const { cert } = request.uploads
        const form = parse(formOf(actor).and(knownVersion), request.body)
        const { fact } = entryExams[form.entry_exam]
        return withStored({ cert }, { cert: fact }, services, (files) =>
          change(async (made) => {
            await editStudent(made, id, form, files.cert)
            return saved(made, id, studentMessages.saved)
          }),
        )
      },
    },

    'PATCH /api/students/:id?query=list': {
      may: canEditStudents,
      parsesBody: true,
      steps: (asked, change) =>
        patchStudent(asked, asked.params.id, services, change, (made, message) =>
          saved(made, asked.params.id, message),
        ),
    },

    'POST /api/students/status': {
      may: canSetStudentStatus,
      isRepeatable: true,
      answer: ({ body, ...change }) => setStatuses(change, body),
    },

    'GET /api/getliaison': {
      may: canChooseLiaison,
      answer: ({ query }) => listLiaisons(query),
    },
    'GET /api/getsupporters': {
      may: canSetSupporter,
      answer: ({ query }) => listSupporters(query),
    },
    'GET /api/supporters/named': {
      may: canSetSupporter,
      answer: async ({ db }) => ({ data: await listNamedSupporters(db) }),
    },
    'POST /api/supporters/named': {
      may: canSetSupporter,
      isRepeatable: true,
      writesLetters: true,
      answer: async ({ body, ...change }) => ({ message: await completeSupporter(change, body, services) }),
    },
  })
}
