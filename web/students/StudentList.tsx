import type { ComponentProps } from 'react'
import { canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import type { StudentRow } from '#contract/students.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { whyInactive } from './studentRow.ts'

type StudentListProps = Pick<
  ComponentProps<typeof DataList<StudentRow>>,
  'source' | 'columns' | 'card' | 'emptyHint' | 'rowHeight'
>

/** The list of students on every panel: searched by the same fields, with a reason on greyed rows. */
export function StudentList(props: StudentListProps) {
  const { role } = useSessionUser()
  return (
    <DataList
      noun="students"
      searchLabel={
        canSeeLiaisonAndSupporter(role) ? 'Search by name, ref or liaison' : 'Search by name or ref'
      }
      noMatchHint="Check the spelling, or search by ref."
      inactive={whyInactive}
      {...props}
    />
  )
}
