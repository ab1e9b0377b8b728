import { Box, Button } from '@mantine/core'
import {
  IconCalendarCheck,
  IconCalendarDue,
  IconCalendarEvent,
  IconCalendarOff,
  IconCalendarPlus,
  IconEye,
  IconHistory,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Calendar } from '#contract/calendar.ts'
import { lookupName } from '#contract/lookups.ts'
import { canSetCalendar } from '#contract/permissions.ts'
import { hasDates, hasOpened } from '#contract/termDates.ts'
import { lookupsQuery } from '../lookups/lookupApi.ts'
import { BlankCards } from '../ui/card/BlankCards.tsx'
import { useToday } from '../ui/form/FormFields.tsx'
import { focusIn } from '../ui/modal/useModalLife.ts'
import { Segments } from '../ui/form/Segments.tsx'
import { formatDate, onOneLine } from '../ui/formatDate.ts'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Message, StatementMark } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import classes from './Calendar.module.css'
import { calendarQuery } from './calendarApi.ts'
import { CalendarForm } from './CalendarForm.tsx'
import { type ShownTerm, statementOf } from './calendarWords.ts'
import { TermDays } from './TermRows.tsx'
import { useYears } from './useYears.ts'
import { YearStrip } from './YearStrip.tsx'

/** The dates of each year's terms, by which report cards are due. */
export function CalendarPanel() {
  const client = useQueryClient()
  const today = useToday()
  const isPhone = useIsPhone()
  const { role } = useSessionUser()
  const mayEdit = canSetCalendar(role)
  /** The year without dates whose form is open. */
  const [setting, setSetting] = useState<string>()
  const [saved, setSaved] = useState({ count: 0, message: '' })
  useEffect(() => {
    // The form was made anew, and with it the button that was pressed.
    if (saved.count > 0 && document.activeElement === document.body) focusIn(null)
  }, [saved.count])
  const { chosen, shown, choose, ...years } = useYears(today)
  const year = chosen && lookupName('years', chosen)
  const named = useQuery(lookupsQuery('terms'))
  const { data: calendar, ...load } = useQuery(calendarQuery(chosen?.id))
  const { data: nextCalendar } = useQuery(calendarQuery(years.next?.id))
  const nextName = String(Number(today.slice(0, 4)) + 1)
  const isNextEmpty = years.isLoaded && (!years.next || (nextCalendar && !nextCalendar.terms.some(hasDates)))
  const isThisYear = year !== undefined && today.startsWith(year)
  const offersNext = isThisYear && Boolean(isNextEmpty)
  const withNames = (of: Calendar | undefined) =>
    of?.terms.map((term): ShownTerm => {
      const lookup = named.data?.find(({ id }) => id === term.term_id)
      return { ...term, name: lookup ? lookupName('terms', lookup) : '' }
    })
  const terms = withNames(calendar)
  const nextWords = offersNext
    ? `${nextName} has no dates yet.`
    : isThisYear && nextOpening(terms, withNames(nextCalendar), today)
  const hasAny = terms?.some(hasDates) ?? false
  const error = years.error ?? named.error ?? load.error ?? years.addingError
  const retry = () => {
    years.retry()
    void named.refetch()
    void load.refetch()
  }
  const setNext = () => {
    setSetting(nextName)
    if (years.next) choose(years.next)
    else years.addNext()
  }
  const setDates = (name: string, onClick: () => void) =>
    mayEdit && (
      <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={onClick}>
        Set the dates of {name}
      </Button>
    )
  const yearChoice = shown.length > 0 && (
    <Segments
      label="Year"
      choices={shown.map((each) => ({ id: each.id, name: lookupName('years', each) }))}
      chosen={chosen?.id}
      onChoose={(id) => choose(shown.find((each) => each.id === id))}
    />
  )
  return (
    <>
      <PageHead
        title="School calendar"
        subtitle="Term dates, half-term, and days without visits"
        primary={!isPhone && yearChoice}
      />
      {isPhone && <div className={classes.years}>{yearChoice}</div>}
      {error && <LoadFailure error={error} onRetry={retry} />}
      {(chosen || !years.isLoaded) && !calendar && !error && <BlankCards noun="School calendar" />}
      {saved.message && (
        <Message tone="good" hasSpaceBelow>
          {saved.message}
        </Message>
      )}
      {calendar && terms && named.data && year !== undefined && (
        <>
          {hasAny && (
            <Statement
              {...{ year, terms, today }}
              next={nextWords}
              action={offersNext && setDates(nextName, setNext)}
            />
          )}
          {hasAny || setting === year ? (
            <section className={`el-card ${classes.dates}`}>
              <div className={classes.head}>
                <h2 className="el-h2">Dates of {year}</h2>
                <p className="el-ui el-ink-2">
                  As the Ministry publishes them. A term without dates changes nothing in Elimu.
                </p>
              </div>
              {mayEdit ? (
                <CalendarForm
                  key={`${calendar.year_id} ${saved.count}`}
                  {...{ year, calendar, terms, today }}
                  isOpened={setting === year}
                  hint={<Changed changed={calendar.changed} />}
                  onSaved={({ message, data }) => {
                    client.setQueryData(calendarQuery(data.year_id).queryKey, data)
                    setSetting(undefined)
                    setSaved({ count: saved.count + 1, message })
                    // Which term is the present one decides what is missing and waits, nearly everywhere.
                    void client.invalidateQueries()
                  }}
                  onFailed={() => void load.refetch()}
                />
              ) : (
                <TermDays {...{ calendar, terms, today }} />
              )}
            </section>
          ) : (
            <section className={`el-card ${classes.dates}`}>
              <ListEmpty
                icon={IconCalendarOff}
                title={`${year} has no dates yet`}
                hint="Elimu does not guess them. Enter them when the Ministry has published them."
              >
                {setDates(year, () => setSetting(year))}
              </ListEmpty>
            </section>
          )}
        </>
      )}
      <Notes />
    </>
  )
}

