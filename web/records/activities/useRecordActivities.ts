import { IconFilePencil, IconFilePlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { ProfileType } from '#contract/profile.ts'
import type { StudentRow } from '#contract/students.ts'
import { whyInactive } from '../../students/studentRow.ts'
import type { Activity } from './activityColumns.tsx'
import { useViewReports } from './useViewReports.ts'

export type RecordDeed = 'add' | 'edit'

type RecordActivities = {
  profile: ProfileType
  /** `Academic Reports` */
  records: string
  /** Whether whoever is signed in may add and edit them. */
  mayEdit: boolean
  /** The same function from render to render. */
  open: (deed: RecordDeed, student: StudentRow) => void
}

/** What can be done about the records of each student: those who may add and edit them, all may view them. */
export function useRecordActivities({ profile, records, mayEdit, open }: RecordActivities): Activity[] {
  const view = useViewReports(profile, `View ${records}`)
  return useMemo(() => {
    const entry = (deed: RecordDeed, word: string, icon: typeof IconFilePlus): Activity => ({
      name: deed,
      header: `${word} ${records}`,
      of: (student) => ({
        icon,
        word,
        label: `${word} ${records} of ${student.name}`,
        reason: whyInactive(student),
        onClick: () => open(deed, student),
      }),
    })
    if (!mayEdit) return [view]
    return [entry('add', 'Add', IconFilePlus), entry('edit', 'Edit', IconFilePencil), view]
  }, [records, mayEdit, open, view])
}
