import type { Calendar } from '#contract/calendar.ts'
import { compareNames } from '#contract/lookups.ts'
import { presentTerm, reportCardsDueSince } from '#contract/termDates.ts'
import type { Db } from '../database/connect.ts'
import { listHistory } from '../database/history.ts'

/** The terms that have dates, of all years, and when report cards are due. */
export const termsWithDates = (db: Db) =>
  db
    .selectFrom('term_dates')
    .innerJoin('years', 'years.id', 'term_dates.year_id')
    .innerJoin('terms', 'terms.id', 'term_dates.term_id')
    .innerJoin('calendar', (join) => join.onTrue())
    .select(['year_id', 'term_id', 'year_name', 'term_name', 'opens', 'closes', 'due_days'])

/** All terms in the order of their names, with their dates in a year; none for an unknown year. */
export async function listTermDates(db: Db, year_id: number) {
  const rows = await db
    .selectFrom('years')
    .innerJoin('terms', (join) => join.onTrue())
    .leftJoin('term_dates', (join) =>
      join.onRef('term_dates.year_id', '=', 'years.id').onRef('term_dates.term_id', '=', 'terms.id'),
    )
    .select(['terms.id as term_id', 'term_name', 'year_name', 'opens', 'closes', 'half_from', 'half_to'])
    .select(['none_from', 'none_to', 'none_where'])
    .where('years.id', '=', year_id)
    .execute()
  return rows.toSorted((a, b) => compareNames(a.term_name, b.term_name))
}

/** The day since which report cards of a term are due; null before it, or if the term has no dates. */
export async function findDueSince(
  db: Db,
  { year_id, term_id }: { year_id: number; term_id: number },
  today: string,
): Promise<string | null> {
  const [term] = await termsWithDates(db)
    .where('year_id', '=', year_id)
    .where('term_id', '=', term_id)
    .execute()
  return term ? reportCardsDueSince(term, term.due_days, today) : null
}

/** The one row with the charity's settings of the calendar. */
export const findSettings = (db: Db) =>
  db.selectFrom('calendar').select(['id', 'due_days']).executeTakeFirstOrThrow()

export async function readCalendar(db: Db, year_id: number, today: string): Promise<Calendar> {
  const { id, due_days } = await findSettings(db)
  const terms = await listTermDates(db, year_id)
  const present = presentTerm(await termsWithDates(db).execute(), today)
  const [changed] = await listHistory(db, { entity: 'calendar', entity_id: id }, { limit: 1 })
  return {
    year_id,
    due_days,
    terms: terms.map(({ term_name: _term, year_name: _year, ...term }) => term),
    present: present && { year_id: present.year_id, term_id: present.term_id },
    changed: changed ? { by: changed.by, at: changed.at } : null,
  }
}
