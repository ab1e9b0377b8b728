import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import type { Payment, PaymentLine } from '#contract/money/payments.ts'
import { fold } from '#contract/base/lists.ts'
import { money, sumOf } from '../../ui/amounts.ts'
import { ProfileLink } from '../../students/studentColumns.tsx'
import { IconButton, type RowAction } from '../../ui/IconButton.tsx'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { SearchBox } from '../../ui/list/SearchBox.tsx'
import { useAddedRow } from '../../ui/list/useMore.tsx'
import { plural } from '../../ui/plural.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useIsPhone, useIsTablet } from '../../ui/useIsPhone.ts'
import { accountText, noLines, stillOwedOf } from '../paymentWords.ts'
import classes from './SchoolLines.module.css'

/** The lines of one school. */
export type SchoolGroup = {
  id: number
  school: string
  reference: string | null
  account: Payment['schools'][number]['account']
  /** Whether the approver has to call the school about its account. */
  isAccountNew: boolean
  lines: PaymentLine[]
  /** Those that are not left out, and their sums. */
  inIt: PaymentLine[]
  owed: number
  amount: number
  /** What the school is still owed for all of them; null if that is known of none. */
  still_owed: number | null
}

/** A column whose cells differ between schools and students. */
export type LineColumn = Pick<
  ListColumn<Row>,
  'name' | 'header' | 'align' | 'width' | 'only' | 'group' | 'tint' | 'isScreenOnly'
> & {
  school: (group: SchoolGroup) => ReactNode
  line: (line: PaymentLine) => ReactNode
  /** Under all schools. */
  total?: ReactNode
}

type Row =
  | { kind: 'school'; group: SchoolGroup }
  | { kind: 'line'; line: PaymentLine }
  | { kind: 'more'; group: SchoolGroup }

export type LineOrSchool = { group: SchoolGroup } | { line: PaymentLine }

type SchoolLinesProps = {
  payment: Payment
  /** Under a school's name; its account by default. */
  About?: ComponentType<{ group: SchoolGroup }>
  columns: LineColumn[]
  /** The amount of a line or school on a phone, with what belongs to it. */
  PhoneAmount: ComponentType<{ of: LineOrSchool }>
  /** Below a school's or a student's name on a phone. */
  actions?: (line: PaymentLine) => RowAction[]
  schoolActions?: (group: SchoolGroup) => ReactNode
  tools?: ReactNode
  /** Shows only such lines, and opens their schools. */
  only?: ((line: PaymentLine) => boolean) | undefined
  totalWords: string
}

/** The id of the list, to move the focus to it. */
export const SCHOOL_LINES = 'school-lines'

/** Students of a school that are shown at first. */
const FIRST = 25

