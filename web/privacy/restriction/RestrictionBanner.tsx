import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { canRestrict } from '#contract/permissions.ts'
import type { StudentProfile } from '#contract/students/students.ts'
import { call } from '../../ui/call.ts'
import { formatDay } from '../../ui/formatDate.ts'
import { Message } from '../../ui/Message.tsx'
import { ConfirmModal } from '../../ui/modal/ConfirmModal.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { useRightsChanged } from '../requests/requestApi.ts'

type StudentProps = { student: Pick<StudentProfile, 'id' | 'name' | 'restriction'> }

/** Above a record whose use is restricted. */
export function RestrictionBanner({ student }: StudentProps) {
  const { role } = useSessionUser()
  const [isLifting, setIsLifting] = useState(false)
  const { restriction } = student
  return (
    <>
      {restriction && (
        <Message
          tone="note"
          icon={IconLock}
          hasSpaceBelow
          action={
            canRestrict(role) && (
              <Button variant="default" onClick={() => setIsLifting(true)}>
                Lift the restriction
              </Button>
            )
          }
        >
          <b>The use of this record is restricted since {formatDay(restriction.on)}.</b>{' '}
          {`${restriction.by}: “${restriction.reason}”`} Its supporter sees nothing of it. Letters leave it
          out.
        </Message>
      )}
      {/* Open until its message is read, although the record is no longer restricted. */}
      {isLifting && <LiftModal student={student} onClose={() => setIsLifting(false)} />}
    </>
  )
}

function LiftModal({ student: { id, name }, onClose }: StudentProps & { onClose: () => void }) {
  const changed = useRightsChanged()
  return (
    <ConfirmModal
      title="Lift the Restriction"
      verb="Lift the restriction"
      icon={IconLockOpen}
      confirm={() =>
        call('DELETE /api/students/:id/restriction', {
          params: { id },
          action: { verb: 'lift the restriction of the record of', name },
        })
      }
      onSaved={changed}
      onClose={onClose}
    >
      The supporter of <strong>{name}</strong> sees again what the family agreed to share, and letters name
      the student again. The history keeps the restriction and its reason.
    </ConfirmModal>
  )
}
