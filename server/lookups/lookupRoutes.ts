import type { FastifyRequest } from 'fastify'
import type { ListQuery } from '#contract/lists.ts'
import {
  classMessages,
  lookupCalls,
  type LookupForm,
  type LookupKind,
  lookupName,
  lookupSaved,
} from '#contract/lookups.ts'
import { canAddLookups, canSetCurriculum } from '#contract/permissions.ts'
import type { App } from '../http/schemas.ts'
import { once } from '../http/once.ts'
import { serveCalls } from '../http/serveCalls.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { addLookup } from './addLookup.ts'
import { listDoubtfulClasses, setCurriculum } from './classCurriculum.ts'
import { listLookups } from './lookupQueries.ts'

/** The years, terms, classes and subjects that report cards and receipts are sorted under. */
export function lookupRoutes(app: App, services: Services): void {
  const list = (kind: LookupKind) => ({
    answer: ({ query }: { query: ListQuery }) => listLookups(services.db, kind, query),
  })

  const add = (kind: LookupKind) => ({
    may: canAddLookups,
    async answer(request: FastifyRequest<{ Body: LookupForm }>) {
      const actor = signedIn(request)
      const added = await once(request, services, (trx) =>
        addLookup(trx, kind, request.body, actor, services),
      )
      const message = lookupSaved(kind)
      return { message, data: { ...added, message } }
    },
  })

  serveCalls(app, lookupCalls, {
    'GET /api/years': list('years'),
    'POST /api/years': add('years'),
    'GET /api/terms': list('terms'),
    'POST /api/terms': add('terms'),
    'GET /api/classes': list('classes'),
    'POST /api/classes': add('classes'),
    'GET /api/classes/doubtful': {
      may: canSetCurriculum,
      answer: async () => ({ data: await listDoubtfulClasses(services.db) }),
    },
    'PUT /api/classes/:id': {
      may: canSetCurriculum,
      async answer(request) {
        const { curriculum } = request.body
        const its = await setCurriculum(request.params.id, curriculum, signedIn(request), services)
        return { message: classMessages.curriculumSaved(lookupName('classes', its), curriculum), data: its }
      },
    },
    'GET /api/subjects': list('subjects'),
    'POST /api/subjects': add('subjects'),
  })
}
