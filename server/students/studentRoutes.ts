import { z } from 'zod'
import { idParams, type SessionUser } from '#contract/auth.ts'
import { dayOf } from '#contract/day.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { savingQuery } from '#contract/fields.ts'
import { imageFile, pdfFile } from '#contract/files.ts'
import { studentGallerySchema } from '#contract/gallery.ts'
import { historyEntrySchema } from '#contract/history.ts'
import { listMeta, listQuery } from '#contract/lists.ts'
import { QUERY_UNKNOWN } from '#contract/messages.ts'
import { canChooseLiaison, canEditStudents, canSeeHistory, canSeeReports } from '#contract/permissions.ts'
import { clusterRowSchema } from '#contract/reports.ts'
import {
  knownVersion,
  studentForm,
  studentMessages,
  studentRowSchema,
  studentSchema,
} from '#contract/students.ts'
import { listHistory } from '../database/history.ts'
import { withStored } from '../files/storeUpload.ts'
import { galleryReader } from '../gallery/readGallery.ts'
import { invalid, unauthorized } from '../http/ApiError.ts'
import type { App } from '../http/App.ts'
import { once } from '../http/once.ts'
import { answers, reply } from '../http/replies.ts'
import { parse } from '../http/schemas.ts'
import { signedIn } from '../http/session.ts'
import { clusterReport } from '../reports/clusterReport.ts'
import type { Services } from '../Services.ts'
import { findStudent } from './findStudent.ts'
import { patchStudent } from './patchStudent.ts'
import { addStudent, editStudent } from './studentChanges.ts'
import { findStudentRow, studentsList } from './studentQueries.ts'

const saved = answers(reply({ message: z.string(), data: studentRowSchema }))

const listsQuery = listQuery.extend({
  query: z.enum(['list', 'activities', 'cluster-rep'], QUERY_UNKNOWN).default('list'),
})

const studentQuery = z.object({
  query: z.enum(['edit', 'profile', 'gallery', 'history'], QUERY_UNKNOWN).default('profile'),
  /** Whose years a profile is opened for; the facts are the same. */
  type: z.string().max(20).optional(),
})

export function studentRoutes(app: App, services: Services): void {
  const { db, clock } = services
  const listStudents = studentsList(db)
  const listClusters = clusterReport(db)
  const readGallery = galleryReader(db)
  const uploads = { pic: imageFile, cert: pdfFile }
  const today = () => dayOf(clock())
  // Made when first asked for: an idle server need not hold them.
  const wholeForm = z.lazy(() => studentForm({ today, choosesLiaison: true }))
  const ownForm = z.lazy(() => studentForm({ today, choosesLiaison: false }))
  const formOf = (actor: SessionUser) => (canChooseLiaison(actor.role) ? wholeForm : ownForm)

  app.get(
    '/api/students',
    {
      schema: {
        summary: 'The students, as far as the caller may see them',
        querystring: listsQuery,
        response: answers(
          reply({ data: z.union([z.array(studentRowSchema), z.array(clusterRowSchema)]), meta: listMeta }),
        ),
      },
    },
    async (request) => {
      const { query, ...asked } = request.query
      const viewer = signedIn(request)
      if (query === 'cluster-rep' && !canSeeReports(viewer.role)) throw unauthorized()
      const list = query === 'cluster-rep' ? listClusters(asked) : listStudents(asked, viewer)
      return { success: true as const, ...(await list) }
    },
  )

  app.get(
    '/api/students/:id',
    {
      schema: {
        summary: 'One student: to edit, to read, their gallery or their history',
        params: idParams,
        querystring: studentQuery,
        response: answers(
          reply({ data: z.union([studentSchema, studentGallerySchema, z.array(historyEntrySchema)]) }),
        ),
      },
    },
    async (request) => {
      const data = await meaning(request.query.query, request.params.id, signedIn(request))
      return { success: true as const, data }
    },
  )

  async function meaning(query: z.output<typeof studentQuery>['query'], id: number, viewer: SessionUser) {
    if (query === 'gallery') return readGallery(id, viewer)
    const student = await findStudent(db, id, viewer, clock())
    if (query === 'history') {
      if (!canSeeHistory(viewer.role)) throw unauthorized()
      return listHistory(db, 'student', student.id)
    }
    if (query === 'edit' && !canEditStudents(viewer.role)) throw unauthorized()
    return student
  }

  app.post(
    '/api/students',
    {
      config: { may: canEditStudents, uploads, describes: wholeForm },
      schema: { summary: 'Add a student', querystring: savingQuery, response: saved },
    },
    async (request) => {
      const actor = signedIn(request)
      const { pic, cert } = request.uploads
      const missing: FieldErrors = {
        ...(!pic && { pic: [studentMessages.pictureRequired] }),
        ...(!cert && { cert: [studentMessages.certificateRequired] }),
      }
      const values = parse(formOf(actor), request.body, missing)
      if (!pic || !cert) throw invalid(missing)
      return withStored({ pic, cert }, { pic: 'picture', cert: 'certificate' }, services, (files) =>
        once(request, services, async (trx) => {
          const id = await addStudent(trx, values, files, actor, services)
          return rowSaved(await findStudentRow(trx, id, actor), studentMessages.saved)
        }),
      )
    },
  )

  app.put(
    '/api/students/:id',
    {
      config: { may: canEditStudents, describes: wholeForm.and(knownVersion) },
      schema: { summary: 'Edit a student', params: idParams, querystring: savingQuery, response: saved },
    },
    async (request) => {
      const actor = signedIn(request)
      const { id } = request.params
      const { version } = parse(knownVersion, request.body)
      await editStudent(id, parse(formOf(actor), request.body), version, actor, services)
      return rowSaved(await findStudentRow(db, id, actor), studentMessages.saved)
    },
  )

  app.patch(
    '/api/students/:id',
    {
      config: { may: canEditStudents, uploads },
      schema: {
        summary: 'Change the picture, certificate, supporter or status of a student',
        params: idParams,
        querystring: savingQuery,
        response: saved,
      },
    },
    async (request) => {
      const actor = signedIn(request)
      const message = await patchStudent(request, request.params.id, services)
      return rowSaved(await findStudentRow(db, request.params.id, actor), message)
    },
  )
}

const rowSaved = (data: z.output<typeof studentRowSchema>, message: string) => ({
  success: true as const,
  message,
  data,
})
