import { z } from 'zod'
import { canEditFinance } from '#contract/permissions.ts'
import { financeMessages, similarForm, type SimilarForm, toCents } from '#contract/receipts.ts'
import type { Db } from '../../database/connect.ts'
import type { App } from '../../http/App.ts'
import { answers, reply } from '../../http/replies.ts'
import type { Services } from '../../Services.ts'

/** Warns of receipts that may be the same as one that is about to be saved. */
export function similarReceiptsRoute(app: App, { db }: Services): void {
  app.post(
    '/api/finance/similar',
    {
      config: { may: canEditFinance },
      schema: {
        summary: 'What of a receipt is there already, as warnings before it is saved',
        body: similarForm,
        response: answers(reply({ data: z.array(z.string()) })),
      },
    },
    async (request) => ({ success: true as const, data: await findSimilar(db, request.body) }),
  )
}

/** What of a receipt is there already, perhaps because somebody saved it before. Two may well be alike. */
async function findSimilar(db: Db, form: SimilarForm): Promise<string[]> {
  const costs = await findSameCosts(db, form)
  return [
    ...((await isFileThere(db, form)) ? [financeMessages.sameFile] : []),
    ...costs.map(financeMessages.sameCost),
  ]
}

async function isFileThere(db: Db, { id = 0, sha256 }: SimilarForm): Promise<boolean> {
  if (!sha256) return false
  const receipt = await db
    .selectFrom('files')
    .innerJoin('receipts', 'receipts.file_id', 'files.id')
    .select('receipts.id')
    .where('files.sha256', '=', sha256)
    .where('files.purpose', '=', 'receipt')
    .where('receipts.id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return receipt !== undefined
}

/** The categories that another receipt of the student's term has the same amount for. */
async function findSameCosts(
  db: Db,
  { id = 0, student_id, year_id, term_id, items }: SimilarForm,
): Promise<string[]> {
  const sums = new Map<string, number>()
  for (const { category, cost } of items) sums.set(category, (sums.get(category) ?? 0) + toCents(cost))
  const others = await db
    .selectFrom('receipts')
    .innerJoin('items', 'items.receipt_id', 'receipts.id')
    .select((eb) => ['items.category', eb.fn.sum<number>('items.cost').as('total')])
    .where('receipts.student_id', '=', student_id)
    .where('receipts.year_id', '=', year_id)
    .where('receipts.term_id', '=', term_id)
    .where('receipts.id', '!=', id)
    .groupBy(['receipts.id', 'items.category'])
    .execute()
  return [...sums]
    .filter(([category, sum]) => others.some((other) => other.category === category && other.total === sum))
    .map(([category]) => category)
}
