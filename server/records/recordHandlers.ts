import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { SessionUser } from '#contract/auth.ts'
import type { FieldErrors } from '#contract/call.ts'
import { canSeeReports, canVerifyRecords } from '#contract/permissions.ts'
import { recordMessages } from '#contract/records.ts'
import { knownVersion } from '#contract/fields.ts'
import type { Changing } from '../database/changeVersioned.ts'
import type { Db } from '../database/connect.ts'
import { type StoredBytes, withStored } from '../files/storeUpload.ts'
import { invalid } from '../http/ApiError.ts'
import { once } from '../http/once.ts'
import { parse } from '../http/schemas.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { returnRecord, unverifyRecord, verifyRecord } from './recordChanges.ts'
import type { RecordKind } from './recordTables.ts'
import { listReturned, listWaiting, type WaitingAsked } from './unverifiedRecords.ts'

type Asked = { student: number; year: number }

/** The parts that differ between the kinds of record: names, queries and changes. */
type KindOfRecord<Form, Shown, Row, Annual> = {
  /** Also the name of the field with its PDF, and the purpose of that file. */
  kind: RecordKind
  mayEdit: (role: number) => boolean
  messages: { saved: string; fileRequired: string }
  /** The rules of the form, which may depend on its values. */
  formFor: (db: Db, body: unknown) => Promise<z.ZodType<Form>>
  find: (db: Db, id: number, viewer: SessionUser) => Promise<Shown>
  list: (db: Db, student: number, viewer: SessionUser) => Promise<Row[]>
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

type OfOne = FastifyRequest<{ Params: { id: number } }>

/** How the calls for one kind of record are answered. */
export function recordHandlers<Form, Shown, Row, Annual>(
  services: Services,
  of: KindOfRecord<Form, Shown, Row, Annual>,
) {
  const { db } = services
  const { kind, mayEdit, messages } = of
  const readYear = of.yearReader(db)
  const readAnnual = of.annualReader(db)

  const saved = async (id: number, actor: SessionUser, message: string, from: Db = db) => ({
    message,
    data: await of.find(from, id, actor),
  })

  const mayVerify = (role: number) => mayEdit(role) && canVerifyRecords(role)

  return {
    ofStudent: {
      answer: async (request: FastifyRequest<{ Params: { student: number } }>) => ({
        data: await of.list(db, request.params.student, signedIn(request)),
      }),
    },

    ofStudentsYear: {
      answer: async (request: FastifyRequest<{ Querystring: Asked }>) => ({
        data: await readYear(request.query, signedIn(request)),
      }),
    },

    ofYear: {
      may: canSeeReports,
      answer: (request: FastifyRequest<{ Querystring: { year: number } }>) => readAnnual(request.query.year),
    },

    waiting: {
      may: canVerifyRecords,
      answer: (request: FastifyRequest<{ Querystring: WaitingAsked }>) =>
        listWaiting(services, kind, signedIn(request), request.query),
    },

    returned: {
      may: mayEdit,
      answer: (request: FastifyRequest) => listReturned(db, kind, signedIn(request)),
    },

    toEdit: {
      may: mayEdit,
      answer: async (request: OfOne) => ({ data: await of.find(db, request.params.id, signedIn(request)) }),
    },

    verify: {
      may: mayVerify,
      isChange: true,
      async answer(
        request: FastifyRequest<{ Params: { id: number }; Querystring: { version?: number | undefined } }>,
      ) {
        const actor = signedIn(request)
        const { id } = request.params
        await verifyRecord(kind, id, { actor, known: request.query.version }, services)
        return saved(id, actor, recordMessages.verified)
      },
    },

    unverify: {
      may: mayVerify,
      async answer(request: OfOne) {
        const actor = signedIn(request)
        const { id } = request.params
        await unverifyRecord(kind, id, actor, services)
        return saved(id, actor, recordMessages.unverified)
      },
    },

    add: {
      may: mayEdit,
      parsesBody: true,
      async answer(request: FastifyRequest) {
        const actor = signedIn(request)
        const pdf = request.uploads[kind]
        const missing: FieldErrors = pdf ? {} : { [kind]: [messages.fileRequired] }
        const form = parse(await of.formFor(db, request.body), request.body, missing)
        if (!pdf) throw invalid(missing)
        return withStored({ pdf }, { pdf: kind }, services, (stored) =>
          once(request, services, async (trx) =>
            saved(await of.add(trx, form, stored.pdf, actor, services), actor, messages.saved, trx),
          ),
        )
      },
    },

    edit: {
      may: mayEdit,
      parsesBody: true,
      async answer(request: OfOne) {
        const actor = signedIn(request)
        const { id } = request.params
        const rules = await of.formFor(db, request.body)
        const form = parse(rules.and(knownVersion), request.body)
        const pdf = request.uploads[kind]
        const edit = (stored?: StoredBytes) =>
          of.edit(id, form, stored, { actor, known: form.version }, services)
        if (pdf) await withStored({ pdf }, { pdf: kind }, services, (stored) => edit(stored.pdf))
        else await edit()
        return saved(id, actor, messages.saved)
      },
    },

    giveBack: {
      may: canVerifyRecords,
      async answer(
        request: FastifyRequest<{
          Params: { id: number }
          Body: { remark: string; version?: number | undefined }
        }>,
      ) {
        const actor = signedIn(request)
        const { id } = request.params
        const { remark, version: known } = request.body
        await returnRecord(kind, id, remark, { actor, known }, services)
        return saved(id, actor, recordMessages.returned)
      },
    },
  }
}
