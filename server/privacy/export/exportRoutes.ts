import { z } from 'zod'
import { idParams } from '#contract/identity/auth.ts'
import { idText } from '#contract/base/fields.ts'
import { canExportRecords } from '#contract/permissions.ts'
import { isForExport, requestMessages } from '#contract/privacy/requests.ts'
import type { Db } from '../../database/connect.ts'
import type { Actor, Trx } from '../../database/history.ts'
import { invalid } from '../../base/ApiError.ts'
import type { App } from '../../http/schemas.ts'
import { signedIn } from '../../http/session.ts'
import type { Services } from '../../Services.ts'
import { checkStudent } from '../visibility/visibleStudents.ts'
import { noteDepartures } from '../accesses/departures.ts'
import { prepareExport } from './prepareExport.ts'
import { replyWithZip } from './replyWithZip.ts'

/** The whole record of a student as one ZIP. */
export function exportRoutes(app: App, services: Services): void {
  const { db } = services
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/students/:id/export',
    // Without the marker header, because the browser itself downloads it: 2 GB do not fit into a page's memory.
    config: { isPlain: true, may: canExportRecords, confirmsAgain: true },
    schema: {
      summary: 'The whole record of a student, as a ZIP with a page, JSON and all files',
      params: idParams,
      querystring: z.object({ request: idText.optional() }),
      response: { 200: z.unknown(), 206: z.unknown() },
    },
    async handler(request, reply) {
      const { id } = request.params
      const actor = signedIn(request)
      await checkStudent(db, id, actor)
      const went_to = await findAsker(db, id, request.query.request)
      return replyWithZip(request, reply, services, {
        prepare: (at) => prepareExport(services, id, actor, at),
        isNoted: (at) => isNoted(db, id, actor, at),
        note: (trx, { at, size }) => noteExport(trx, id, actor, { at, size, went_to }),
      })
    },
  })
}

type Exported = { at: string; size: number; went_to: string }

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

/** Who asked for it, in the request that it answers. */
async function findAsker(db: Db, student_id: number, request_id: number | undefined): Promise<string> {
  if (request_id === undefined) return 'Not stated'
  const asked = await db
    .selectFrom('requests')
    .select(['kind', 'asked_by', 'relation'])
    .where('id', '=', request_id)
    .where('student_id', '=', student_id)
    .executeTakeFirst()
  if (!asked || !isForExport(asked)) throw invalid({ request: [requestMessages.notForExport] })
  return [asked.asked_by, asked.relation].filter(Boolean).join(', ')
}

async function noteExport(
  trx: Trx,
  student_id: number,
  { id: user_id }: Actor,
  { at, size, went_to }: Exported,
): Promise<void> {
  const what = `The whole record, ${Math.max(1, Math.round(size / 1e6))} MB`
  await noteDepartures(trx, [{ student_id, user_id, at, how: 'export', what, went_to }])
}
