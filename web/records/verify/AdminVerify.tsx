import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { VERIFIED } from '#contract/records.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { SilenceNotice } from '../../ui/SilenceNotice.tsx'
import classes from './AdminVerify.module.css'
import type { RecordKind } from '../recordKinds.ts'

const VerifyModal = lazy(() => import('./VerifyModal.tsx').then((file) => ({ default: file.VerifyModal })))

type AdminVerifyProps = { kind: RecordKind; id: number; status: number }

/** Opens an unverified record to be verified, for those who may. */
export function AdminVerify({ kind, id, status }: AdminVerifyProps) {
  const { role } = useSessionUser()
  const [isOpen, setIsOpen] = useState(false)
  const isOffered = canVerifyRecords(role) && status < VERIFIED
  return (
    <>
      {isOffered && (
        <Button className={classes.button ?? ''} onClick={() => setIsOpen(true)}>
          Admin Verify
        </Button>
      )}
      {/* Outside the button, which goes away as soon as its record is verified. */}
      {isOpen && (
        <Suspense fallback={<SilenceNotice />}>
          <VerifyModal kind={kind} first={id} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
