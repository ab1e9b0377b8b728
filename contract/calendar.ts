import { z } from 'zod'
import { type Calls, cannotBeEmpty, reply } from './base/call.ts'
import { dayAndMonth, formatDay, onOneLine } from './base/days.ts'
import { daySchema, id, lineSchema, orNone, wholeNumberSchema } from './base/fields.ts'
import { recordMessages, yearQuery } from './records/records.ts'
import { hasDates, type OpenAndClose } from './termDates.ts'

/** The most days after the end of a term after which report cards are due. */
const DUE_DAYS_MAX = 60

/** The days of a term, with their names in messages and in the history. */
export const termDays = {
  opens: 'Opens',
  closes: 'Closes',
  half_from: 'Half-term from',
  half_to: 'Half-term to',
  none_from: 'No visits from',
  none_to: 'No visits to',
} as const
export type TermDay = keyof typeof termDays

const day = (name: TermDay) => orNone(daySchema(termDays[name], cannotBeEmpty(termDays[name])))

export const calendarMessages = {
  saved: (due: { term: string; since: string } | undefined) =>
    `Calendar saved.${due ? ` Report cards of ${due.term} are due since ${onOneLine(dayAndMonth(due.since))}.` : ''}`,
  changedMeanwhile: (name: string) =>
    `${name} changed this calendar while you were typing. Press Clear to see it.`,
  twice: 'This term is listed twice',
  later: (what: string, on: string) => `${what} on ${on}. Choose a later day.`,
  earlier: (what: string, on: string) => `${what} on ${on}. Choose an earlier day.`,
} as const

type Days = Record<TermDay, string | null>

/** The days of one term that do not fit together, by field. */
function wrongDays(term: Days & { none_where: string | null }): Partial<Record<TermDay, string>> {
  const { later, earlier } = calendarMessages
  const wrong: Partial<Record<TermDay, string>> = {}
  const { opens, closes, half_from, half_to, none_from, none_to, none_where } = term
  const needBoth = (from: TermDay, to: TermDay, isNeeded: boolean) => {
    for (const name of [from, to])
      if (isNeeded && term[name] === null) wrong[name] = cannotBeEmpty(termDays[name])
  }
  const hasAny = (...values: (string | null)[]) => values.some((value) => value !== null)
  needBoth('opens', 'closes', hasAny(opens, closes, half_from, half_to, none_from, none_to, none_where))
  needBoth('half_from', 'half_to', hasAny(half_from, half_to))
  needBoth('none_from', 'none_to', hasAny(none_from, none_to, none_where))
  const check = (name: TermDay, isWrong: boolean | '' | null, message: string) => {
    if (isWrong) wrong[name] ??= message
  }
  const shown = (on: string | null) => dayAndMonth(on ?? '')
  check('closes', opens && closes && closes <= opens, later('The term opens', shown(opens)))
  check('half_from', opens && half_from && half_from < opens, later('The term opens', shown(opens)))
  check('half_from', closes && half_from && half_from > closes, earlier('The term closes', shown(closes)))
  check('half_to', half_from && half_to && half_to < half_from, later('Half-term begins', shown(half_from)))
  check('half_to', closes && half_to && half_to > closes, earlier('The term closes', shown(closes)))
  check('none_to', none_from && none_to && none_to < none_from, later('This begins', shown(none_from)))
  return wrong
}

const termFields = {
  opens: day('opens'),
  closes: day('closes'),
  half_from: day('half_from'),
  half_to: day('half_to'),
  none_from: day('none_from'),
  none_to: day('none_to'),
  none_where: orNone(lineSchema('Where', cannotBeEmpty('Where'))),
}

const termForm = z
  .object({ term_id: id(recordMessages.termRequired), ...termFields })
  .superRefine((term, context) => {
    for (const [name, message] of Object.entries(wrongDays(term)))
      context.addIssue({ code: 'custom', path: [name], message })
  })
export type TermDates = z.output<typeof termForm>

/** More than any school year has. */
const TERMS_MAX = 50

const form = {
  due_days: wholeNumberSchema('Days', cannotBeEmpty('Days'), { max: DUE_DAYS_MAX }),
  terms: z.array(termForm).max(TERMS_MAX),
}

/**
 * The calendar of a year, as a whole: a term that is not listed has no dates afterwards. `seen`: what the form showed; the change
 * is refused if that has changed since.
 */
export const calendarForm = z.object({
  year_id: id(recordMessages.yearRequired),
  ...form,
  seen: z.object(form).optional(),
})
export type CalendarForm = z.output<typeof calendarForm>

/** A term with its name, `Term 2`, and its place in the form; a term of another year, `Term 3, 2025`, has none. */
type PlacedDates = OpenAndClose & { name: string; place: number | null }

/** The messages about terms that overlap, by path, among terms in their order: beside the later term if it is in the form. */
export function findOverlaps(terms: readonly PlacedDates[]): Record<string, string[]> {
  const { later, earlier } = calendarMessages
  const dated = terms.filter(hasDates)
  return Object.fromEntries(
    dated.slice(1).flatMap((next, index) => {
      const before = dated[index]
      if (!before || next.opens > before.closes) return []
      const shown = before.place === null || next.place === null ? formatDay : dayAndMonth
      if (next.place !== null)
        return [[`terms.${next.place}.opens`, [later(`${before.name} closes`, shown(before.closes))]]]
      return before.place === null
        ? []
        : [[`terms.${before.place}.closes`, [earlier(`${next.name} opens`, shown(next.opens))]]]
    }),
  )
}

const whole = z.number().int()
const dayAnswer = z.string().nullable()
const termAnswer = z.object({
  term_id: whole,
  opens: dayAnswer,
  closes: dayAnswer,
  half_from: dayAnswer,
  half_to: dayAnswer,
  none_from: dayAnswer,
  none_to: dayAnswer,
  none_where: z.string().nullable(),
})

export const calendarSchema = z.object({
  year_id: whole,
  due_days: whole,
  /** All terms, in the order of their names. */
  terms: z.array(termAnswer),
  /** The latest term that has opened, of any year; null if none has dates. */
  present: z.object({ year_id: whole, term_id: whole }).nullable(),
  /** Who changed the calendar last, of any year. */
  changed: z.object({ by: z.string().nullable(), at: z.string() }).nullable(),
})
export type Calendar = z.output<typeof calendarSchema>

export const calendarCalls = {
  'GET /api/calendar': {
    summary: 'The dates of a year’s terms, and the present term',
    query: yearQuery,
    answer: reply({ data: calendarSchema }),
  },
  'PUT /api/calendar': {
    summary: 'Set the dates of a year’s terms, and when report cards are due',
    body: calendarForm,
    answer: reply({ message: z.string(), data: calendarSchema }),
  },
} as const satisfies Calls
