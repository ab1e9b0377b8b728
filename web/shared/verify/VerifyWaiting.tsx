import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { canVerifyReports } from '#contract/permissions.ts'
import { useSessionUser } from '../sessionUser.ts'
import { type RecordKind, recordKinds } from './recordKinds.ts'
import { waitingCountQuery } from './verifyApi.ts'
import classes from './VerifyWaiting.module.css'

const VerifyModal = lazy(() => import('./VerifyModal.tsx').then((file) => ({ default: file.VerifyModal })))

/** Begins with what waits longest, for those who may verify. While nothing waits there is nothing to press. */
export function VerifyWaiting({ kind }: { kind: RecordKind }) {
  const { role } = useSessionUser()
  const isAllowed = canVerifyReports(role)
  const { data: count = 0 } = useQuery({ ...waitingCountQuery(kind), enabled: isAllowed })
  const [isOpen, setIsOpen] = useState(false)
  if (!isAllowed) return null
  return (
    <>
      {count > 0 && (
        <Button
          variant="default"
          leftSection={<IconCircleCheck size={18} stroke={1.75} aria-hidden />}
          rightSection={<span className={classes.count}>{count}</span>}
          onClick={() => setIsOpen(true)}
        >
          {recordKinds[kind].verb}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <VerifyModal kind={kind} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
