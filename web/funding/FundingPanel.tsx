import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { canSeeFunding } from '#contract/permissions.ts'
import { CountFilters } from '../ui/list/CountFilters.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { StatusMark } from '../ui/StatusBadge.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { FeePlansHead } from './FeePlansHead.tsx'
import classes from './Funding.module.css'
import { readFundingAddress } from './fundingAddress.ts'
import { type FundingSums, schoolSumsQuery, sumsQuery, type TimeIds } from './fundingApi.ts'
import { FundingBySchool } from './FundingBySchool.tsx'
import { FundingStatement } from './FundingStatement.tsx'
import { FundingStudents } from './FundingStudents.tsx'
import { Renewals } from './Renewals.tsx'
import { useFundingTime } from './useFundingTime.ts'
import { Waiting } from './Waiting.tsx'

/** What is planned, promised and spent, and what is still to find. */
export function FundingPanel() {
  const time = useFundingTime()
  return time && <Funding time={time} />
}

const views = ['late', 'ends_soon', 'waiting'] as const
type View = 'students' | (typeof views)[number]

/** What the address shows: the students, or another view for users who see promises. */
function useView(): View {
  const { role } = useSessionUser()
  const { funding } = readFundingAddress(useSearch({ strict: false }))
  return (canSeeFunding(role) && views.find((view) => view === funding)) || 'students'
}

function Funding({ time }: { time: TimeIds }) {
  const { role } = useSessionUser()
  const { school } = readFundingAddress(useSearch({ strict: false }))
  const view = useView()
  const { data: sums, error, refetch } = useQuery(sumsQuery({ ...time, ...(school && { school }) }))
  if (error && !sums) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!sums) return null
  return (
    <div className={classes.page}>
      {canSeeFunding(role) && <Counts sums={sums} view={view} />}
      {view === 'students' && <Students time={time} sums={sums} />}
      {(view === 'late' || view === 'ends_soon') && (
        <>
          <FeePlansHead year={sums.year} />
          <Renewals key={view} kind={view} time={time} sums={sums} />
        </>
      )}
      {view === 'waiting' && <Waiting sums={sums} />}
    </div>
  )
}

/** How many students each view concerns. */
function Counts({ sums: { of, counts }, view }: { sums: FundingSums; view: View }) {
  const change = useAddressChange()
  return (
    <div className="el-card el-frame">
      <CountFilters<View>
        label="Show"
        counts={[
          { id: 'students', count: of, word: 'Students', mark: <IconUsers size={16} aria-hidden /> },
          {
            id: 'late',
            count: counts.late,
            word: 'Late promises',
            mark: <StatusMark tone="red" shape="square" />,
          },
          {
            id: 'ends_soon',
            count: counts.ends_soon,
            word: 'Ends soon',
            mark: <StatusMark tone="amber" shape="diamond" />,
          },
          {
            id: 'waiting',
            count: counts.waiting,
            word: 'Waiting for a supporter',
            mark: <StatusMark tone="red" shape="dashedRing" />,
          },
        ]}
        chosen={view}
        onChoose={(chosen) =>
          change({
            funding: chosen === 'students' ? undefined : chosen,
            school: undefined,
            search: undefined,
            sort: undefined,
            // These are about the present.
            ...((chosen === 'ends_soon' || chosen === 'waiting') && { year: undefined, term: undefined }),
          })
        }
      />
    </div>
  )
}

function Students({ time, sums }: { time: TimeIds; sums: FundingSums }) {
  const { data: schools = NO_SCHOOLS } = useQuery(schoolSumsQuery(time))
  const filter = useRef<HTMLDivElement>(null)
  return (
    <>
      <FundingStatement sums={sums} filter={filter} />
      <FundingStudents time={time} sums={sums} schools={schools} filter={filter} />
      <FundingBySchool schools={schools} />
    </>
  )
}

const NO_SCHOOLS: [] = []
