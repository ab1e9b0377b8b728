import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { searchText } from '#contract/base/lists.ts'
import { type Lookup, lookupName } from '#contract/lookups.ts'
import type { OwnPayment } from '#contract/money/payments.ts'
import { money } from '../ui/amounts.ts'
import { lookupsQuery } from '../lookups/lookupApi.ts'
import { paidNoReceipt } from '../missing/steps.ts'
import { ProfileLink } from '../students/studentColumns.tsx'
import { Segments } from '../ui/form/Segments.tsx'
import { formatDay, onOneLine } from '../ui/formatDate.ts'
import { ListCard } from '../ui/list/ListCard.tsx'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import { ListView } from '../ui/list/ListView.tsx'
import { NextStepButton } from '../ui/list/NextStepButton.tsx'
import { useLoadedRows } from '../ui/list/rows/useListRows.ts'
import { useListState } from '../ui/list/rows/useListState.ts'
import { Message } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { plural } from '../ui/plural.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ownPaymentsQuery } from './paymentApi.ts'
import classes from './Payments.module.css'
import { termOf } from './paymentWords.ts'
import { AddReceipt, addReceiptAction, useStudentForm } from './useStudentForm.tsx'

type Shown = 'all' | 'missing'
type Row = OwnPayment & { time: string }

/** What was paid for a liaison officer's own students, those without a receipt first. */
export function OwnPayments() {
  const { data, error, refetch } = useQuery(ownPaymentsQuery)
  const years = useQuery(lookupsQuery('years')).data
  const terms = useQuery(lookupsQuery('terms')).data
  const controls = useListState()
  const [shown, setShown] = useState<Shown>('all')
  const rows = useMemo(
    () => data && years && terms && data.map((row) => ({ ...row, time: timeOf(row, years, terms) })),
    [data, years, terms],
  )
  const missing = useMemo(() => rows?.filter(isMissing), [rows])
  const present = rows?.filter(({ has_left }) => !has_left)
  const adding = useStudentForm(AddReceipt, () => void refetch())
  const { start } = adding
  const columns = useMemo(() => ownColumns(start), [start])
  const list = useLoadedRows(
    {
      data: shown === 'missing' ? missing : rows,
      searchText: rowText,
      error,
      retry: () => void refetch(),
    },
    columns,
    controls,
  )
  const card = useCallback((row: Row) => <OwnCard row={row} onAdd={start} />, [start])
  const choose = (next: Shown) => {
    setShown(next)
    controls.setPage(1)
  }
  return (
    <>
      <PageHead title="Payments" />
      <div className={classes.page}>
        {present && missing && present.length > 0 && (
          <section className="el-card" aria-label="Receipts">
            <div className={classes.statement}>
              <div>
                <h2>{headline(present, missing)}</h2>
                <p>School fees paid for your students, in Kenya shillings.</p>
              </div>
            </div>
          </section>
        )}
        {adding.problem && <Message tone="bad">{adding.problem}</Message>}
        <ListView
          list={list}
          controls={controls}
          rowKey={({ line_id }) => line_id}
          columns={columns}
          card={card}
          noun="payments"
          searchLabel="Search by student or school"
          noMatchHint="Check the spelling, or search by school."
          emptyTitle={shown === 'missing' ? 'No receipt is missing' : 'No payments yet'}
          emptyHint="What is paid to the schools of your students appears here."
          tools={
            <Segments
              label="Receipts"
              choices={[
                { id: 'all', name: 'All', count: rows?.length },
                { id: 'missing', name: 'No receipt', count: missing?.length },
              ]}
              chosen={shown}
              onChoose={choose}
            />
          }
        />
      </div>
      {adding.form}
    </>
  )
}

/** For a student who left, no receipt can be added. */
const isMissing = ({ days, has_left }: Row) => days !== null && !has_left

function headline(rows: Row[], missing: Row[]): string {
  const students = (some: Row[]) => new Set(some.map(({ student_id }) => student_id)).size
  const [lacking, all] = [students(missing), students(rows)]
  if (all === 1)
    return lacking === 0 ? 'All receipts of your student are here' : 'Receipts of your student are missing'
  if (lacking === 0) return `All receipts of your ${all} students are here`
  return `Receipts for ${lacking} of your ${all} students are missing`
}

const rowText = ({ name, school }: Row) => searchText([name], [school])

function timeOf({ year_id, term_id }: OwnPayment, years: Lookup[], terms: Lookup[]): string {
  const nameIn = (kind: 'years' | 'terms', all: Lookup[], wanted: number) => {
    const found = all.find(({ id }) => id === wanted)
    return found ? lookupName(kind, found) : ''
  }
  return termOf({ term: nameIn('terms', terms, term_id), year: nameIn('years', years, year_id) })
}

const Receipt = ({ row: { days, receipted, has_left } }: { row: Row }) =>
  days === null ? (
    money(receipted)
  ) : has_left ? (
    'No receipt, student left'
  ) : (
    <StatusBadge {...paidNoReceipt} word={`No receipt, ${plural(days, 'day')}`} />
  )

const ownColumns = (onAdd: (student: number) => void): ListColumn<Row>[] => [
  fieldColumn('name', 'Student', {
    isName: true,
    cell: ({ student_id, name }) => <ProfileLink student={{ id: student_id, name }} from="payments" />,
  }),
  {
    name: 'school',
    header: 'School and class',
    sortBy: ({ school }) => school,
    cell: ({ school, class: className }) => (
      <>
        {school}
        <span className={classes.second}>{className}</span>
      </>
    ),
  },
  fieldColumn('time', 'Term'),
  {
    name: 'amount',
    header: 'Paid',
    align: 'right',
    sortBy: ({ amount }) => amount,
    cell: ({ amount }) => money(amount),
  },
  fieldColumn('paid_on', 'On', { cell: ({ paid_on }) => onOneLine(formatDay(paid_on)) }),
  {
    name: 'receipt',
    header: 'Receipt',
    align: 'right',
    sortBy: ({ days }) => days ?? -1,
    cell: (row) => <Receipt row={row} />,
  },
  {
    name: 'step',
    header: 'Next step',
    isScreenOnly: true,
    width: 168,
    cell: (row) => isMissing(row) && <NextStepButton {...addReceiptAction(row, onAdd)} />,
  },
]

const OwnCard = ({ row, onAdd }: { row: Row; onAdd: (student: number) => void }) => (
  <ListCard
    title={<ProfileLink student={{ id: row.student_id, name: row.name }} from="payments" />}
    lines={[[row.school, row.class].filter(Boolean).join(', ')]}
    facts={[
      { label: 'Paid', value: money(row.amount) },
      { label: 'On', value: onOneLine(formatDay(row.paid_on)) },
      { label: 'Term', value: row.time },
      { label: 'Receipt', value: <Receipt row={row} /> },
    ]}
    actions={isMissing(row) ? [addReceiptAction(row, onAdd)] : []}
  />
)
