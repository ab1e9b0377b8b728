import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { money } from '../ui/amounts.ts'
import { columnsAt } from '../ui/list/columnsAt.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { ListTable } from '../ui/list/ListTable.tsx'
import { useMore } from '../ui/list/useMore.tsx'
import { plural } from '../ui/plural.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { useIsPhone, useIsTablet } from '../ui/useIsPhone.ts'
import classes from './Funding.module.css'
import { readFundingAddress } from './fundingAddress.ts'
import type { SchoolSums } from './fundingApi.ts'
import { Total } from './fundingColumns.tsx'
import { coveredPercent, knownSums } from './fundingWords.ts'

/** The schools at first. */
const FIRST = 12

/** The same sums by school. A school's name shows only its students. */
export function FundingBySchool({ schools }: { schools: SchoolSums[] }) {
  const isPhone = useIsPhone()
  const width = useIsTablet() ? 'narrow' : 'wide'
  const { school: chosen } = readFundingAddress(useSearch({ strict: false }))
  const change = useAddressChange()
  const columns = useMemo(
    () =>
      columnsAt(
        width,
        columnsWith((school) => (
          <SchoolButton school={school} isChosen={school.school_id === chosen} change={change} />
        )),
      ),
    [width, chosen, change],
  )
  const [shown, more] = useMore(schools, { first: FIRST, allWords: `Show all ${schools.length} schools` })
  if (schools.length === 0) return null
  return (
    <section className="el-card el-frame" aria-labelledby="funding-by-school">
      <header className={classes.head}>
        <h2 id="funding-by-school" className="el-h2">
          By school
        </h2>
        <p className="el-ui el-ink-2">Choose a school to see its students</p>
      </header>
      {isPhone ? (
        <ul>
          {shown.map((school) => (
            <li key={school.school_id} className={`el-line ${classes.schoolRow}`}>
              <SchoolButton school={school} isChosen={school.school_id === chosen} change={change} />
              <b className="el-numbers">
                <Total of={knownSums(school).to_find} />
              </b>
              <p className="el-sm el-ink-2">{stateOf(school)}</p>
              <Covered school={school} />
            </li>
          ))}
        </ul>
      ) : (
        <ListTable label="By school" columns={columns} rows={shown} rowKey={({ school_id }) => school_id} />
      )}
      {more}
    </section>
  )
}

/** `4 of 8 students not covered, 2 without a plan` */
const stateOf = ({ not_covered, of, no_plan }: SchoolSums) =>
  `${not_covered} of ${plural(of, 'student')} not covered${no_plan > 0 ? `, ${no_plan} without a plan` : ''}`

type SchoolButtonProps = {
  school: SchoolSums
  isChosen: boolean
  change: ReturnType<typeof useAddressChange>
}

function SchoolButton({ school: { school, school_id }, isChosen, change }: SchoolButtonProps) {
  const choose = () => {
    change({ school: isChosen ? undefined : String(school_id) })
    // The list is above. Otherwise choosing a school would seem to do nothing.
    document.querySelector('main h2')?.scrollIntoView({ block: 'center' })
  }
  return (
    <button type="button" className={`el-link ${classes.name}`} aria-pressed={isChosen} onClick={choose}>
      {school}
    </button>
  )
}

const Count = ({ of }: { of: number }) => (of === 0 ? <span className="el-ink-3">0</span> : of)

const columnsWith = (name: (school: SchoolSums) => ReactNode): ListColumn<SchoolSums>[] => [
  { name: 'school', header: 'School', cell: name },
  { name: 'of', header: 'Students', align: 'right', only: 'wide', cell: ({ of }) => of },
  {
    name: 'not_covered',
    header: 'Not covered',
    align: 'right',
    cell: (row) => <Count of={row.not_covered} />,
  },
  { name: 'no_plan', header: 'No plan', align: 'right', cell: ({ no_plan }) => <Count of={no_plan} /> },
  {
    name: 'planned',
    header: 'Planned',
    align: 'right',
    cell: (school) => <Total of={knownSums(school).planned} />,
  },
  {
    name: 'promised',
    header: 'Promised',
    align: 'right',
    only: 'wide',
    cell: ({ promised }) => money(promised),
  },
  {
    name: 'to_find',
    header: 'To find',
    align: 'right',
    tint: 'amber',
    isName: true,
    cell: (school) => <Total of={knownSums(school).to_find} />,
  },
  {
    name: 'owed',
    header: 'Owed to school',
    align: 'right',
    only: 'wide',
    cell: (school) => <Total of={knownSums(school).owed} />,
  },
  { name: 'spent', header: 'Spent', align: 'right', only: 'wide', cell: ({ spent }) => money(spent) },
  { name: 'covered', header: 'Covered', width: 150, cell: (school) => <Covered school={school} /> },
]

/** A small bar with the part of the plans that promises cover. */
function Covered({ school }: { school: SchoolSums }) {
  const percent = coveredPercent(school)
  if (percent === undefined) return <span className="el-ink-3">Not known</span>
  return (
    <span className={classes.covered}>
      <span aria-hidden>
        <i data-part="promised" style={{ flexGrow: percent }} />
        <i data-part="toFind" style={{ flexGrow: 100 - percent }} />
      </span>
      <span className="el-sm el-ink-2 el-numbers">{percent}%</span>
    </span>
  )
}