/** When the coming year begins, once all terms of this one have opened. */
function nextOpening(terms: ShownTerm[] = [], next: ShownTerm[] = [], today: string): string | undefined {
  const opening = statementOf(next, today)
  return opening && terms.every((term) => hasOpened(term, today)) ? `${opening.heading}.` : undefined
}

type StatementProps = {
  year: string
  terms: readonly ShownTerm[]
  today: string
  next: string | false | undefined
  action: React.ReactNode
}

/** What the dates mean today, and the year as a strip. */
function Statement({ year, terms, today, next, action }: StatementProps) {
  const { heading, sentences } = statementOf(terms, today) ?? { heading: year, sentences: [] }
  return (
    <section className={`el-card ${classes.statement}`}>
      <div className={classes.top}>
        <StatementMark Icon={IconCalendarEvent} tone="primary" />
        <Box flex="1 1 180px">
          <h2 className="el-h2">{heading}</h2>
          <p className="el-ui el-ink-2">{[...sentences, ...(next ? [next] : [])].join(' ')}</p>
        </Box>
        {action}
      </div>
      <YearStrip {...{ year, terms, today }} />
    </section>
  )
}

const Changed = ({ changed }: Pick<Calendar, 'changed'>) =>
  changed && (
    <span className={classes.changed}>
      <IconHistory size={18} aria-hidden />
      Changed{changed.by && ` by ${changed.by}`} on {onOneLine(formatDate(changed.at))}
    </span>
  )

const notes: [Icon: TablerIcon, title: string, text: string][] = [
  [
    IconCalendarCheck,
    'Present term',
    'The last term that has opened. In the holidays it stays that term, because its report cards are still coming in.',
  ],
  [
    IconCalendarDue,
    'Due dates',
    'What Is Missing and My work say “due since 16\u00a0Apr” and list the oldest first.',
  ],
  [IconEye, 'Who sees it', 'All staff. Only administrators, directors and coordinators change it.'],
]

const Notes = () => (
  <div className={`el-card ${classes.notes}`}>
    {notes.map(([Icon, title, text]) => (
      <div key={title}>
        <Icon size={20} aria-hidden />
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    ))}
  </div>
)