/** The lines of a payment by school; a school opens to its students. */
export function SchoolLines(props: SchoolLinesProps) {
  const { payment, columns, totalWords, tools, only: isShown } = props
  const isPhone = useIsPhone()
  const width = useIsTablet() ? 'narrow' : 'wide'
  const shown = columns.filter(({ only = width }) => only === width)
  const [search, setSearch] = useState('')
  const groups = useMemo(() => groupsOf(payment), [payment])
  const found = useMemo(
    () => searched(isShown ? narrowed(groups, isShown) : groups, search),
    [groups, isShown, search],
  )
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(groups.length === 1 ? groups.map(({ id }) => id) : []),
  )
  const [whole, setWhole] = useState<ReadonlySet<number>>(new Set())
  const toggle = ({ id }: SchoolGroup) => setOpen((before) => without(before, id) ?? new Set([...before, id]))
  const isOpen = ({ id }: SchoolGroup) => isShown !== undefined || search.trim() !== '' || open.has(id)
  const rows = found.flatMap((group): Row[] => {
    if (!isOpen(group)) return [{ kind: 'school', group }]
    const lines = whole.has(group.id) ? group.lines : group.lines.slice(0, FIRST)
    return [
      { kind: 'school', group },
      ...lines.map((line): Row => ({ kind: 'line', line })),
      ...(lines.length < group.lines.length ? [{ kind: 'more', group } as const] : []),
    ]
  })
  const noteRows = useAddedRow()
  const more = (group: SchoolGroup) => (
    <Button
      variant="subtle"
      onClick={({ currentTarget }) => {
        noteRows(currentTarget)()
        setWhole(new Set([...whole, group.id]))
      }}
    >
      Show all {plural(group.lines.length, 'student')}
    </Button>
  )
  return (
    <section id={SCHOOL_LINES} className="el-card el-frame" aria-label="Schools" tabIndex={-1}>
      <div className={classes.tools} data-screen-only>
        <SearchBox
          search={search}
          onSearch={setSearch}
          label="Search by student or school"
          className={classes.search}
        />
        {tools}
      </div>
      {isPhone ? (
        <PhoneRows {...props} rows={rows} isOpen={isOpen} onToggle={toggle} more={more} />
      ) : (
        <div className={classes.table}>
          <ListTable
            label="Schools"
            columns={tableColumns({ ...props, columns: shown }, isOpen, toggle, more)}
            rows={rows}
            rowKey={keyOf}
            inactive={inactive}
            foot={
              <tr>
                <th scope="row">{totalWords}</th>
                {shown.map(({ name, align, group, tint, total }) => (
                  <td key={name} data-align={align} data-rule={group !== undefined} data-tone={tint}>
                    {name === 'amount' ? money(payment.total) : total}
                  </td>
                ))}
                {hasActions(props) && <td aria-hidden data-screen-only />}
              </tr>
            }
          />
        </div>
      )}
      {found.length === 0 && <p className={classes.none}>{noLines(search.trim())}</p>}
    </section>
  )
}

const narrowed = (groups: SchoolGroup[], isShown: (line: PaymentLine) => boolean): SchoolGroup[] =>
  groups.flatMap((group) => {
    const lines = group.lines.filter(isShown)
    return lines.length > 0 ? [{ ...group, lines }] : []
  })

const inactive = (row: Row) => (row.kind === 'line' && row.line.left_out ? 'Left out' : undefined)

const keyOf = (row: Row) =>
  row.kind === 'line' ? `line ${row.line.student_id}` : `${row.kind} ${row.group.id}`

function without(ids: ReadonlySet<number>, id: number): ReadonlySet<number> | undefined {
  const rest = new Set(ids)
  return rest.delete(id) ? rest : undefined
}

/** The schools in the order of the lines. */
export function groupsOf({
  lines,
  schools,
  points,
  state,
}: Pick<Payment, 'lines' | 'schools' | 'points' | 'state'>): SchoolGroup[] {
  const known = new Map(schools.map((school) => [school.school_id, school]))
  return [...Map.groupBy(lines, ({ school_id }) => school_id)].map(([id, own]) => {
    const inIt = own.filter(({ left_out }) => !left_out)
    const school = known.get(id)
    return {
      id,
      school: own[0]?.school ?? '',
      reference: school?.reference ?? null,
      account: school?.account ?? null,
      isAccountNew:
        state !== 'approved' && points.some(({ kind, school_id }) => kind === 'account' && school_id === id),
      lines: own,
      inIt,
      owed: sumOf(inIt.map(({ owed }) => owed ?? 0)),
      amount: sumOf(inIt.map(({ amount }) => amount)),
      still_owed: stillOwedOf(own),
    }
  })
}

/** The schools whose name matches, with all students, and the others with the students who match. */
function searched(groups: SchoolGroup[], search: string): SchoolGroup[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  const matches = (text: string) => words.every((word) => fold(text).includes(word))
  return groups.flatMap((group) => {
    if (matches(group.school)) return [group]
    const lines = group.lines.filter(({ name, admission_no }) => matches(`${name} ${admission_no ?? ''}`))
    return lines.length > 0 ? [{ ...group, lines }] : []
  })
}

type Opening = { isOpen: (group: SchoolGroup) => boolean; onToggle: (group: SchoolGroup) => void }

