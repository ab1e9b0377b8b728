import type { Kysely } from 'kysely'
import { hasApprovals, type NoticeRow } from '#contract/notifications.ts'
import type { Tables } from '../server/database/tables.ts'
import type { DemoClock } from './createClock.ts'
import type { Visitor } from './createVisitor.ts'
import type { DemoTerm } from './demoYears.ts'

/** The news of every term but the latest went to the supporters as it ended. */
export async function sendTerms(
  administrator: Visitor,
  terms: DemoTerm[],
  clock: DemoClock,
  db: Kysely<Tables>,
): Promise<void> {
  const { data: rows } = await administrator.get<{ data: NoticeRow[] }>('/api/notifications')
  try {
    for (const { year, term, isLatest } of terms) {
      const row = rows.find(({ year_name, term_name }) => year_name === year && term_name === term)
      if (isLatest || !row || !hasApprovals(row)) continue
      clock.setBack(endOf(year, term))
      await administrator.post('/api/notifications', { year_id: row.year_id, term_id: row.term_id })
    }
  } finally {
    clock.goOn()
  }
  // The sample charity had a mail server then.
  await db
    .updateTable('letters')
    .set((eb) => ({
      state: 'sent',
      attempts: 1,
      sent_at: eb.ref('created_at'),
      answer: '250 Message accepted',
    }))
    .where('list_id', 'is not', null)
    .execute()
}

/** In April, August and November. */
const endOf = (year: string, term: string) =>
  new Date(Date.UTC(Number(year), { 1: 3, 2: 7 }[term.slice(-1)] ?? 10, 20, 8))
