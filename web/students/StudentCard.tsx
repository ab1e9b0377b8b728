import type { StudentRow } from '#contract/students.ts'
import { canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import { ListCard } from '../ui/list/ListCard.tsx'
import { StudentPicture } from './StudentPicture.tsx'
import { StudentStatusBadge } from './StudentStatusBadge.tsx'
import { whyInactive } from './whyInactive.ts'
import { ProfileLink } from './ProfileLink.tsx'
import { type ActionsOf, categoryName } from './studentColumns.tsx'
import { SupporterCell } from './SupporterCell.tsx'

type StudentCardProps = { student: StudentRow; actionsOf: ActionsOf; role: number }

export function StudentCard({ student, actionsOf, role }: StudentCardProps) {
  const { edit, picture, certificate, supporter, status } = actionsOf(student)
  const why = whyInactive(student)
  return (
    <ListCard
      image={<StudentPicture student={student} />}
      title={<ProfileLink student={student} />}
      lines={[`${student.ref} · ${categoryName(student)}`]}
      badge={<StudentStatusBadge status={student.status} />}
      {...(canSeeLiaisonAndSupporter(role) && {
        facts: [
          { label: 'Liaison', value: student.liaison },
          {
            label: 'Supporter',
            value: <SupporterCell student={student} action={why ? undefined : supporter} />,
          },
        ],
      })}
      why={why && status ? `${why}. Only status can change.` : why}
      isInactive={why !== undefined}
      actions={[edit, picture, certificate, ...(status ? [status] : [])]}
    />
  )
}
