import { z } from 'zod'
import { listMeta, listQuery } from '#contract/lists.ts'
import { type LookupKind, lookupKinds, lookups, lookupSaved } from '#contract/lookups.ts'
import { canAddLookups } from '#contract/permissions.ts'
import type { App } from '../http/App.ts'
import { once } from '../http/once.ts'
import { answers, reply } from '../http/replies.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { addLookup } from './addLookup.ts'
import { listLookups } from './lookupQueries.ts'

/** The years, terms, classes and subjects that reports and receipts are sorted under. */
export function lookupRoutes(app: App, services: Services): void {
  for (const kind of lookupKinds) routesOf(kind, app, services)
}

function routesOf(kind: LookupKind, app: App, services: Services): void {
  const { entity, form, schema, savedSchema } = lookups[kind]

  app.get(
    `/api/${kind}`,
    {
      schema: {
        summary: `The ${kind}`,
        querystring: listQuery,
        response: answers(reply({ data: z.array(schema), meta: listMeta })),
      },
    },
    async (request) => ({
      success: true as const,
      ...(await listLookups(services.db, kind, request.query)),
    }),
  )

  app.post(
    `/api/${kind}`,
    {
      // The spec sends the name as form data, though no file ever comes along.
      config: { may: canAddLookups, uploads: {} },
      schema: {
        summary: `Add a ${entity}`,
        body: form,
        response: answers(reply({ message: z.string(), data: savedSchema })),
      },
    },
    async (request) => {
      const actor = signedIn(request)
      const added = await once(request, services, (trx) =>
        addLookup(trx, kind, request.body, actor, services),
      )
      const text = lookupSaved(kind)
      return { success: true as const, message: text, data: { ...added, message: text } }
    },
  )
}
