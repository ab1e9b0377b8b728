import { z } from 'zod'
import { idParams, type SessionUser } from '#contract/auth.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { id, idText, savingQuery } from '#contract/fields.ts'
import { pdfFile } from '#contract/files.ts'
import { QUERY_UNKNOWN } from '#contract/messages.ts'
import { canSeeReports, canVerifyRecords } from '#contract/permissions.ts'
import {
  annualTerms,
  recordMessages,
  returnedSchema,
  returnForm,
  waitingMeta,
  waitingSchema,
} from '#contract/records.ts'
import { knownVersion } from '#contract/students.ts'
import type { Changing } from '../database/changeVersioned.ts'
import type { Db } from '../database/connect.ts'
import { type StoredBytes, withStored } from '../files/storeUpload.ts'
import { invalid, unauthorized } from '../http/ApiError.ts'
import type { App } from '../http/App.ts'
import { checkForgeryToken } from '../http/forgery.ts'
import { once } from '../http/once.ts'
import { answers, reply } from '../http/replies.ts'
import { parse } from '../http/schemas.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { returnRecord, verifyRecord } from './recordChanges.ts'
import type { RecordKind } from './recordTables.ts'
import { listReturned, listWaiting } from './unverifiedRecords.ts'

type Asked = { student: number; year: number }
type Annual = { data: object[]; terms: z.output<typeof annualTerms> }

/** What a kind of record has of its own: its calls are those of every kind. */
export type KindOfRecord<Form, Shown extends object> = {
  /** Also the field that its PDF is sent in, and what that file is to the student. */
  kind: RecordKind
  path: string
  annualQuery: 'academic-rep' | 'finance-rep'
  summaries: { list: string; one: string }
  mayEdit: (role: number) => boolean
  messages: { saved: string; fileRequired: string }
  form: z.ZodType<Form>
  schema: z.ZodType<Shown>
  /** What the lists of a student and of their year hold. */
  listed: readonly z.ZodType<object[]>[]
  annualSchema: z.ZodObject<{ data: z.ZodType<object[]>; terms: typeof annualTerms }>
  find: (db: Db, id: number, viewer: SessionUser) => Promise<Shown>
  list: (db: Db, student: number, viewer: SessionUser) => Promise<object[]>
  yearReader: (db: Db) => (asked: Asked, viewer: SessionUser) => Promise<Shown[]>
  annualReader: (db: Db) => (year: number) => Promise<Annual>
  add: (trx: Db, form: Form, pdf: StoredBytes, actor: SessionUser, services: Services) => Promise<number>
  edit: (
    id: number,
    form: Form,
    pdf: StoredBytes | undefined,
    changing: Changing,
    services: Services,
  ) => Promise<void>
}

const yearQuery = z.object({ year: id(recordMessages.yearRequired) })
const profileQuery = yearQuery.extend({ student: id(recordMessages.studentRequired) })
/** The one to begin with, of what waits. */
const waitingQuery = z.object({ first: idText.optional() })

/** What one record is read for. */
const recordQuery = z.object({
  query: z.enum(['edit', 'verify'], QUERY_UNKNOWN).default('edit'),
  /** The version that whoever verifies has before their eyes. */
  version: idText.optional(),
})

