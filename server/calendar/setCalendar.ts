import {
  type CalendarForm,
  calendarMessages,
  findOverlaps,
  type TermDates,
  termDays,
} from '#contract/calendar.ts'
import { compareNames } from '#contract/lookups.ts'
import { termName } from '#contract/notifications.ts'
import { recordMessages } from '#contract/records/records.ts'
import { hasDates, reportCardsDueSince } from '#contract/termDates.ts'
import { invalid } from '../base/ApiError.ts'
import { changesBetween, type Change, type Trx, writeChange } from '../database/history.ts'
import { lockRow } from '../database/lockRow.ts'
import { refuseStale } from '../database/refuseStale.ts'
import { findSettings, listTermDates, termsWithDates } from './calendarQueries.ts'

/** Sets the dates of a year's terms. Returns the message, which says which report cards are due by them. */
export async function setCalendar(change: Change, { seen, ...form }: CalendarForm): Promise<string> {
  const { trx, actor } = change
  const { year_id, due_days, terms } = form
  // Changes of the calendar wait for each other, because terms of other years must not overlap either.
  const { id, due_days: storedDays } = await lockSettings(trx)
  const stored = await listTermDates(trx, year_id)
  if (stored.length === 0) throw invalid({ year_id: [recordMessages.yearUnknown] })
  refuseUnknown(terms, stored)
  const named = stored.flatMap(({ term_id, term_name, year_name }) => {
    const place = terms.findIndex((term) => term.term_id === term_id)
    const { opens = null, closes = null } = terms[place] ?? {}
    return place < 0 ? [] : [{ opens, closes, term_name, year_name, name: term_name, place }]
  })
  await refuseOverlaps(trx, year_id, named)

  const before = asFields({ due_days: storedDays, terms: stored }, stored)
  const changes = changesBetween(before, asFields(form, stored))
  if (Object.keys(changes).length > 0) {
    const entry = { entity: 'calendar', entity_id: id } as const
    await refuseStale(trx, entry, before, seen && asFields(seen, stored), calendarMessages.changedMeanwhile)
    await trx.updateTable('calendar').set({ due_days }).where('id', '=', id).execute()
    await trx.deleteFrom('term_dates').where('year_id', '=', year_id).execute()
    const rows = terms.filter(hasDates).map((term) => Object.assign({ year_id }, term))
    if (rows.length > 0) await trx.insertInto('term_dates').values(rows).execute()
    await writeChange(change, { ...entry, action: 'changed', changes })
  }
  return calendarMessages.saved(latestDue(named, due_days, actor.today))
}

async function lockSettings(trx: Trx) {
  const { id, due_days } = await findSettings(trx)
  return (await lockRow(trx, 'calendar', id)) ?? { id, due_days }
}

type Stored = Awaited<ReturnType<typeof listTermDates>>
type Named = Parameters<typeof findOverlaps>[0][number] & { term_name: string; year_name: string }

function refuseUnknown(terms: TermDates[], stored: Stored): void {
  const wrong = terms.flatMap(({ term_id }, place): [string, string[]][] => {
    const isKnown = stored.some((term) => term.term_id === term_id)
    const isTwice = terms.findIndex((term) => term.term_id === term_id) < place
    const message = isKnown ? isTwice && calendarMessages.twice : recordMessages.termUnknown
    return message ? [[`terms.${place}.term_id`, [message]]] : []
  })
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
}

/** Terms must follow each other in the order of years and names, which says everywhere which term is the newest. */
async function refuseOverlaps(trx: Trx, year_id: number, terms: Named[]) {
  const others = await termsWithDates(trx).where('year_id', '!=', year_id).execute()
  const placed = others.map((term): Named => Object.assign(term, { name: termName(term), place: null }))
  const overlaps = findOverlaps(
    [...placed, ...terms].toSorted(
      (a, b) => compareNames(a.year_name, b.year_name) || compareNames(a.term_name, b.term_name),
    ),
  )
  if (Object.keys(overlaps).length > 0) throw invalid(overlaps)
}

/** The calendar as fields of the history, such as `Term 1, 2026: Opens`. A term that is not listed has no dates. */
const asFields = (
  { due_days, terms }: Pick<CalendarForm, 'due_days' | 'terms'>,
  stored: Stored,
): Record<string, number | string | null> => ({
  due_days,
  ...Object.fromEntries(
    stored.flatMap((each) => {
      const term = terms.find(({ term_id }) => term_id === each.term_id)
      return namesOfFields.map(([name, label]) => [`${termName(each)}: ${label}`, term?.[name] ?? null])
    }),
  ),
})
const namesOfFields = Object.entries({ ...termDays, none_where: 'Where' }) as [keyof TermDates, string][]

function latestDue(terms: Named[], due_days: number, today: string) {
  const due = terms.flatMap((term) => {
    const since = reportCardsDueSince(term, due_days, today)
    return since === null ? [] : [{ term: term.term_name, since }]
  })
  return due.reduce<(typeof due)[number] | undefined>(
    (latest, each) => (latest && latest.since > each.since ? latest : each),
    undefined,
  )
}
