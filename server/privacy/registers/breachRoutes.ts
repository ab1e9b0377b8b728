import { type Breach, breachCalls, breachMessages } from '#contract/privacy/breaches.ts'
import { canSeeRegisters } from '#contract/permissions.ts'
import { notFound } from '../../base/ApiError.ts'
import type { Trx } from '../../database/history.ts'
import type { App } from '../../http/schemas.ts'
import { serveCalls } from '../../http/serveCalls.ts'
import type { Services } from '../../Services.ts'
import { findConcerned } from './findConcerned.ts'
import { noteLetters } from './noteLetters.ts'
import { readBreaches, readOpenBreaches } from './readBreaches.ts'
import { changeBreach, noteBreach } from './saveBreach.ts'

/** The register of breaches, for the Data Protection Commissioner and for families. */
export function breachRoutes(app: App, services: Services): void {
  serveCalls(app, services, breachCalls, {
    'GET /api/breaches': {
      may: canSeeRegisters,
      answer: async ({ db }) => ({ data: await readBreaches(db) }),
    },

    'GET /api/breaches/open': {
      may: canSeeRegisters,
      answer: async ({ db }) => ({ data: await readOpenBreaches(db) }),
    },

    'GET /api/breaches/concerned': {
      may: canSeeRegisters,
      answer: async ({ db, query }) => ({ data: await findConcerned(db, query) }),
    },

    'POST /api/breaches': {
      may: canSeeRegisters,
      isRepeatable: true,
      answer: async ({ body, ...change }) => saved(change.trx, await noteBreach(change, body)),
    },

    'PATCH /api/breaches/:id': {
      may: canSeeRegisters,
      async answer({ params: { id }, body, ...change }) {
        await changeBreach(change, id, body)
        return saved(change.trx, id)
      },
    },

    'POST /api/breaches/:id/printed': {
      may: canSeeRegisters,
      async answer({ params: { id }, ...change }) {
        await noteLetters(change, id)
        return { message: 'Noted.' }
      },
    },
  })
}

async function saved(trx: Trx, id: number): Promise<{ message: string; data: Breach }> {
  const [data] = await readBreaches(trx, id)
  if (!data) throw notFound()
  return { message: breachMessages.saved, data }
}
