import { IconAlertTriangle } from '@tabler/icons-react'
import type { FundingRow } from '#contract/money/funding.ts'
import { money, sumOf } from '../ui/amounts.ts'
import { StudentPicture } from '../students/files/StudentPicture.tsx'
import { surplusOf } from '../students/promises/promiseEffects.ts'
import { ProfileLink } from '../students/studentColumns.tsx'
import type { Download } from '../ui/export/Download.ts'
import { onOneLine } from '../ui/formatDate.ts'
import { IconButton, type RowAction } from '../ui/IconButton.tsx'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import { NextStepButton } from '../ui/list/NextStepButton.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import classes from './Funding.module.css'
import { covered, noPlan, promisedBy } from './fundingWords.ts'

const NOT_KNOWN = 'Not known'

/** A row’s student, as components of students expect it. */
export const studentOf = ({ student_id: id, name, path, status }: FundingRow) => ({ id, name, path, status })

export const placeOf = ({ ref, school, class: class_name }: FundingRow) =>
  [ref, school, class_name && onOneLine(class_name)].filter(Boolean).join(', ')

/** An amount; nothing is a dash. */
export const Amount = ({ of }: { of: number }) => (of === 0 ? <span className="el-ink-3">–</span> : money(of))

const NotKnown = () => <span className="el-ink-3">{NOT_KNOWN}</span>

/** A total of which nothing may be known. */
export const Total = ({ of }: { of: number | null }) => (of === null ? <NotKnown /> : money(of))

/** Whether promises cover a plan. A student who has left may have no plan to cover. */
export const isCovered = ({ planned, to_find }: FundingRow) => to_find === 0 && planned !== 0

const Planned = ({ row: { planned, has_own_plan } }: { row: FundingRow }) =>
  planned === null ? (
    <StatusBadge {...noPlan} />
  ) : (
    <>
      <Amount of={planned} />
      {has_own_plan && <span className={classes.below}>own figure</span>}
    </>
  )

const Promised = ({ row }: { row: FundingRow }) => (
  <>
    <Amount of={row.promised} />
    {row.by.length > 0 && <span className={classes.below}>{promisedBy(row.by)}</span>}
    {surplusOf(row) > 0 && (
      <span className={classes.below} data-tone="blue">
        {money(surplusOf(row))} above plan
      </span>
    )}
  </>
)

export function ToFind({ row }: { row: FundingRow }) {
  if (row.to_find === null) return <NotKnown />
  return isCovered(row) ? <StatusBadge {...covered} /> : <Amount of={row.to_find} />
}

export const Owed = ({ row: { owed_known, owed } }: { row: FundingRow }) =>
  owed_known ? <Amount of={owed} /> : <NotKnown />

type Terms = readonly { id: number; term_name: string }[]

/** What was spent above a plan: `1,950.50 over in Term 1` */
export const Over = ({ amount, term }: { amount: number; term?: string | undefined }) => (
  <span className={classes.over}>
    <IconAlertTriangle size={16} aria-hidden />
    {money(amount)} over{term && ` in ${term}`}
  </span>
)

/** The terms of which more was spent than planned. */
export const OverTerms = ({ row: { over }, terms }: { row: FundingRow; terms: Terms }) =>
  over.map(({ term_id, amount }) => (
    <Over key={term_id} amount={amount} term={terms.find(({ id }) => id === term_id)?.term_name} />
  ))

/** The sums beside what is to find, with their names. */
export const sumsOf = (row: FundingRow) => [
  { label: 'Paid to school', value: <Amount of={row.paid} /> },
  { label: 'Owed to school', value: <Owed row={row} /> },
  { label: 'Spent', value: <Amount of={row.spent} /> },
]

const amountColumn = (
  name: 'planned' | 'promised' | 'to_find' | 'paid' | 'owed' | 'spent',
  header: string,
  options: Partial<ListColumn<FundingRow>>,
): ListColumn<FundingRow> => fieldColumn(name, header, { align: 'right', ...options })

