import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { canVerifyRecords } from '#contract/permissions.ts'
import { CountButton } from '../CountButton.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import { waitingCountQuery } from './verifyApi.ts'

const VerifyModal = lazy(() => import('./VerifyModal.tsx').then((file) => ({ default: file.VerifyModal })))

/** Begins with what waits longest, for those who may verify. */
export function VerifyWaiting({ kind }: { kind: RecordKind }) {
  const { role } = useSessionUser()
  const isAllowed = canVerifyRecords(role)
  const { data: count = 0 } = useQuery({ ...waitingCountQuery(kind), enabled: isAllowed })
  const [isOpen, setIsOpen] = useState(false)
  if (!isAllowed) return null
  return (
    <>
      <CountButton
        icon={IconCircleCheck}
        word={recordKinds[kind].verb}
        count={count}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <VerifyModal kind={kind} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