/** The calls for one kind of record. */
export function recordRoutes<Form, Shown extends object>(
  app: App,
  services: Services,
  of: KindOfRecord<Form, Shown>,
): void {
  const { db } = services
  const { kind, path, mayEdit, messages, form: formSchema } = of
  const readYear = of.yearReader(db)
  const readAnnual = of.annualReader(db)
  const uploads = { [kind]: pdfFile }
  const saved = answers(reply({ message: z.string(), data: of.schema }))

  /** Whose records are asked for, or else which; what more that needs is parsed once it is known. */
  const listsQuery = z.object({
    query: z.union([idText, z.enum(['profile', 'waiting', 'returned', of.annualQuery])], QUERY_UNKNOWN),
    year: z.string().optional(),
    student: z.string().optional(),
    first: z.string().optional(),
  })

  app.get(
    path,
    {
      schema: {
        summary: of.summaries.list,
        querystring: listsQuery,
        response: answers(
          reply({
            data: z.union([
              ...of.listed,
              of.annualSchema.shape.data,
              z.array(returnedSchema),
              z.array(waitingSchema),
            ]),
            terms: annualTerms.optional(),
            meta: waitingMeta.optional(),
          }),
        ),
      },
    },
    async (request) => ({ success: true as const, ...(await meaning(request.query, signedIn(request))) }),
  )

  async function meaning({ query, ...asked }: z.output<typeof listsQuery>, viewer: SessionUser) {
    if (typeof query === 'number') return { data: await of.list(db, query, viewer) }
    if (query === 'profile') return { data: await readYear(parse(profileQuery, asked), viewer) }
    if (query === 'waiting') {
      if (!canVerifyRecords(viewer.role)) throw unauthorized()
      return listWaiting(db, kind, viewer, parse(waitingQuery, asked).first)
    }
    if (query === 'returned') {
      if (!mayEdit(viewer.role)) throw unauthorized()
      return listReturned(db, kind, viewer)
    }
    if (!canSeeReports(viewer.role)) throw unauthorized()
    return readAnnual(parse(yearQuery, asked).year)
  }

  app.get(
    `${path}/:id`,
    {
      config: { may: mayEdit },
      schema: {
        summary: of.summaries.one,
        params: idParams,
        querystring: recordQuery,
        response: answers(reply({ data: of.schema })),
      },
    },
    async (request) => {
      const actor = signedIn(request)
      const { id: record_id } = request.params
      const { query, version: known } = request.query
      if (query === 'edit') return { success: true as const, data: await of.find(db, record_id, actor) }
      // A reading call that changes something, so the gate has not asked for the token.
      checkForgeryToken(request, services)
      if (!canVerifyRecords(actor.role)) throw unauthorized()
      await verifyRecord(kind, record_id, { actor, known }, services)
      return answer(record_id, actor, recordMessages.verified)
    },
  )

  app.post(
    path,
    {
      config: { may: mayEdit, uploads, describes: formSchema },
      schema: { summary: `Add a ${kind}`, querystring: savingQuery, response: saved },
    },
    async (request) => {
      const actor = signedIn(request)
      const pdf = request.uploads[kind]
      const missing: FieldErrors = pdf ? {} : { [kind]: [messages.fileRequired] }
      const form = parse(formSchema, request.body, missing)
      if (!pdf) throw invalid(missing)
      return withStored({ pdf }, { pdf: kind }, services, (stored) =>
        once(request, services, async (trx) => {
          const added = await of.add(trx, form, stored.pdf, actor, services)
          const data = await of.find(trx, added, actor)
          return { success: true as const, message: messages.saved, data }
        }),
      )
    },
  )

  app.put(
    `${path}/:id`,
    {
      config: { may: mayEdit, uploads, describes: formSchema.and(knownVersion) },
      schema: { summary: `Edit a ${kind}`, params: idParams, querystring: savingQuery, response: saved },
    },
    async (request) => {
      const actor = signedIn(request)
      const { id: record_id } = request.params
      const { version: known } = parse(knownVersion, request.body)
      const form = parse(formSchema, request.body)
      const pdf = request.uploads[kind]
      const edit = (stored?: StoredBytes) => of.edit(record_id, form, stored, { actor, known }, services)
      if (pdf) await withStored({ pdf }, { pdf: kind }, services, (stored) => edit(stored.pdf))
      else await edit()
      return answer(record_id, actor, messages.saved)
    },
  )

  app.post(
    `${path}/:id/return`,
    {
      config: { may: canVerifyRecords },
      schema: {
        summary: `Return a ${kind} to its author`,
        params: idParams,
        body: returnForm.extend(knownVersion.shape),
        response: saved,
      },
    },
    async (request) => {
      const actor = signedIn(request)
      const { id: record_id } = request.params
      const { remark, version: known } = request.body
      await returnRecord(kind, record_id, remark, { actor, known }, services)
      return answer(record_id, actor, recordMessages.returned)
    },
  )

  const answer = async (record_id: number, actor: SessionUser, message: string) => ({
    success: true as const,
    message,
    data: await of.find(db, record_id, actor),
  })
}
