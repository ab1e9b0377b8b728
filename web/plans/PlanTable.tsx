import { Button } from '@mantine/core'
import { IconCalendarDollar, IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import { noPlan } from '../funding/fundingWords.ts'
import { columnsAt } from '../ui/list/columnsAt.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { ListCard } from '../ui/list/ListCard.tsx'
import { ListTable } from '../ui/list/ListTable.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useMore } from '../ui/list/useMore.tsx'
import { plural, verb } from '../ui/plural.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useIsPhone, useIsTablet } from '../ui/useIsPhone.ts'
import { FeeCell } from './FeeCell.tsx'
import { lastChange, type PlannedClass, totalOf } from './planWords.ts'
import classes from './Plans.module.css'

type PlanTableProps = {
  places: PlannedClass[]
  year: string
  terms: readonly { id: number; term_name: string }[]
  onEdit: (place: PlannedClass) => void
}

/** A few screens of a phone. */
const FIRST_CARDS = 10

const rowKey = ({ school_id, class_id }: PlannedClass) => `${school_id} ${class_id}`
const nameOf = (place: PlannedClass) => `${place.school}, ${place.class}`
const notCounted = ({ students }: PlannedClass) =>
  `${plural(students, 'student')} ${verb(students, 'is')} not counted in what is to find`

/** The fees of a year, one row a school and class. */
export function PlanTable({ places, year, terms, onEdit }: PlanTableProps) {
  const isPhone = useIsPhone()
  const width = useIsTablet() ? 'narrow' : 'wide'
  const columns = useMemo(
    () => columnsAt(width, planColumns(year, terms, onEdit)),
    [width, year, terms, onEdit],
  )
  const [shown, more] = useMore(places, { first: FIRST_CARDS })
  if (!isPhone) return <ListTable label="fees" columns={columns} rows={places} rowKey={rowKey} />
  const cards = shown.map((place) => (
    <ListCard
      key={rowKey(place)}
      title={place.school}
      lines={[`${place.class}, ${studentWords(place)}`]}
      badge={!place.hasPlan && noPlanBadge}
      {...(place.hasPlan && {
        facts: [
          ...place.fees.map(({ term_id, ...fees }) => ({
            label: terms.find(({ id }) => id === term_id)?.term_name ?? '',
            value: <FeeCell {...fees} />,
          })),
          { label: year, value: <b>{<Total place={place} />}</b> },
        ],
      })}
      actions={[
        {
          icon: place.hasPlan ? IconPencil : IconCalendarDollar,
          word: place.hasPlan ? 'Change' : 'Set fees',
          label: `${place.hasPlan ? 'Change the' : 'Set'} fees of ${nameOf(place)}`,
          onClick: () => onEdit(place),
        },
      ]}
    >
      {!place.hasPlan && <p className={classes.notCounted}>{notCounted(place)}.</p>}
    </ListCard>
  ))
  return (
    <>
      {cards}
      {more}
    </>
  )
}

const noPlanBadge = <StatusBadge {...noPlan} />

const ownWords = ({ own_figures }: PlannedClass) => own_figures > 0 && `${own_figures} with own figures`

const studentWords = (place: PlannedClass) =>
  [plural(place.students, 'student'), ownWords(place)].filter(Boolean).join(', ')

const Total = ({ place: { fees } }: { place: PlannedClass }) => (
  <FeeCell amount={totalOf(fees, 'amount')} to_school={totalOf(fees, 'to_school')} />
)

const planColumns = (
  year: string,
  terms: PlanTableProps['terms'],
  onEdit: PlanTableProps['onEdit'],
): ListColumn<PlannedClass>[] => [
  {
    name: 'school',
    header: 'School',
    isName: true,
    cell: ({ school, isFirst }) => <span data-repeated={!isFirst}>{school}</span>,
  },
  {
    name: 'class',
    header: 'Class',
    under: 'school',
    cell: ({ class: name }) => <span className={classes.whole}>{name}</span>,
  },
  {
    name: 'students',
    header: 'Students',
    align: 'right',
    only: 'wide',
    cell: (place) => (
      <>
        {place.students}
        {ownWords(place) && <span className={classes.part}>{ownWords(place)}</span>}
      </>
    ),
  },
  { name: 'students in words', header: 'Students', only: 'narrow', under: 'school', cell: studentWords },
  ...terms.map(({ id, term_name }, index): ListColumn<PlannedClass> => ({
    name: `term ${id}`,
    header: term_name,
    align: 'right',
    cell: (place) => {
      if (!place.hasPlan) return index === 0 && noPlanBadge
      const fees = place.fees.find(({ term_id }) => term_id === id)
      return fees && <FeeCell {...fees} />
    },
  })),
  {
    name: 'year',
    header: year,
    align: 'right',
    isTotal: true,
    cell: (place) => place.hasPlan && <Total place={place} />,
  },
  {
    name: 'change',
    header: 'Last change',
    only: 'wide',
    cell: (place) => (
      <span className="el-sm el-ink-2">{place.hasPlan ? lastChange(place) : notCounted(place)}</span>
    ),
  },
  {
    name: 'edit',
    header: 'Edit',
    align: 'right',
    isScreenOnly: true,
    cell: (place) =>
      place.hasPlan ? (
        <IconButton
          icon={IconPencil}
          label={`Change the fees of ${nameOf(place)}`}
          onClick={() => onEdit(place)}
        />
      ) : (
        <Button
          variant="default"
          leftSection={<IconCalendarDollar size={18} aria-hidden />}
          aria-label={`Set fees of ${nameOf(place)}`}
          onClick={() => onEdit(place)}
        >
          Set fees
        </Button>
      ),
  },
]
