import { sql } from 'kysely'
import type { Trx } from '../../database/history.ts'
import { withYields } from '../../base/yieldToRequests.ts'
import { mentions, type Texts } from '../mentions.ts'

/** Deletes rows of a table whose key is a user and a text, and whose content mentions the student. */
export async function deleteMentions(
  trx: Trx,
  table: 'creations' | 'drafts',
  column: 'answer' | 'content',
  texts: Texts,
): Promise<void> {
  const isMentioned = mentions(texts)
  const rows = () => trx.selectFrom(trx.dynamic.table(table).as('row'))
  for (const { user_id } of await rows().select('row.user_id').distinct().execute()) {
    const own = await rows()
      .select(['row.key', sql.ref<string>(column).as('text')])
      .where('row.user_id', '=', user_id)
      .execute()
    for await (const { key, text } of withYields(own))
      if (isMentioned(text))
        await trx.deleteFrom(table).where('user_id', '=', user_id).where('key', '=', key).execute()
  }
}
