import { daysBetween } from '#contract/base/days.ts'
import { fold } from '#contract/base/lists.ts'
import { fundingMessages } from '#contract/money/funding.ts'
import { OPEN_END, periodKey } from '#contract/lookups.ts'
import { invalid } from '../base/ApiError.ts'
import { termsWithDates } from '../calendar/calendarQueries.ts'
import type { Db } from '../database/connect.ts'
import { listTerms } from '../lookups/newestTerms.ts'

/** A term of a year. `key` sorts the terms of all years, and compares with the terms of promises. */
export type Period = { year_id: number; year_name: string; term_id: number; term_name: string; key: string }

export type FundingTerm = Period & {
  has_opened: boolean
  /** The days since it opened; null without a date. */
  days_open: number | null
}

/** The year of a call with its terms in order; `chosen` are all of them, or the one that the call names. */
export type FundingTime = {
  year_id: number
  year: string
  term_id: number | null
  terms: FundingTerm[]
  chosen: FundingTerm[]
  today: string
}

/** The days on which terms open, by their keys. A term without dates counts as opened. */
async function readOpenings(db: Db): Promise<ReadonlyMap<string, string>> {
  const dated = await termsWithDates(db).execute()
  return new Map(dated.map(({ year_name, term_name, opens }) => [periodKey(year_name, term_name), opens]))
}

/** The terms of all years in order. */
export async function listPeriods(db: Db): Promise<Period[]> {
  const periods = await db
    .selectFrom('years')
    .innerJoin('terms', (join) => join.onTrue())
    .select(['years.id as year_id', 'year_name', 'terms.id as term_id', 'term_name'])
    .execute()
  return periods
    .map((period) => Object.assign(period, { key: periodKey(period.year_name, period.term_name) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/**
 * The latest term that has opened. Without dates it is the newest one with records among the years up to this one, or the
 * first one of the newest of these years. Holidays belong to the term before them.
 */
export const findPresentTerm = async (db: Db, today: string): Promise<Period | null> =>
  presentIn(db, await readPeriods(db), today)

/** The terms of all years, and the days on which they open. */
const readPeriods = async (db: Db) => ({ periods: await listPeriods(db), openings: await readOpenings(db) })

async function presentIn(
  db: Db,
  { periods, openings }: Awaited<ReturnType<typeof readPeriods>>,
  today: string,
): Promise<Period | null> {
  const opened = periods.findLast(({ key }) => (openings.get(key) ?? OPEN_END) <= today)
  if (opened) return opened
  const hasBegun = ({ year_name }: Pick<Period, 'year_name'>) => year_name <= today.slice(0, 4)
  const withRecords = new Set(
    (await listTerms(db, today)).map(({ year_name, term_name }) => periodKey(year_name, term_name)),
  )
  const newest = periods.findLast(
    (period) => hasBegun(period) && withRecords.has(period.key) && !openings.has(period.key),
  )
  if (newest) return newest
  const last = periods.findLast(hasBegun) ?? periods.at(-1)
  return periods.find(({ year_id }) => year_id === last?.year_id) ?? null
}

/** The present term, and the one after it if its year is registered. */
export async function findPresentAndNext(db: Db, today: string): Promise<Period[]> {
  const read = await readPeriods(db)
  const present = await presentIn(db, read, today)
  const { periods } = read
  const position = periods.findIndex(({ key }) => key === present?.key)
  return position < 0 ? [] : periods.slice(position, position + 2)
}

/** The terms of a year, or one of them; without a year, those of the year of the present term. */
export async function readTime(
  db: Db,
  asked: { year?: number | undefined; term?: number | undefined },
  today: string,
): Promise<FundingTime> {
  const read = await readPeriods(db)
  const { periods, openings } = read
  const year_id = asked.year ?? (await presentIn(db, read, today))?.year_id
  const terms = periods
    .filter((period) => period.year_id === year_id)
    .map((period) => {
      const opens = openings.get(period.key)
      return Object.assign(period, {
        has_opened: opens === undefined || opens <= today,
        days_open: opens === undefined ? null : daysBetween(opens, today),
      })
    })
  const chosen = terms.filter(({ term_id }) => asked.term === undefined || term_id === asked.term)
  const [first] = chosen
  if (!first)
    throw invalid({ [asked.year && terms.length === 0 ? 'year' : 'term']: [fundingMessages.yearUnknown] })
  return { year_id: first.year_id, year: first.year_name, term_id: asked.term ?? null, terms, chosen, today }
}

/** Terms as answers list them. */
export const shownTerms = ({ terms }: FundingTime) =>
  terms.map(({ term_id: id, term_name }) => ({ id, term_name }))

/** The years up to this one, the newest first, and by how many classes a student has moved up since. */
export async function listYearsUpTo(db: Db, year: string) {
  const years = await db
    .selectFrom('years')
    .select(['id', 'year_name'])
    .where('year_name', '<=', year)
    .execute()
  return years
    .map((each) => Object.assign(each, { by: Number(year) - Number(each.year_name) }))
    .toSorted((a, b) => a.by - b.by)
}

/** For a number of years, each class with the one to which it has moved up: the name with a higher number. */
export async function listMoves(db: Db): Promise<(by: number) => [from: number, to: number][]> {
  const classes = await db.selectFrom('classes').select(['id', 'class_name']).execute()
  const byName = new Map(classes.map(({ id, class_name }) => [fold(class_name), id]))
  return (by) =>
    classes.flatMap(({ id, class_name }) => {
      const to = byName.get(nameAfter(class_name, by))
      return to === undefined ? [] : [[id, to]]
    })
}

/** `form 3` one year after `Form 2`; an empty text for a class without a number. */
function nameAfter(name: string, by: number): string {
  const [, before, number, after] = /^(.*?)(\d+)(\D*)$/.exec(fold(name)) ?? []
  return number === undefined ? '' : `${before}${Number(number) + by}${after}`
}
