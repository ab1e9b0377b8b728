import type { SessionUser } from '#contract/auth.ts'
import { dayOf, knownVersion } from '#contract/fields.ts'
import type { FieldErrors } from '#contract/call.ts'
import {
  canChooseLiaison,
  canEditStudents,
  canSeeHistory,
  canSeeReports,
  canSetSupporter,
} from '#contract/permissions.ts'
import {
  entryExams,
  examOf,
  needsPaper,
  studentCalls,
  studentForm,
  studentMessages,
} from '#contract/students.ts'
import { listHistory } from '../database/history.ts'
import { type StoredBytes, withStored } from '../files/storeUpload.ts'
import { galleryReader } from '../gallery/readGallery.ts'
import { invalid } from '../http/ApiError.ts'
import { type App, parse } from '../http/schemas.ts'
import { once } from '../http/once.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { signedIn } from '../http/session.ts'
import { clusterReport } from '../reports/clusterReport.ts'
import { supporterReport } from '../reports/supporterReport.ts'
import type { Services } from '../Services.ts'
import { findStudent, findStudentToEdit } from './findStudent.ts'
import { patchStudent } from './patchStudent.ts'
import { liaisonsList, supportersList } from './peopleQueries.ts'
import { addStudent, editStudent, type StudentFiles } from './studentChanges.ts'
import { findStudentRow, studentsList } from './studentQueries.ts'

/** The error for a body without the document that its exam requires. */
function lacksPaper(body: unknown): FieldErrors {
  const exam = examOf(Object(body) as object)
  return exam && needsPaper(exam) ? { cert: [entryExams[exam].required] } : {}
}

export function studentRoutes(app: App, services: Services): void {
  const { db, clock } = services
  const listStudents = studentsList(db)
  const listClusters = clusterReport(db)
  const listLiaisons = liaisonsList(db)
  const listSupporters = supportersList(db)
  const listSupported = supporterReport(db)
  const readGallery = galleryReader(db)
  const today = () => dayOf(clock())
  const wholeForm = studentForm({ today, choosesLiaison: true })
  const ownForm = studentForm({ today, choosesLiaison: false })
  const formOf = (actor: SessionUser) => (canChooseLiaison(actor.role) ? wholeForm : ownForm)

  const saved = async (id: number, actor: SessionUser, message: string, from = db) => ({
    message,
    data: await findStudentRow(from, id, actor),
  })

  serveCalls(app, studentCalls, {
    'GET /api/students?query=list': {
      answer: (request) => listStudents(request.query, signedIn(request)),
    },
    'GET /api/students?query=activities': {
      answer: (request) => listStudents(request.query, signedIn(request)),
    },
    'GET /api/students?query=cluster-rep': {
      may: canSeeReports,
      answer: ({ query }) => listClusters(query),
    },

    'GET /api/students/:id?query=profile': {
      answer: async (request) => ({
        data: await findStudent(db, request.params.id, signedIn(request), clock()),
      }),
    },
    'GET /api/students/:id?query=edit': {
      may: canEditStudents,
      answer: async (request) => ({
        data: await findStudentToEdit(db, request.params.id, signedIn(request), clock()),
      }),
    },
    'GET /api/students/:id?query=gallery': {
      answer: async (request) => ({ data: await readGallery(request.params.id, signedIn(request)) }),
    },
    'GET /api/students/:id?query=history': {
      may: canSeeHistory,
      async answer(request) {
        const student = await findStudent(db, request.params.id, signedIn(request), clock())
        return { data: await listHistory(db, 'student', student.id) }
      },
    },

    'POST /api/students?query=list': {
      may: canEditStudents,
      parsesBody: true,
      async answer(request) {
        const actor = signedIn(request)
        const { pic, cert } = request.uploads
        const missing: FieldErrors = {
          ...(!pic && { pic: [studentMessages.pictureRequired] }),
          ...(!cert && lacksPaper(request.body)),
        }
        const values = parse(formOf(actor), request.body, missing)
        if (!pic) throw invalid(missing)
        const save = (files: StudentFiles) =>
          once(request, services, async (trx) => {
            const id = await addStudent(trx, values, files, actor, services)
            return saved(id, actor, studentMessages.saved, trx)
          })
        const { fact: purpose } = entryExams[values.entry_exam]
        return cert
          ? withStored({ pic, cert }, { pic: 'picture', cert: purpose }, services, save)
          : withStored({ pic }, { pic: 'picture' }, services, save)
      },
    },

    'PUT /api/students/:id?query=list': {
      may: canEditStudents,
      parsesBody: true,
      async answer(request) {
        const actor = signedIn(request)
        const { id } = request.params
        const { cert } = request.uploads
        const { version: known, ...form } = parse(formOf(actor).and(knownVersion), request.body)
        const edit = (paper?: StoredBytes) => editStudent(id, form, paper, { actor, known }, services)
        const { fact: purpose } = entryExams[form.entry_exam]
        if (cert) await withStored({ cert }, { cert: purpose }, services, (stored) => edit(stored.cert))
        else await edit()
        return saved(id, actor, studentMessages.saved)
      },
    },

    'PATCH /api/students/:id?query=list': {
      may: canEditStudents,
      parsesBody: true,
      async answer(request) {
        const { id } = request.params
        const message = await patchStudent(request, id, services)
        return saved(id, signedIn(request), message)
      },
    },

    'GET /api/getliaison': {
      may: canChooseLiaison,
      answer: ({ query }) => listLiaisons(query),
    },
    'GET /api/getsupporters': {
      may: canSetSupporter,
      answer: ({ query }) => listSupporters(query),
    },
    'GET /api/getsupporters?query=supporter-rep': {
      may: canSetSupporter,
      answer: ({ query }) => listSupported(query),
    },
  })
}
