import type { ComponentProps } from 'react'
import { canSearchContacts, canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { whyInactive } from './studentRow.ts'

function searchLabel(role: number): string {
  if (canSeeLiaisonAndSupporter(role)) return 'Search by name, ref, phone or liaison'
  return canSearchContacts(role) ? 'Search by name, ref or phone' : 'Search by name or ref'
}

type StudentListProps<Row extends StudentRow> = Pick<
  ComponentProps<typeof DataList<Row>>,
  | 'source'
  | 'columns'
  | 'card'
  | 'emptyTitle'
  | 'emptyHint'
  | 'emptyAction'
  | 'chips'
  | 'rowHeight'
  | 'renderHead'
>

/** The list of students on every panel: searched by the same fields, with a reason on greyed rows. */
export function StudentList<Row extends StudentRow>(props: StudentListProps<Row>) {
  const { role } = useSessionUser()
  return (
    <DataList
      noun="students"
      searchLabel={searchLabel(role)}
      noMatchHint="Check the spelling, or search by ref."
      inactive={whyInactive}
      {...props}
    />
  )
}
