import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Group, VisuallyHidden } from '@mantine/core'
import { countsPoints, curriculumOf, DEFAULT_CURRICULUM } from '#contract/curricula.ts'
import type { ReportCard } from '#contract/reportCards.ts'
import type { Student } from '#contract/students.ts'
import { recordsQuery } from '../../records/recordApi.ts'
import { VerifyDesk } from '../../records/verify/AdminVerify.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { PrintButton } from '../../ui/print/PrintSheet.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { Message } from '../../ui/Message.tsx'
import { Bars } from '../ProfileSkeleton.tsx'
import { ProfileSection } from '../ProfileSection.tsx'
import { Segments } from '../../ui/form/Segments.tsx'
import { sheetParts } from '../ProfileSheet.tsx'
import { YearChoice } from '../YearChoice.tsx'
import classes from './AcademicProgress.module.css'
import { classAndYear, useYearReportCards } from './yearReportCards.ts'
import { isOneMean } from './marksChart.ts'
import { MarksChart } from './MarksChart.tsx'
import { hasMean, progressTable } from './progressTable.ts'
import { ProgressTable } from './ProgressTable.tsx'
import { RecordRows, TermRecords } from './TermRecords.tsx'
import { Comments } from './Comments.tsx'
import { YearsChart } from './YearsChart.tsx'

/** A student's report cards, one year at a time. Shown only if there is a report card. */
export function AcademicProgress({ student }: { student: Student }) {
  const years = student.annual_rep
  const { chosen, choose, cards, error, retry } = useYearReportCards(student)
  if (!chosen) return null
  return (
    <ProfileSection
      title={sheetParts.academics}
      subtitle={cards?.length ? classAndYear(cards) : chosen.year_name}
      tools={
        <>
          <YearChoice label="Academic year" years={years} chosen={chosen} onChoose={choose} />
          <PrintButton part={sheetParts.academics} isOff={!cards?.length} />
        </>
      }
      isFull
    >
      {error && !cards && (
        <div className={classes.part}>
          <LoadFailure error={error} onRetry={retry} />
        </div>
      )}
      {!error && !cards && <ProgressSkeleton />}
      {cards?.length === 0 && <p className={classes.part}>No report cards for {chosen.year_name}.</p>}
      <VerifyDesk kind="report">{cards && cards.length > 0 && <Year cards={cards} />}</VerifyDesk>
      {years.length > 1 && <YearsOfMeans id={student.id} />}
      {cards && <TermComments cards={cards} />}
    </ProfileSection>
  )
}

/** One year: marks, their chart and the report cards. */
function Year({ cards }: { cards: ReportCard[] }) {
  const isPhone = useIsPhone()
  const rows = progressTable(cards)
  return (
    <div className={classes.year}>
      <div style={{ minWidth: 0, overflowX: 'auto' }}>
        <ProgressTable cards={cards} rows={rows}>
          {!isPhone && <RecordRows cards={cards} />}
        </ProgressTable>
      </div>
      {isPhone && <TermRecords cards={cards} />}
      <div className={classes.aside}>
        {[...Map.groupBy(cards, ({ curriculum }) => curriculum).values()].map((alike) => (
          <YearChart key={alike[0]?.curriculum} cards={alike} />
        ))}
      </div>
    </div>
  )
}

/** The chart of a year, or of those terms of it that share a curriculum. */
function YearChart({ cards }: { cards: ReportCard[] }) {
  const { curriculum = DEFAULT_CURRICULUM } = cards[0] ?? {}
  const { gradeWord } = curriculumOf(curriculum)
  return (
    <div className={classes.chart}>
      <h3 className="el-flush el-ui el-strong">
        {countsPoints(curriculum) ? `${gradeWord}s` : 'Marks'} across the year
      </h3>
      <p className="el-sm el-ink-2" style={LEGEND}>
        {hasMean(cards[0]) && 'Thick line: mean. '}Thin lines: subjects. Dashed red: lower{' '}
        {countsPoints(curriculum) ? 'level ' : ''}in Term 3.
      </p>
      <MarksChart cards={cards} rows={progressTable(cards)} />
    </div>
  )
}

/** The comments of the chosen term, by default the last. */
function TermComments({ cards }: { cards: ReportCard[] }) {
  const id = useId()
  const [chosen, setChosen] = useState<number>()
  const card = cards.find(({ term_id }) => term_id === chosen) ?? cards.at(-1)
  if (!card) return null
  return (
    <section className={classes.part} aria-labelledby={id}>
      <Group justify="space-between" gap="10px 12px">
        <h3 id={id} className="el-h3 el-strong">
          Comments
        </h3>
        <Segments
          label="Term"
          choices={cards.map(({ term_id, term }) => ({ id: term_id, name: term }))}
          chosen={card.term_id}
          onChoose={setChosen}
        />
      </Group>
      {card.remark && <Message tone="note">Returned: {card.remark}</Message>}
      <Comments card={card} />
    </section>
  )
}

/** The means from the first term to the last. If they fail to load, the year above is still shown. */
function YearsOfMeans({ id }: { id: number }) {
  const { data: cards, error, refetch } = useQuery(recordsQuery('report', id))
  const isMeansOnly = !cards || isOneMean(cards)
  return (
    <div className={isMeansOnly ? classes.part : `${classes.part} ${classes.beside}`}>
      <div>
        <h3 className="el-flush el-ui el-strong">
          {isMeansOnly ? 'Means across the years' : 'Over the years'}
        </h3>
        <p className="el-sm el-ink-2" style={LEGEND}>
          {isMeansOnly
            ? 'The mean score of each term, from the first to the last.'
            : 'The mean at each term, as far as the curriculum has one. Marks and levels are not compared.'}
        </p>
      </div>
      {error && !cards && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!error && !cards && <div style={{ height: 190 }} />}
      {cards && <YearsChart cards={cards.toReversed()} />}
    </div>
  )
}

const LEGEND = { margin: '0 0 8px' }

const ROWS = 8

const ProgressSkeleton = () => (
  <>
    <VisuallyHidden component="output">Loading the report cards</VisuallyHidden>
    <div className={classes.part} style={{ gap: 22, paddingTop: 20 }} aria-hidden>
      <Bars count={ROWS} />
    </div>
  </>
)
