import { type ReactNode, useCallback, useMemo } from 'react'
import type { StudentRow } from '#contract/students.ts'
import { DataList } from '../../ui/list/DataList.tsx'
import { ListCard } from '../../ui/list/ListCard.tsx'
import { LookupButtons } from '../../lookups/LookupButtons.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { studentSearchLabel, whyInactive } from '../../students/studentRow.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import classes from './ActivitiesPanel.module.css'
import { type Activity, activityColumns } from './activityColumns.tsx'
import { activityList } from './activityList.ts'

type ActivitiesPanelProps = {
  title: string
  /** What can be done with each student; the same array from render to render. */
  activities: Activity[]
  /** Beside the buttons that add a year, term or class. */
  tools?: ReactNode
  /** Whether what is done here needs years, terms and classes. */
  hasLookups?: boolean
}

/** The students, each with what can be done about their reports, receipts or gallery. */
export function ActivitiesPanel({ title, activities, tools, hasLookups = true }: ActivitiesPanelProps) {
  const { role } = useSessionUser()
  const isPhone = useIsPhone()
  const columns = useMemo(() => activityColumns(activities), [activities])
  const card = useCallback(
    (student: StudentRow) => <ActivityCard student={student} activities={activities} />,
    [activities],
  )
  return (
    <>
      <PageHead title={title}>
        {tools}
        {hasLookups && !isPhone && <LookupButtons />}
      </PageHead>
      {hasLookups && isPhone && <LookupButtons />}
      <div className={classes.list}>
        <DataList
          source={activityList}
          columns={columns}
          card={card}
          noun="students"
          searchLabel={studentSearchLabel(role)}
          noMatchHint="Check the spelling, or search by ref."
          emptyHint="Students appear here once they are added."
          inactive={whyInactive}
        />
      </div>
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
