import { z } from 'zod'
import { listMeta, listQuery } from '#contract/lists.ts'
import { canChooseLiaison, canSetSupporter } from '#contract/permissions.ts'
import { supporterRowSchema } from '#contract/reports.ts'
import { personSchema } from '#contract/students.ts'
import type { App } from '../http/App.ts'
import { answers, reply } from '../http/replies.ts'
import { supporterReport } from '../reports/supporterReport.ts'
import type { Services } from '../Services.ts'
import { listLiaisons, listSupporters } from './peopleQueries.ts'

const people = answers(reply({ data: z.array(personSchema) }))

/** Whom a student can be given to. */
export function peopleRoutes(app: App, { db }: Services): void {
  const reportSupporters = supporterReport(db)

  app.get(
    '/api/getliaison',
    { config: { may: canChooseLiaison }, schema: { summary: 'Who may hold students', response: people } },
    async () => ({ success: true as const, data: await listLiaisons(db) }),
  )

  app.get(
    '/api/getsupporters',
    {
      config: { may: canSetSupporter },
      schema: {
        summary: 'The supporters, to choose from or as a report',
        querystring: listQuery.extend({ query: z.literal('supporter-rep', 'Query is not known').optional() }),
        response: answers(
          reply({
            data: z.union([z.array(supporterRowSchema), z.array(personSchema)]),
            meta: listMeta.optional(),
          }),
        ),
      },
    },
    async (request) => {
      const { query, ...asked } = request.query
      const answer = query ? await reportSupporters(asked) : { data: await listSupporters(db) }
      return { success: true as const, ...answer }
    },
  )
}