export const fundingColumns = (
  terms: Terms,
  stepOf: ((row: FundingRow) => RowAction | undefined) | undefined,
): ListColumn<FundingRow>[] => [
  fieldColumn('name', 'Student', {
    width: '34%',
    cell: (row) => (
      <div className={classes.who}>
        <StudentPicture student={studentOf(row)} />
        <div>
          <ProfileLink student={studentOf(row)} from="funding" />
          <span className={`el-numbers ${classes.below}`}>{placeOf(row)}</span>
        </div>
      </div>
    ),
  }),
  amountColumn('planned', 'Planned', { cell: (row) => <Planned row={row} /> }),
  amountColumn('promised', 'Promised', { cell: (row) => <Promised row={row} /> }),
  amountColumn('to_find', 'To find', { tint: 'amber', isName: true, cell: (row) => <ToFind row={row} /> }),
  ...sumColumns(terms),
  ...(stepOf ? stepColumns(stepOf) : []),
]

const sumColumns = (terms: Terms): ListColumn<FundingRow>[] => [
  amountColumn('paid', 'Paid to school', {
    only: 'wide',
    group: '',
    cell: ({ paid }) => <Amount of={paid} />,
  }),
  amountColumn('owed', 'Owed to school', { only: 'wide', group: '', cell: (row) => <Owed row={row} /> }),
  amountColumn('spent', 'Spent', {
    only: 'wide',
    group: '',
    cell: (row) => (
      <>
        <Amount of={row.spent} />
        <OverTerms row={row} terms={terms} />
      </>
    ),
  }),
  {
    name: 'sums',
    header: 'Paid, owed, spent',
    align: 'right',
    only: 'narrow',
    group: '',
    cell: (row) => (
      <>
        <dl className={`el-sm ${classes.sums}`}>
          {sumsOf(row).map(({ label, value }) => (
            <div key={label}>
              <dt>{label.replace(' to school', '')}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <OverTerms row={row} terms={terms} />
      </>
    ),
  },
]

const stepColumns = (stepOf: (row: FundingRow) => RowAction | undefined): ListColumn<FundingRow>[] => [
  {
    name: 'step',
    header: 'Next step',
    only: 'wide',
    isScreenOnly: true,
    width: 168,
    cell: (row) => <Step action={stepOf(row)} />,
  },
  {
    name: 'step',
    header: 'Step',
    only: 'narrow',
    isScreenOnly: true,
    width: 64,
    cell: (row) => <StepIcon action={stepOf(row)} />,
  },
]

const Step = ({ action }: { action: RowAction | undefined }) => action && <NextStepButton {...action} />
const StepIcon = ({ action }: { action: RowAction | undefined }) => action && <IconButton {...action} />

const inWords = (amount: number | null) => amount ?? NOT_KNOWN

/** The table as a file and on paper. `seesNames`: whether the user sees who promised. */
export const fundingDownload = (name: string, seesNames: boolean): Download<FundingRow> => {
  const by = <Value,>(value: Value) => (seesNames ? [value] : [])
  return {
    name,
    headers: [
      'Ref',
      'Student Name',
      'School',
      'Class',
      'Planned',
      'Promised',
      ...by('Promised By'),
      'To Find',
      'Paid to School',
      'Owed to School',
      'Spent',
    ],
    formats: [
      ...([undefined, undefined, undefined, undefined, 'money', 'money'] as const),
      ...by(undefined),
      ...(['money', 'money', 'money', 'money'] as const),
    ],
    lines: (row) => [
      [
        row.ref,
        row.name,
        row.school,
        row.class,
        inWords(row.planned),
        row.promised,
        ...by(row.by.join(', ')),
        inWords(row.to_find),
        row.paid,
        row.owed_known ? row.owed : NOT_KNOWN,
        row.spent,
      ],
    ],
    foot: (rows) => {
      const sum = (amountOf: (row: FundingRow) => number | null) => {
        const known = rows.flatMap((row) => amountOf(row) ?? [])
        return rows.length > 0 && known.length === 0 ? NOT_KNOWN : sumOf(known)
      }
      return [
        'Total',
        null,
        null,
        null,
        sum(({ planned }) => planned),
        sum(({ promised }) => promised),
        ...by(null),
        sum(({ to_find }) => to_find),
        sum(({ paid }) => paid),
        sum(({ owed, owed_known }) => (owed_known ? owed : null)),
        sum(({ spent }) => spent),
      ]
    },
  }
}