function tableColumns(
  { About, columns, actions, schoolActions }: SchoolLinesProps,
  isOpen: Opening['isOpen'],
  onToggle: Opening['onToggle'],
  more: (group: SchoolGroup) => ReactNode,
): ListColumn<Row>[] {
  const own = columns.map(({ school, line, ...column }): ListColumn<Row> => ({
    ...column,
    cell: (row) => (row.kind === 'school' ? school(row.group) : row.kind === 'line' ? line(row.line) : null),
  }))
  return [
    {
      name: 'school',
      header: 'School and student',
      cell: (row) =>
        row.kind === 'school' ? (
          <SchoolName group={row.group} About={About} isOpen={isOpen} onToggle={onToggle} />
        ) : row.kind === 'line' ? (
          <span className={classes.student}>
            <ProfileLink student={studentOf(row.line)} from="payments" />
          </span>
        ) : (
          <span className={classes.student}>{more(row.group)}</span>
        ),
    },
    ...own,
    ...(hasActions({ actions, schoolActions })
      ? [
          {
            name: 'actions',
            header: schoolActions ? 'Next step' : 'Actions',
            align: 'right' as const,
            isScreenOnly: true,
            cell: (row: Row) =>
              row.kind === 'school'
                ? schoolActions?.(row.group)
                : row.kind === 'line' && <LineActions actions={actions?.(row.line) ?? []} />,
          },
        ]
      : []),
  ]
}

const hasActions = ({ actions, schoolActions }: Pick<SchoolLinesProps, 'actions' | 'schoolActions'>) =>
  actions !== undefined || schoolActions !== undefined

const studentOf = ({ student_id, name }: PaymentLine) => ({ id: student_id, name })

const LineActions = ({ actions }: { actions: RowAction[] }) => (
  <span className={classes.actions} data-focus-back>
    {actions.map(({ word, ...action }) => (
      <IconButton key={word} {...action} {...(actions.length === 1 && { shownWord: word })} />
    ))}
  </span>
)

type SchoolNameProps = Opening & { group: SchoolGroup; About: SchoolLinesProps['About'] }

function SchoolName({ group, About, isOpen, onToggle }: SchoolNameProps) {
  const Chevron = isOpen(group) ? IconChevronDown : IconChevronRight
  return (
    <button
      type="button"
      className={classes.school}
      aria-expanded={isOpen(group)}
      onClick={() => onToggle(group)}
    >
      <Chevron size={18} aria-hidden />
      <span>
        <b>{group.school}</b> <em>{plural(group.inIt.length, 'student')}</em>{' '}
        {group.isAccountNew && <StatusBadge word="Account to check" tone="amber" shape="diamond" />}
        <small>{About ? <About group={group} /> : accountText(group.account)}</small>
      </span>
    </button>
  )
}

type PhoneRowsProps = SchoolLinesProps & Opening & { rows: Row[]; more: (group: SchoolGroup) => ReactNode }

function PhoneRows(props: PhoneRowsProps) {
  const { payment, rows, About, isOpen, onToggle, more, PhoneAmount, actions, schoolActions, totalWords } =
    props
  return (
    <>
      <ul className={classes.list}>
        {rows.map((row) =>
          row.kind === 'school' ? (
            <li key={keyOf(row)} className={classes.group}>
              <div className={classes.line}>
                <SchoolName group={row.group} About={About} isOpen={isOpen} onToggle={onToggle} />
                <span className={classes.amount}>
                  <PhoneAmount of={{ group: row.group }} />
                </span>
              </div>
              {schoolActions && <div className={classes.schoolActions}>{schoolActions(row.group)}</div>}
            </li>
          ) : row.kind === 'line' ? (
            <li key={keyOf(row)} className={classes.child} data-inactive={row.line.left_out || undefined}>
              <div className={classes.line}>
                <span>
                  <ProfileLink student={studentOf(row.line)} from="payments" />
                  <small>
                    {[row.line.admission_no ?? 'No admission number', row.line.class]
                      .filter(Boolean)
                      .join(', ')}
                  </small>
                </span>
                <span className={classes.amount}>
                  <PhoneAmount of={{ line: row.line }} />
                </span>
              </div>
              {actions && <LineActions actions={actions(row.line)} />}
            </li>
          ) : (
            <li key={keyOf(row)}>{more(row.group)}</li>
          ),
        )}
      </ul>
      <p className={classes.total}>
        <b>{totalWords}</b>
        <b>{money(payment.total)}</b>
      </p>
    </>
  )
}
