import { randomUUID } from 'node:crypto'
import type { ExportChoice } from '#contract/privacy/exports.ts'
import type { Db } from '../../database/connect.ts'
import type { Change } from '../../database/history.ts'
import { invalid } from '../../base/ApiError.ts'

const CHOICE_LOST = 'This choice is no longer stored. Check the names again.'

/**
 * Stores what an export redacts, and returns its id for the address of the download: browsers and proxies record addresses,
 * and names of children do not belong there. It is deleted as the answers of other calls are, after a day.
 */
export async function storeChoice(
  { trx, actor, at }: Change,
  student_id: number,
  choice: ExportChoice,
): Promise<string> {
  const key = randomUUID()
  const row = { user_id: actor.id, key, student_id, request: 'export-choice', at }
  await trx
    .insertInto('creations')
    .values({ ...row, answer: JSON.stringify(choice) })
    .execute()
  return key
}

export async function findChoice(
  db: Db,
  { id, student_id, user_id }: { id: string; student_id: number; user_id: number },
): Promise<ExportChoice> {
  const stored = await db
    .selectFrom('creations')
    .select('answer')
    .where('user_id', '=', user_id)
    .where('key', '=', id)
    .where('student_id', '=', student_id)
    .where('request', '=', 'export-choice')
    .executeTakeFirst()
  if (!stored) throw invalid({ choice: [CHOICE_LOST] })
  return JSON.parse(stored.answer) as ExportChoice
}
