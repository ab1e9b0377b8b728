import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { FieldErrors } from '#contract/base/call.ts'
import type { ListQuery } from '#contract/base/lists.ts'
import { canSeeReports, canVerifyRecords } from '#contract/permissions.ts'
import { recordMessages } from '#contract/records/records.ts'
import { knownVersion } from '#contract/base/fields.ts'
import type { Db } from '../database/connect.ts'
import type { Actor, Change } from '../database/history.ts'
import { type StoredBytes, withStored } from '../files/storeUpload.ts'
import { invalid } from '../base/ApiError.ts'
import { parse } from '../http/schemas.ts'
import type { RunChange } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { type Edited, returnRecord, unverifyRecord, verifyRecord } from './recordChanges.ts'
import type { RecordKind } from '../database/recordTables.ts'
import { listWaiting, type WaitingAsked } from './unverifiedRecords.ts'

type AskedYear = ListQuery & { year: number }
type OfYear = { student: number; year: number }

/** The parts that differ between the kinds of record: names, queries and changes. */
type KindOfRecord<Form, Shown, Row, Annual> = {
  /** Also the name of the field with its PDF, and the purpose of that file. */
  kind: RecordKind
  mayEdit: (role: number) => boolean
  messages: { saved: string; fileRequired: string }
  /** The rules of the form, which may depend on its values. */
  formFor: (db: Db, body: unknown) => Promise<z.ZodType<Form>>
  find: (db: Db, id: number, viewer: Actor) => Promise<Shown>
  list: (db: Db, student: number, viewer: Actor) => Promise<Row[]>
  yearReader: (db: Db) => (asked: OfYear, viewer: Actor) => Promise<Shown[]>
  annualReader: (db: Db) => (asked: AskedYear) => Promise<Annual>
  add: (change: Change, form: Form, pdf: StoredBytes) => Promise<number>
  edit: (change: Change, id: number, form: Edited<Form>, pdf: StoredBytes | undefined) => Promise<void>
}

type Reading = { db: Db; actor: Actor }
type OfOne = { params: { id: number } }
type Sent = Reading & { request: FastifyRequest }
type Version = { version?: number | undefined }

/** How the calls for one kind of record are answered. */
export function recordHandlers<Form, Shown, Row, Annual>(
  services: Services,
  of: KindOfRecord<Form, Shown, Row, Annual>,
) {
  const { kind, mayEdit, messages } = of
  const readYear = of.yearReader(services.db)
  const readAnnual = of.annualReader(services.db)

  const saved = async ({ trx, actor }: Change, id: number, message: string) => ({
    message,
    data: await of.find(trx, id, actor),
  })

  const mayVerify = (role: number) => mayEdit(role) && canVerifyRecords(role)

  return {
    ofStudent: {
      answer: async ({ db, params, actor }: Reading & { params: { student: number } }) => ({
        data: await of.list(db, params.student, actor),
      }),
    },

    ofStudentsYear: {
      views: kind === 'report' ? 'reports' : 'receipts',
      answer: async ({ query, actor }: Reading & { query: OfYear }) => ({
        data: await readYear(query, actor),
      }),
    },

    ofYear: {
      may: canSeeReports,
      answer: ({ query }: { query: AskedYear }) => readAnnual(query),
    },

    waiting: {
      may: canVerifyRecords,
      answer: ({ query, actor }: Reading & { query: WaitingAsked }) =>
        listWaiting(services, kind, actor, query),
    },

    toEdit: {
      may: mayEdit,
      answer: async ({ db, params, actor }: Reading & OfOne) => ({
        data: await of.find(db, params.id, actor),
      }),
    },

    verify: {
      may: mayVerify,
      isChange: true,
      async answer({ params: { id }, query, ...change }: Change & OfOne & { query: Version }) {
        await verifyRecord(change, kind, id, { known: query.version }, services.config)
        return saved(change, id, recordMessages.verified)
      },
    },

    unverify: {
      may: mayVerify,
      async answer({ params: { id }, ...change }: Change & OfOne) {
        await unverifyRecord(change, kind, id)
        return saved(change, id, recordMessages.unverified)
      },
    },

    add: {
      may: mayEdit,
      parsesBody: true,
      isRepeatable: true,
      async steps({ db, request: { body, uploads } }: Sent, change: RunChange) {
        const pdf = uploads[kind]
        const missing: FieldErrors = pdf ? {} : { [kind]: [messages.fileRequired] }
        const form = parse(await of.formFor(db, body), body, missing)
        if (!pdf) throw invalid(missing)
        return withStored({ pdf }, { pdf: kind }, services, (stored) =>
          change(async (made) => saved(made, await of.add(made, form, stored.pdf), messages.saved)),
        )
      },
    },

    edit: {
      may: mayEdit,
      parsesBody: true,
      async steps({ db, request: { body, uploads }, params: { id } }: Sent & OfOne, change: RunChange) {
        const rules = await of.formFor(db, body)
        const form = parse(rules.and(knownVersion), body)
        return withStored({ pdf: uploads[kind] }, { pdf: kind }, services, (stored) =>
          change(async (made) => {
            await of.edit(made, id, form, stored.pdf)
            return saved(made, id, messages.saved)
          }),
        )
      },
    },

    returnToAuthor: {
      may: canVerifyRecords,
      async answer({
        params: { id },
        body: { remark, version: known },
        ...change
      }: Change & OfOne & { body: Version & { remark: string } }) {
        await returnRecord(change, kind, id, { remark, known })
        return saved(change, id, recordMessages.returned)
      },
    },
  } as const
}
