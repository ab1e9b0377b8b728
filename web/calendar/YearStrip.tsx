import { dayAndMonth, daysBetween } from '#contract/base/days.ts'
import { hasDates, hasOpened } from '#contract/termDates.ts'
import { type ShownTerm, stripWords } from './calendarWords.ts'
import classes from './YearStrip.module.css'

type YearStripProps = { year: string; terms: readonly ShownTerm[]; today: string }

/** A year from January to December: its terms with half-term and the days without visits, and today. */
export function YearStrip({ year, terms, today }: YearStripProps) {
  const placeOf = placesIn(year)
  const dated = terms.filter(hasDates)
  const halves = terms.map(({ term_id, half_from, half_to }) => ({ term_id, ...placeOf(half_from, half_to) }))
  const none = terms.map(({ term_id, none_from, none_to }) => ({ term_id, ...placeOf(none_from, none_to) }))
  const now = placeOf(today, today).left
  const isShown = ({ width }: { width?: string }) => width !== undefined
  return (
    <figure className={classes.strip} aria-label={stripWords(year, terms, today)}>
      <div className={classes.months} aria-hidden>
        {monthsOf(year).map((first) => (
          <span key={first} style={{ left: placeOf(first, first).left }}>
            {dayAndMonth(first).slice(2)}
          </span>
        ))}
      </div>
      <div className={classes.year} aria-hidden>
        {dated.map((term) => (
          <span
            key={term.term_id}
            className={classes.term}
            data-to-come={!hasOpened(term, today) || undefined}
            style={placeOf(term.opens, term.closes)}
          >
            {term.name}
          </span>
        ))}
        {halves.filter(isShown).map(({ term_id, ...place }) => (
          <i key={term_id} className={classes.half} style={place} />
        ))}
        {today.startsWith(year) && (
          <span className={classes.today} style={{ left: now }}>
            {/* Moved back by the same share of its own width, so that it stays on the strip. */}
            <b style={{ transform: `translateX(-${now})` }}>Today</b>
          </span>
        )}
      </div>
      <div className={classes.none}>
        {none.filter(isShown).map(({ term_id, ...place }) => (
          <i key={term_id} style={place} />
        ))}
      </div>
      <ul className={classes.key} aria-hidden>
        {halves.some(isShown) && (
          <li>
            <i data-half />
            Half-term
          </li>
        )}
        {none.some(isShown) && (
          <li>
            <i data-none />
            No visits
          </li>
        )}
      </ul>
    </figure>
  )
}

/** The first day of each month. */
const monthsOf = (year: string) =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}-01`)

/** Places days on a strip of a year; none without days, or for days of another year. */
function placesIn(year: string) {
  const start = `${year}-01-01`
  const length = daysBetween(start, `${Number(year) + 1}-01-01`)
  const share = (days: number) => Math.min(Math.max(days / length, 0), 1)
  const percent = (part: number) => `${(100 * part).toFixed(2)}%`
  return (from: string | null, to: string | null): { left?: string; width?: string } => {
    if (from === null || to === null) return {}
    const left = share(daysBetween(start, from))
    const right = share(daysBetween(start, to) + 1)
    return right > left ? { left: percent(left), width: percent(right - left) } : {}
  }
}
