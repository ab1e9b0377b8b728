import { z } from 'zod'
import { idParams } from '#contract/identity/auth.ts'
import { canExportRecords } from '#contract/permissions.ts'
import { exportCalls, exportQuery, type Redaction } from '#contract/privacy/exports.ts'
import { isForExport, requestMessages } from '#contract/privacy/requests.ts'
import type { Db } from '../../database/connect.ts'
import type { Actor, Trx } from '../../database/history.ts'
import { invalid } from '../../base/ApiError.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import { signedIn } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { checkStudent } from '../visibility/visibleStudents.ts'
import { noteDepartures } from '../accesses/departures.ts'
import type { ExportOrder } from './collectRecord.ts'
import { findChoice, storeChoice } from './exportChoices.ts'
import { prepareExport, redactAll } from './prepareExport.ts'
import { replyWithZip } from './replyWithZip.ts'

/** The whole record of a student as one ZIP. */
export function exportRoutes(app: App, services: Services): void {
  const { db } = services

  /** Views are counted in memory: writes those up to now first. */
  async function prepare(id: number, actor: Actor, at: Date, order?: ExportOrder) {
    await app.writeViews()
    return prepareExport(services, id, actor, at, order)
  }

  serveCalls(app, services, exportCalls, {
    'POST /api/students/:id/redactions': {
      may: canExportRecords,
      readsOnly: true,
      async answer({ params: { id }, body: { names }, actor }) {
        const { redactions } = await prepare(id, actor, services.clock(), { names, unredacted: [] })
        return { data: redactions }
      },
    },
    'POST /api/students/:id/export-choice': {
      may: canExportRecords,
      async answer({ params: { id }, body, ...change }) {
        await checkStudent(change.trx, id, change.actor)
        return { data: { choice: await storeChoice(change, id, body) } }
      },
    },
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/students/:id/export',
    // Without the marker header, because the browser itself downloads it: 2 GB do not fit into a page's memory.
    config: { isPlain: true, may: canExportRecords, confirmsAgain: true },
    schema: {
      summary: 'The whole record of a student, as a ZIP with a page, JSON and all files',
      params: idParams,
      querystring: exportQuery,
      response: { 200: z.unknown(), 206: z.unknown() },
    },
    async handler(request, reply) {
      const { id } = request.params
      const { request: request_id, choice: choice_id } = request.query
      const actor = signedIn(request)
      await checkStudent(db, id, actor)
      const choice = choice_id
        ? await findChoice(db, { id: choice_id, student_id: id, user_id: actor.id })
        : redactAll
      const asker = await findAsker(db, id, request_id)
      const went_to = [asker?.asked_by, asker?.relation].filter(Boolean).join(', ') || 'Not stated'
      return replyWithZip(request, reply, services, {
        async prepare(at) {
          const zip = await prepare(id, actor, at, { ...choice, asked_by: asker?.asked_by })
          return { ...zip, unredacted: zip.redactions.filter((each) => choice.unredacted.includes(each.id)) }
        },
        isNoted: (at) => isNoted(db, id, actor, at),
        note: (trx, { at, size, zip }) =>
          noteExport(trx, id, actor, { at, size, went_to, unredacted: zip.unredacted }),
      })
    },
  })
}

type Exported = { at: string; size: number; went_to: string; unredacted: Redaction[] }

async function isNoted(db: Db, student_id: number, { id: user_id }: Actor, at: string): Promise<boolean> {
  const noted = await db
    .selectFrom('departures')
    .select('id')
    .where('student_id', '=', student_id)
    .where('at', '=', at)
    .where('user_id', '=', user_id)
    .where('how', '=', 'export')
    .executeTakeFirst()
  return noted !== undefined
}

/** The person who asked for the export, if it answers a request. */
async function findAsker(db: Db, student_id: number, request_id: number | undefined) {
  if (request_id === undefined) return undefined
  const asked = await db
    .selectFrom('requests')
    .select(['kind', 'asked_by', 'relation'])
    .where('id', '=', request_id)
    .where('student_id', '=', student_id)
    .executeTakeFirst()
  if (!asked || !isForExport(asked)) throw invalid({ request: [requestMessages.notForExport] })
  return asked
}

async function noteExport(
  trx: Trx,
  student_id: number,
  { id: user_id }: Actor,
  { at, size, went_to, unredacted }: Exported,
): Promise<void> {
  // Names the places but not the texts, because the next export contains this entry.
  const places = [...new Set(unredacted.flatMap((each) => each.places))]
  const what = [
    `The whole record, ${Math.max(1, Math.round(size / 1e6))} MB`,
    ...(places.length > 0 ? [`not redacted: ${places.join('; ')}`] : []),
  ].join(', ')
  await noteDepartures(trx, [{ student_id, user_id, at, how: 'export', what, went_to }])
}
