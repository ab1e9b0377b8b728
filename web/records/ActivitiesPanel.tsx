import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { LookupKind } from '#contract/lookups.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import type { ListTerms } from '#contract/records/records.ts'
import type { ActivityRow, StudentRow } from '#contract/students/students.ts'
import { IconButton, type RowAction, WordButton } from '../ui/IconButton.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import { DoubtfulClasses } from '../lookups/DoubtfulClasses.tsx'
import { LookupButtons, LookupModal } from '../lookups/LookupModal.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { pictureColumn, ProfileLink, refColumn } from '../students/studentColumns.tsx'
import { StudentList } from '../students/StudentList.tsx'
import { RestrictedBadge } from '../students/StudentStatusBadge.tsx'
import { whyInactive } from '../students/studentRow.ts'
import { StudentPicture } from '../students/files/StudentPicture.tsx'
import { readActivitiesAddress } from './activitiesAddress.ts'
import { activityList, listTermsQuery } from './recordApi.ts'
import { type RecordKind, recordKinds } from './recordKinds.ts'
import { TermChips } from './TermChips.tsx'
import { TermMark } from './TermMark.tsx'

/** An action on each student, with the heading of its icons' column. */
export type Activity = { name: string; header: string; of: (student: StudentRow) => RowAction }

type ActivityMenu = 'academics' | 'finance' | 'gallery'

type ActivitiesPanelProps = {
  menu: ActivityMenu
  title: string
  /** The kind of record whose states are shown, for users who may see them. */
  kind?: RecordKind | undefined
  /** Whether it is a section of a page that has a title of its own. */
  isSection?: boolean
  /** The actions on each student. Must be the same array from render to render. */
  activities: Activity[]
  /** Whether the buttons that add a year, term or class are shown. */
  hasLookups?: boolean
  /** The items of the head's menu. */
  actions?: ReactNode
}

/** The students, each with the actions on their report cards, receipts or gallery. */
export function ActivitiesPanel(props: ActivitiesPanelProps) {
  const { menu, title, isSection = false, kind, activities, hasLookups = true, actions } = props
  const [adding, setAdding] = useState<LookupKind>()
  const { counted, ...filtered } = useTermStates(kind)
  const columns = useMemo(() => activityColumns(menu, activities, counted), [menu, activities, counted])
  const card = useCallback(
    (student: ActivityRow) => (
      <ActivityCard student={student} menu={menu} activities={activities} counted={counted} />
    ),
    [menu, activities, counted],
  )
  return (
    <>
      <PageHead
        title={title}
        isSection={isSection}
        primary={hasLookups && <LookupButtons onAdd={setAdding} />}
      >
        {actions}
      </PageHead>
      {hasLookups && <DoubtfulClasses />}
      <StudentList
        columns={columns}
        card={card}
        emptyHint="Students appear here once they are added."
        {...filtered}
      />
      {adding && <LookupModal kind={adding} onClose={() => setAdding(undefined)} />}
    </>
  )
}

/** The list with the filters of the address, their chips, and the message for no results. */
function useTermStates(kind: RecordKind | undefined) {
  const { role } = useSessionUser()
  const { only: wanted, mine } = readActivitiesAddress(useSearch({ strict: false }))
  const only = wanted === 'waiting' && !canVerifyRecords(role) ? undefined : wanted
  const change = useAddressChange()
  const { data } = useQuery({ ...listTermsQuery(kind ?? 'report', mine), enabled: kind !== undefined })
  const source = useMemo(
    () =>
      kind
        ? { ...activityList, filter: { of: kind, ...(only && { only }), ...(mine && { mine }) } }
        : activityList,
    [kind, only, mine],
  )
  const counted = data ?? undefined
  if (!kind || !counted) return { source, counted }
  const chips = <TermChips counted={counted} only={only} mine={mine} />
  if (!only && !mine) return { source, counted, chips }
  const { name } = recordKinds[kind]
  const term = counted.terms.at(-1)?.term_name ?? ''
  return {
    source,
    counted,
    chips,
    emptyTitle: only === 'lacking' ? `No student lacks a ${name} of ${term}` : 'No student to show',
    emptyHint: 'Other students are hidden by the filter.',
    emptyAction: (
      <Button variant="default" onClick={() => change({ only: undefined, mine: undefined })}>
        Show all students
      </Button>
    ),
  }
}

type ActivityCardProps = {
  student: ActivityRow
  menu: ActivityMenu
  activities: Activity[]
  counted: ListTerms | undefined
}

function ActivityCard({ student, menu, activities, counted }: ActivityCardProps) {
  const why = whyInactive(student)
  return (
    <ListCard
      image={<StudentPicture student={student} />}
      title={<ProfileLink student={student} from={menu} />}
      lines={[student.ref]}
      badge={<RestrictedBadge student={student} />}
      {...(counted && {
        hasShortFacts: true,
        facts: counted.terms.map(({ id, term_name }) => ({
          label: term_name,
          value: <TermMark student={student} term={id} />,
        })),
      })}
      why={why}
      isInactive={why !== undefined}
      actions={activities.map(({ of }) => of(student))}
    />
  )
}

const activityColumns = (
  menu: ActivityMenu,
  activities: Activity[],
  counted?: ListTerms,
): ListColumn<ActivityRow>[] => [
  { ...pictureColumn, width: 92 },
  { ...refColumn, width: 130 },
  fieldColumn('name', 'Name', {
    isName: true,
    cell: (student) => (
      <>
        <ProfileLink student={student} from={menu} /> <RestrictedBadge student={student} />
      </>
    ),
  }),
  ...(counted?.terms ?? []).map(({ id, term_name }): ListColumn<ActivityRow> => ({
    name: `term${id}`,
    // Breaks only after the year.
    header: `${counted?.year_name} ${term_name.replaceAll(' ', '\u00a0')}`,
    // A rule before the first and after the last.
    group: '',
    shape: 'badge',
    cell: (student) => <TermMark student={student} term={id} />,
  })),
  ...activities.flatMap(({ name, header, of }): ListColumn<ActivityRow>[] => {
    const column = { name, header, isScreenOnly: true }
    if (!counted) return [{ ...column, width: '20%', cell: (student) => <WordButton {...of(student)} /> }]
    return [
      { ...column, only: 'wide', cell: (student) => <WordButton {...of(student)} /> },
      // A narrow table has room for icons only, beside the columns of terms.
      { ...column, only: 'narrow', cell: (student) => <IconButton {...of(student)} /> },
    ]
  }),
]
