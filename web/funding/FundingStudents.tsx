import { Box, Button } from '@mantine/core'
import { IconCalendarDollar, IconHeartHandshake, IconSchool } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RefObject, useCallback, useMemo } from 'react'
import type { FundingFilter, FundingRow } from '#contract/money/funding.ts'
import { canEditFunding, canSeeFunding } from '#contract/permissions.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { money } from '../ui/amounts.ts'
import { StudentPicture } from '../students/files/StudentPicture.tsx'
import { surplusOf } from '../students/promises/promiseEffects.ts'
import { ProfileLink } from '../students/studentColumns.tsx'
import { whyInactive } from '../students/studentRow.ts'
import { DownloadHead } from '../ui/export/DownloadHead.tsx'
import { TablePrint } from '../ui/export/TablePrint.tsx'
import { Segments } from '../ui/form/Segments.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import type { RowAction } from '../ui/IconButton.tsx'
import { DataList } from '../ui/list/DataList.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import type { ListSource } from '../ui/list/rows/ListSource.ts'
import { plural } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { useIsPhone, useIsTablet } from '../ui/useIsPhone.ts'
import { feePlans } from './feePlans.ts'
import { FeePlansItem } from './FeePlansHead.tsx'
import classes from './Funding.module.css'
import { readFundingAddress } from './fundingAddress.ts'
import { fundingList, noteFigures, type FundingSums, type SchoolSums, type TimeIds } from './fundingApi.ts'
import {
  fundingColumns,
  fundingDownload,
  isCovered,
  OverTerms,
  placeOf,
  studentOf,
  sumsOf,
  ToFind,
  Total,
} from './fundingColumns.tsx'
import { covered, knownSums, noPlan, promisedBy, timeWords } from './fundingWords.ts'

type FundingStudentsProps = {
  time: TimeIds
  sums: FundingSums
  schools: SchoolSums[]
  filter: RefObject<HTMLDivElement | null>
}

/** The other filters of the address are views of their own. */
const filters: FundingFilter[] = ['not_covered', 'no_plan', 'over_plan', 'owed']

function useFilters() {
  const { funding, school } = readFundingAddress(useSearch({ strict: false }))
  return { funding: filters.find((filter) => filter === funding), school }
}

/** The students with their sums of the chosen time, each with the next step. */
export function FundingStudents({ time, sums, schools, filter }: FundingStudentsProps) {
  const { role } = useSessionUser()
  const { funding, school } = useFilters()
  const change = useAddressChange()
  const source = useMemo(
    (): ListSource<FundingRow> => ({
      ...fundingList,
      filter: { ...time, ...(funding && { filter: funding }), ...(school && { school }) },
    }),
    [time, funding, school],
  )
  const stepOf = useNextStep(sums.year)
  const { terms } = sums
  const columns = useMemo(() => fundingColumns(terms, stepOf), [terms, stepOf])
  const card = useCallback(
    (row: FundingRow) => <FundingCard row={row} terms={terms} step={stepOf?.(row)} />,
    [terms, stepOf],
  )
  const hasSteps = stepOf !== undefined
  const foot = useMemo(() => <TotalRow sums={sums} hasSteps={hasSteps} />, [sums, hasSteps])
  const cardFoot = useMemo(() => <TotalCard sums={sums} />, [sums])
  const term = sums.terms.find(({ id }) => id === sums.term_id)?.term_name
  const when = timeWords({ year: sums.year, term })
  const download = fundingDownload(
    `funding-${when.replaceAll(/\W+/g, '-').toLowerCase()}`,
    canSeeFunding(role),
  )
  return (
    <DataList
      source={source}
      columns={columns}
      card={card}
      noun="students"
      searchLabel="Search by student name"
      noMatchHint="Check the spelling, or choose another filter."
      emptyTitle={funding || school ? 'No student to show' : undefined}
      emptyHint={
        funding || school
          ? 'Other students are hidden by the filter.'
          : 'Students appear here once they are added.'
      }
      emptyAction={
        (funding || school) && (
          <Button variant="default" onClick={() => change({ funding: undefined, school: undefined })}>
            Show all students
          </Button>
        )
      }
      inactive={whyInactive}
      tools={<Filters sums={sums} schools={schools} filter={filter} />}
      foot={foot}
      cardFoot={cardFoot}
      renderHead={(list) => (
        <DownloadHead
          title="Funding"
          list={list}
          download={download}
          note={(how, rows, keyOf) => noteFigures({ year_id: sums.year_id, how, rows }, keyOf)}
          renderSheet={(rows) => (
            <TablePrint title="Funding" lines={[when]} download={download} rows={rows} search={list.search} />
          )}
        >
          {stepOf && <FeePlansItem year={sums.year} />}
        </DownloadHead>
      )}
    />
  )
}

