import type { Db } from '../../database/connect.ts'
import { lookupId } from './records.ts'

export type TermDates = readonly [term: string, year: string, opens: string, closes: string]

/** Sets the dates of terms. */
export async function giveDates(db: Db, ...terms: TermDates[]): Promise<void> {
  for (const [term, year, opens, closes] of terms) {
    const year_id = await lookupId(db, 'years', year)
    const term_id = await lookupId(db, 'terms', term)
    await db.insertInto('term_dates').values({ year_id, term_id, opens, closes }).execute()
  }
}
