import { IconEye, IconPhotoPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { canEditGallery } from '#contract/permissions.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { ActivitiesPanel, type Activity } from '../records/ActivitiesPanel.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { whyInactive } from '../students/studentRow.ts'

const AddMediaModal = lazyDialog(async () => (await import('./add/AddMediaModal.tsx')).AddMediaModal)

/** The list of students. Each row leads to the gallery of its student. */
export function GalleryPanel() {
  const { role } = useSessionUser()
  const navigate = useNavigate()
  const mayAdd = canEditGallery(role)
  const [student, setStudent] = useState<StudentRow>()
  const activities = useMemo(() => {
    const add: Activity = {
      name: 'add',
      header: 'Add Gallery',
      of: (row) => ({
        icon: IconPhotoPlus,
        word: 'Add',
        label: `Add Gallery of ${row.name}`,
        reason: whyInactive(row),
        isSkipped: whyInactive(row) !== undefined,
        onClick: () => setStudent(row),
      }),
    }
    const view: Activity = {
      name: 'view',
      header: 'View Gallery',
      of: ({ id, name, status }) => ({
        icon: IconEye,
        word: 'View',
        label: `View Gallery of ${name}`,
        whyNotOthers: mayAdd ? whyInactive({ status }) : undefined,
        onClick: () =>
          void navigate({
            to: '/dashboard/studentgallery',
            search: { student: id },
            state: { openedFrom: 'gallery' },
          }),
      }),
    }
    return mayAdd ? [add, view] : [view]
  }, [mayAdd, navigate])
  return (
    <>
      <ActivitiesPanel menu="gallery" title="Gallery" activities={activities} hasLookups={false} />
      {student && <AddMediaModal student={student} onClose={() => setStudent(undefined)} />}
    </>
  )
}
