import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { countsPoints, curriculumOf, DEFAULT_CURRICULUM } from '#contract/records/curricula.ts'
import { lookupName } from '#contract/lookups.ts'
import { canSeeUnverified } from '#contract/permissions.ts'
import type { ReportCard } from '#contract/records/reportCards.ts'
import type { StudentTask } from '#contract/records/steps.ts'
import type { StudentProfile } from '#contract/students/students.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { recordsQuery } from '../../records/recordApi.ts'
import { VerifyDialog } from '../../records/verify/AdminVerify.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { PrintButton } from '../../ui/print/PrintSheet.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { Message } from '../../ui/Message.tsx'
import { Bars } from '../../ui/card/Bars.tsx'
import { EmptySection } from '../EmptySection.tsx'
import { ProfileSection } from '../ProfileSection.tsx'
import { Segments } from '../../ui/form/Segments.tsx'
import { sheetParts } from '../ProfileSheet.tsx'
import { useMissing } from '../StudentTasks.tsx'
import { YearChoice } from '../YearChoice.tsx'
import classes from './AcademicProgress.module.css'
import { classAndYear, useYearReportCards } from './yearReportCards.ts'
import { chartTerms, fallenAt, isOneMean } from './marksChart.ts'
import { MarksChart } from './MarksChart.tsx'
import { hasMean, progressTable } from './progressTable.ts'
import { ProgressTable } from './ProgressTable.tsx'
import { RecordRows, TermRecords } from './TermRecords.tsx'
import { Comments } from './Comments.tsx'
import { YearsChart } from './YearsChart.tsx'

/** A student's report cards, one year at a time. */
export function AcademicProgress({ student }: { student: StudentProfile }) {
  const years = student.annual_rep
  const { chosen, choose, cards, error, retry } = useYearReportCards(student)
  const missing = useMissing('report', chosen?.year_name)
  if (!chosen) return <EmptySection title={sheetParts.academics} kind="report" />
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
        <Box {...part}>
          <LoadFailure error={error} onRetry={retry} />
        </Box>
      )}
      {!error && !cards && <ProgressSkeleton />}
      {cards?.length === 0 && (
        <Box component="p" {...part}>
          No report cards for {chosen.year_name}.
        </Box>
      )}
      <VerifyDialog kind="report" isReadOnly={student.erasure !== null}>
        {cards && cards.length > 0 && <Year cards={cards} missing={missing} />}
      </VerifyDialog>
      {years.length > 1 && <YearsOfMeans id={student.id} />}
      {cards && <TermComments cards={cards} />}
    </ProfileSection>
  )
}

const part = { className: 'el-line', p: '16px var(--edge) 20px' }

/** One year: marks, their chart and the report cards. */
function Year({ cards, missing }: { cards: ReportCard[]; missing: StudentTask | undefined }) {
  const isPhone = useIsPhone()
  const rows = progressTable(cards)
  const last = cards.at(-1)
  return (
    <div className={`el-line ${classes.year}`}>
      <Box className="el-scroll">
        <ProgressTable cards={cards} rows={rows} missing={missing?.time?.term_name}>
          {!isPhone && <RecordRows cards={cards} missing={missing} />}
        </ProgressTable>
      </Box>
      {isPhone && <TermRecords cards={cards} missing={missing} />}
      <Stack gap={14} miw={0} className={classes.aside ?? ''}>
        {[...Map.groupBy(cards, ({ curriculum }) => curriculum).values()].map((alike) => (
          <YearChart
            key={alike[0]?.curriculum}
            cards={alike}
            missing={alike.at(-1) === last ? missing?.time?.term_name : undefined}
          />
        ))}
      </Stack>
    </div>
  )
}

/** The chart of a year, or of those terms of it that share a curriculum. */
function YearChart({ cards, missing }: { cards: ReportCard[]; missing: string | undefined }) {
  const { curriculum = DEFAULT_CURRICULUM } = cards[0] ?? {}
  const { role } = useSessionUser()
  // To a supporter, a missing term would reveal a report card that is not verified.
  const { data: terms = [] } = useQuery({ ...lookupsQuery('terms'), enabled: canSeeUnverified(role) })
  const { gradeWord } = curriculumOf(curriculum)
  const rows = progressTable(cards)
  const hasFallen = rows.some(({ cells }) => fallenAt(curriculum, cells) >= 0)
  return (
    <Stack gap={0} flex={1}>
      <h3 className="el-ui el-strong">
        {countsPoints(curriculum) ? `${gradeWord}s` : 'Marks'} across the year
      </h3>
      <Text size="sm" c="gray" m="0 0 8px">
        {hasMean(cards[0]) && 'Thick line: mean. '}Thin lines: subjects.
        {hasFallen && ` Dashed red: lower ${countsPoints(curriculum) ? 'level ' : ''}in Term 3.`}
      </Text>
      <MarksChart
        cards={cards}
        terms={chartTerms(
          cards,
          terms.map((term) => lookupName('terms', term)),
          missing,
        )}
        rows={rows}
      />
    </Stack>
  )
}

/** The comments of the chosen term, by default the last. */
function TermComments({ cards }: { cards: ReportCard[] }) {
  const id = useId()
  const [chosen, setChosen] = useState<number>()
  const card = cards.find(({ term_id }) => term_id === chosen) ?? cards.at(-1)
  if (!card) return null
  return (
    <Stack component="section" {...part} gap={14} aria-labelledby={id}>
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
    </Stack>
  )
}

/** The means from the first term to the last. If they fail to load, the year above is still shown. */
function YearsOfMeans({ id }: { id: number }) {
  const { data: cards, error, refetch } = useQuery(recordsQuery('report', id))
  const isMeansOnly = !cards || isOneMean(cards)
  return (
    <Stack {...part} gap={14} className={isMeansOnly ? part.className : `el-line ${classes.beside}`}>
      <div>
        <h3 className="el-ui el-strong">{isMeansOnly ? 'Means across the years' : 'Over the years'}</h3>
        <Text size="sm" c="gray" m="0 0 8px">
          {isMeansOnly
            ? 'The mean score of each term, from the first to the last.'
            : 'The mean at each term, as far as the curriculum has one. Marks and levels are not compared.'}
        </Text>
      </div>
      {error && !cards && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!error && !cards && <Box h={190} />}
      {cards && <YearsChart cards={cards.toReversed()} />}
    </Stack>
  )
}

const ROWS = 8

const ProgressSkeleton = () => (
  <>
    <VisuallyHidden component="output">Loading the report cards</VisuallyHidden>
    <Stack {...part} gap={22} pt={20} aria-hidden>
      <Bars count={ROWS} />
    </Stack>
  </>
)
