import { daysBetween, daysFrom } from './base/days.ts'

/** What the dates of a term mean. A term has both dates or neither. Days are those of Nairobi, as `2026-03-12`. */
export type OpenAndClose = { opens: string | null; closes: string | null }
type Dated = { opens: string; closes: string }

export const hasDates = <Term extends OpenAndClose>(term: Term): term is Term & Dated => term.opens !== null

/** Whether a term has opened by a day. A term without dates counts as opened. */
export const hasOpened = ({ opens }: Pick<OpenAndClose, 'opens'>, day: string): boolean =>
  opens === null || opens <= day

/** The days since a term opened: 0 on its first day, negative before it, null without dates. */
export const daysSinceOpening = ({ opens }: Pick<OpenAndClose, 'opens'>, day: string): number | null =>
  opens === null ? null : daysBetween(opens, day)

/** The latest of terms with dates that has opened. Holidays belong to the term before them. */
export const presentTerm = <Term extends OpenAndClose>(terms: readonly Term[], day: string) =>
  terms
    .filter(hasDates)
    .filter((term) => hasOpened(term, day))
    .reduce<(Term & Dated) | null>(
      (latest, term) => (latest && latest.opens > term.opens ? latest : term),
      null,
    )

/** The day on which report cards are due, so many days after the term closes; null without dates. */
export const reportCardsDue = ({ closes }: Pick<OpenAndClose, 'closes'>, dueDays: number): string | null =>
  closes === null ? null : daysFrom(closes, dueDays)

/** The same from that day on; null before it. */
export function reportCardsDueSince(
  term: Pick<OpenAndClose, 'closes'>,
  dueDays: number,
  day: string,
): string | null {
  const due = reportCardsDue(term, dueDays)
  return due !== null && due <= day ? due : null
}
