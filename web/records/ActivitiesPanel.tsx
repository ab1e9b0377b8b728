import { useCallback, useMemo, useState } from 'react'
import type { LookupKind } from '#contract/lookups.ts'
import { type StudentRow, studentSearchText } from '#contract/students.ts'
import { WordButton, type RowAction } from '../ui/IconButton.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import type { ListSource } from '../ui/list/ListSource.ts'
import { DoubtfulClasses } from '../lookups/DoubtfulClasses.tsx'
import { LookupButtons, LookupModal } from '../lookups/LookupModal.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { pictureColumn, refColumn } from '../students/studentColumns.tsx'
import { StudentList } from '../students/StudentList.tsx'
import { whyInactive } from '../students/studentRow.ts'
import { StudentPicture } from '../students/StudentPicture.tsx'

/** An action on each student, with the heading of its icons' column. */
export type Activity = { name: string; header: string; of: (student: StudentRow) => RowAction }

type ActivitiesPanelProps = {
  title: string
  /** The actions on each student. Must be the same array from render to render. */
  activities: Activity[]
  /** Whether the buttons that add a year, term or class are shown. */
  hasLookups?: boolean
}

const activityList: ListSource<StudentRow> = {
  call: 'GET /api/students?query=activities',
  rowKey: ({ id }) => id,
  searchText: studentSearchText,
}

/** The students, each with the actions on their report cards, receipts or gallery. */
export function ActivitiesPanel({ title, activities, hasLookups = true }: ActivitiesPanelProps) {
  const [adding, setAdding] = useState<LookupKind>()
  const columns = useMemo(() => activityColumns(activities), [activities])
  const card = useCallback(
    (student: StudentRow) => <ActivityCard student={student} activities={activities} />,
    [activities],
  )
  return (
    <>
      <PageHead title={title}>{hasLookups && <LookupButtons onAdd={setAdding} />}</PageHead>
      {hasLookups && <DoubtfulClasses />}
      <StudentList
        source={activityList}
        columns={columns}
        card={card}
        emptyHint="Students appear here once they are added."
      />
      {adding && <LookupModal kind={adding} onClose={() => setAdding(undefined)} />}
    </>
  )
}

function ActivityCard({ student, activities }: { student: StudentRow; activities: Activity[] }) {
  const why = whyInactive(student)
  return (
    <ListCard
      image={<StudentPicture student={student} />}
      title={student.name}
      lines={[student.ref]}
      why={why}
      isInactive={why !== undefined}
      actions={activities.map(({ of }) => of(student))}
    />
  )
}

const activityColumns = (activities: Activity[]): ListColumn<StudentRow>[] => [
  { ...pictureColumn, width: 92 },
  { ...refColumn, width: 130 },
  fieldColumn('name', 'Name', { isName: true }),
  ...activities.map(({ name, header, of }): ListColumn<StudentRow> => ({
    name,
    header,
    isScreenOnly: true,
    width: '20%',
    cell: (student) => <WordButton {...of(student)} />,
  })),
]
