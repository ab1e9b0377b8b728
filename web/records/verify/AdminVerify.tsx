import { Button, type ButtonProps } from '@mantine/core'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { VERIFIED } from '#contract/records/records.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import type { RecordKind } from '../recordKinds.ts'

const VerifyModal = lazyDialog(async () => (await import('./VerifyModal.tsx')).VerifyModal)

const OpenRecord = createContext<(id: number) => void>(() => {})

/**
 * Opens the records to verify. It is mounted above their buttons, which are removed as soon as their record is
 * verified, or when the window becomes so narrow that other buttons are rendered.
 */
export function VerifyDialog({ kind, children }: { kind: RecordKind; children: ReactNode }) {
  const [first, setFirst] = useState<number>()
  return (
    <OpenRecord value={setFirst}>
      {children}
      {first !== undefined && (
        <VerifyModal kind={kind} first={{ [kind]: first }} onClose={() => setFirst(undefined)} />
      )}
    </OpenRecord>
  )
}

type AdminVerifyProps = { id: number; status: number } & Pick<ButtonProps, 'className' | 'w'>

/** Opens an unverified record, for users who may verify it. */
export function AdminVerify({ id, status, ...place }: AdminVerifyProps) {
  const { role } = useSessionUser()
  const open = useContext(OpenRecord)
  if (!canVerifyRecords(role) || status >= VERIFIED) return null
  return (
    <Button {...place} mih={{ base: 44, sm: 38 }} onClick={() => open(id)}>
      Admin Verify
    </Button>
  )
}
