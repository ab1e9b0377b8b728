import { z } from 'zod'
import { listMeta, listQuery } from '#contract/lists.ts'
import { QUERY_UNKNOWN } from '#contract/messages.ts'
import { canChooseLiaison, canSetSupporter, SUPPORTER } from '#contract/permissions.ts'
import { supporterRowSchema } from '#contract/reports.ts'
import { type Person, personSchema } from '#contract/students.ts'
import { USER_ACTIVE, userName } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'
import type { App } from '../http/App.ts'
import { answers, reply } from '../http/replies.ts'
import { supporterReport } from '../reports/supporterReport.ts'
import type { Services } from '../Services.ts'

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
        querystring: listQuery.extend({ query: z.literal('supporter-rep', QUERY_UNKNOWN).optional() }),
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
      const found = query ? await reportSupporters(asked) : { data: await listSupporters(db) }
      return { success: true as const, ...found }
    },
  )
}

/** Active users who may hold students, by name. */
const listLiaisons = async (db: Db): Promise<Person[]> => {
  const rows = await usersByName(db)
    .where('role_id', '<', SUPPORTER)
    .where('status', '=', USER_ACTIVE)
    .execute()
  return rows.map(asPerson)
}

/** All supporters, by name; a disabled one is known by the status. */
const listSupporters = async (db: Db): Promise<Person[]> => {
  const rows = await usersByName(db).where('role_id', '=', SUPPORTER).execute()
  return rows.map(asPerson)
}

const usersByName = (db: Db) =>
  db.selectFrom('users').select(['id', 'first_name', 'last_name', 'status']).orderBy('search').orderBy('id')

type Found = Awaited<ReturnType<ReturnType<typeof usersByName>['executeTakeFirstOrThrow']>>

const asPerson = ({ id, first_name, last_name, status }: Found): Person => ({
  id,
  name: userName({ first_name, last_name }),
  status,
})