/** What is to do next for a row, for users who may change plans and promises. */
function useNextStep(year: string) {
  const { role } = useSessionUser()
  const navigate = useNavigate()
  const mayEdit = canEditFunding(role)
  return useMemo(() => {
    if (!mayEdit) return undefined
    const state = { openedFrom: 'funding' } as const
    const toPlans = () => void navigate({ to: '/dashboard', search: feePlans(year), state })
    return (row: FundingRow): RowAction | undefined => {
      const { student_id, name, planned, to_find, status } = row
      const toProfile = () =>
        void navigate({
          to: '/dashboard',
          search: { menu: 'profile', student: student_id, profile: 'finance', tab: 'funding' },
          state,
        })
      if (status !== STUDENT_ACTIVE) return undefined
      if (planned === null)
        return row.class === null
          ? { icon: IconSchool, word: 'Set class', label: `Set class of ${name}`, onClick: toProfile }
          : { icon: IconCalendarDollar, word: 'Set plan', label: `Set plan for ${name}`, onClick: toPlans }
      if (!to_find) return undefined
      return {
        icon: IconHeartHandshake,
        word: 'Add promise',
        label: `Add promise for ${name}`,
        onClick: toProfile,
      }
    }
  }, [mayEdit, navigate, year])
}

type FundingCardProps = { row: FundingRow; terms: FundingSums['terms']; step: RowAction | undefined }

function FundingCard({ row, terms, step }: FundingCardProps) {
  const why = whyInactive(row)
  const above = surplusOf(row) > 0 && `${money(surplusOf(row))} above plan`
  const notes = [promisedBy(row.by), above].filter(Boolean).join(', ')
  return (
    <ListCard
      image={<StudentPicture student={studentOf(row)} />}
      title={<ProfileLink student={studentOf(row)} from="funding" />}
      lines={[placeOf(row)]}
      badge={
        row.planned === null ? <StatusBadge {...noPlan} /> : isCovered(row) && <StatusBadge {...covered} />
      }
      facts={[
        { label: 'To find', value: isCovered(row) ? money(0) : <ToFind row={row} /> },
        { label: 'Planned', value: row.planned === null ? '–' : money(row.planned) },
        { label: 'Promised', value: money(row.promised) },
        ...sumsOf(row),
        ...(row.over.length > 0
          ? [{ label: 'Above the plan', value: <OverTerms row={row} terms={terms} />, isWide: true }]
          : []),
        ...(notes ? [{ label: 'Promised by', value: notes, isWide: true }] : []),
      ]}
      why={why}
      isInactive={why !== undefined}
      actions={step ? [step] : []}
    />
  )
}

function Filters({ sums, schools, filter }: Omit<FundingStudentsProps, 'time'>) {
  const { funding = 'all', school } = useFilters()
  const isPhone = useIsPhone()
  const change = useAddressChange()
  const { not_covered, no_plan, over_plan, counts } = sums
  const choices: { id: FundingFilter | 'all'; name: string; count?: number }[] = [
    { id: 'all', name: 'All' },
    { id: 'not_covered', name: 'Not covered', count: not_covered },
    { id: 'no_plan', name: 'No plan', count: no_plan },
    { id: 'over_plan', name: 'Over plan', count: over_plan },
    { id: 'owed', name: 'Owed to school', count: counts.owed },
  ]
  const choose = (id: string) => change({ funding: id === 'all' ? undefined : id })
  return (
    <>
      <Box ref={filter} display="contents">
        {isPhone ? (
          <SelectBox
            aria-label="Show only"
            className={classes.filter}
            data={choices.map(({ id, name, count }) => ({
              value: id,
              label: count === undefined ? 'All students' : `${name} (${count})`,
            }))}
            value={funding}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        ) : (
          <Segments label="Show only" choices={choices} chosen={funding} onChoose={choose} />
        )}
      </Box>
      <SelectBox
        aria-label="School"
        className={classes.filter}
        data={[
          { value: 'all', label: 'All schools' },
          ...schools.map(({ school_id, school: name }) => ({ value: String(school_id), label: name })),
        ]}
        value={school ?? 'all'}
        onChange={({ currentTarget: { value } }) => change({ school: value === 'all' ? undefined : value })}
      />
    </>
  )
}

type TotalsProps = { sums: FundingSums }

/** The sums of all students, whatever the filter shows. */
function TotalRow({ sums, hasSteps }: TotalsProps & { hasSteps: boolean }) {
  const isTablet = useIsTablet()
  const known = knownSums(sums)
  return (
    <tr className="el-numbers">
      <th scope="row">All {plural(sums.of, 'student')}</th>
      <td data-align="right">
        <Total of={known.planned} />
      </td>
      <td data-align="right">{money(sums.promised)}</td>
      <td data-align="right" data-tone="amber">
        <Total of={known.to_find} />
      </td>
      {isTablet ? (
        <td data-rule aria-hidden />
      ) : (
        <>
          <td data-align="right" data-rule>
            {money(sums.paid)}
          </td>
          <td data-align="right">
            <Total of={known.owed} />
          </td>
          <td data-align="right">{money(sums.spent)}</td>
        </>
      )}
      {hasSteps && <td data-rule data-screen-only aria-hidden />}
    </tr>
  )
}

function TotalCard({ sums }: TotalsProps) {
  const known = knownSums(sums)
  return (
    <div className={classes.total}>
      <ListCard
        title={`All ${plural(sums.of, 'student')}`}
        lines={[]}
        facts={[
          { label: 'To find', value: <Total of={known.to_find} /> },
          { label: 'Planned', value: <Total of={known.planned} /> },
          { label: 'Promised', value: money(sums.promised) },
          { label: 'Paid to school', value: money(sums.paid) },
          { label: 'Owed to school', value: <Total of={known.owed} /> },
          { label: 'Spent', value: money(sums.spent) },
        ]}
        actions={[]}
      />
    </div>
  )
}
