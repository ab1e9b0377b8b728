import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isDay } from '#contract/base/days.ts'
import { reportCardsDue } from '#contract/termDates.ts'
import type { Calendar } from '#contract/calendar.ts'
import { listTermsQuery } from '../records/recordApi.ts'
import { formatDay, onOneLine } from '../ui/formatDate.ts'
import classes from './Calendar.module.css'
import { daysAhead, type ShownTerm } from './calendarWords.ts'

/** The terms of a year: a table with headings where there is room, else blocks with labels. */
export const TermRows = ({ children }: { children: ReactNode }) => (
  <>
    <div className={classes.headings} aria-hidden>
      <span>Term</span>
      <span>Opens</span>
      <span>Closes</span>
      <span>
        Half-term <small>optional</small>
      </span>
      <span>
        No visits <small>optional, with where</small>
      </span>
      <span>Report cards due</span>
    </div>
    {children}
  </>
)

type Pair = readonly [from: ReactNode, to: ReactNode]
type TermRowProps = {
  name: string
  opens: ReactNode
  closes: ReactNode
  /** Null where there is none. */
  half: Pair | null
  none: Pair | null
  where: ReactNode
  due: ReactNode
}

export const TermRow = ({ name, opens, closes, half, none, where, due }: TermRowProps) => (
  <section className={classes.term} aria-label={name}>
    <h3 className={classes.name}>{name}</h3>
    <Cell label="Opens">{opens}</Cell>
    <Cell label="Closes">{closes}</Cell>
    <Cell label="Half-term" isOptional isWide>
      <FromTo pair={half} />
    </Cell>
    <Cell label="No visits" isOptional isWide>
      <FromTo pair={none} />
      {where && <div className={classes.where}>{where}</div>}
    </Cell>
    <Cell label="Report cards due" isWide>
      {due}
    </Cell>
  </section>
)

type CellProps = { label: string; isOptional?: boolean; isWide?: boolean; children: ReactNode }

const Cell = ({ label, isOptional, isWide, children }: CellProps) => (
  <div className={classes.cell} data-wide={isWide}>
    {/* The fields have labels of their own. */}
    <span className={classes.label} aria-hidden>
      {label} {isOptional && <small>optional</small>}
    </span>
    {children}
  </div>
)

const FromTo = ({ pair }: { pair: Pair | null }) =>
  pair && (
    <div className={classes.pair}>
      {pair[0]}
      <span className="el-ink-3">to</span>
      {pair[1]}
    </div>
  )

type DueProps = { term: { term_id: number; closes: string; dueDays: string }; year_id: number; today: string }

/** The day on which a term's report cards are due, and how many are missing from then on. */
export function Due({ term: { term_id, closes, dueDays }, year_id, today }: DueProps) {
  const { data: listed } = useQuery(listTermsQuery('report'))
  const isKnown = isDay(closes) && /^\d{1,2}$/.test(dueDays.trim())
  const due = isKnown ? reportCardsDue({ closes }, Number(dueDays)) : null
  if (due === null) return null
  const ahead = daysAhead(due, today)
  // Only of the newest: earlier ones would count everybody who joined since.
  const isListed = listed?.year_id === year_id && listed.terms.at(-1)?.id === term_id
  return (
    <p className={classes.due}>
      <span className="el-numbers">{onOneLine(formatDay(due))}</span>
      {isListed && due <= today && listed.lacking > 0 ? (
        <Link to="/dashboard" search={{ menu: 'missing', lack: 'noReport' }} className={classes.late}>
          {listed.lacking} {listed.lacking === 1 ? 'is' : 'are'} missing
        </Link>
      ) : (
        ahead && <span className={classes.ahead}>{ahead}</span>
      )}
    </p>
  )
}

type TermDaysProps = { calendar: Calendar; terms: readonly ShownTerm[]; today: string }

/** The dates for those who may not change them. */
export const TermDays = ({ calendar: { year_id, due_days }, terms, today }: TermDaysProps) => (
  <TermRows>
    {terms.map((term) => (
      <TermRow
        key={term.term_id}
        name={term.name}
        opens={<Day on={term.opens} />}
        closes={<Day on={term.closes} />}
        half={pairOf(term.half_from, term.half_to)}
        none={pairOf(term.none_from, term.none_to)}
        where={term.none_where}
        due={
          <Due
            term={{ term_id: term.term_id, closes: term.closes ?? '', dueDays: String(due_days) }}
            year_id={year_id}
            today={today}
          />
        }
      />
    ))}
  </TermRows>
)

const pairOf = (from: string | null, to: string | null): Pair | null =>
  from === null ? null : [<Day key="from" on={from} />, <Day key="to" on={to} />]

const Day = ({ on }: { on: string | null }) => (
  <span className={`el-numbers ${classes.day}`}>{on === null ? 'No dates' : onOneLine(formatDay(on))}</span>
)
