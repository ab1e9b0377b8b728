import { Button, type ButtonProps } from '@mantine/core'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { VERIFIED } from '#contract/records/records.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import type { RecordKind } from '../recordKinds.ts'

const VerifyModal = lazyDialog(async () => (await import('./VerifyModal.tsx')).VerifyModal)

const OpenRecord = createContext<((id: number) => void) | undefined>(undefined)

type VerifyDialogProps = {
  kind: RecordKind
  /** Whether nothing can be verified, because the record waits to be anonymised, or is. */
  isReadOnly: boolean
  children: ReactNode
}

/**
 * Opens a record to verify. It is mounted above their buttons, which are removed as soon as their record is
 * verified, or when the window becomes so narrow that other buttons are rendered.
 */
export function VerifyDialog({ kind, isReadOnly, children }: VerifyDialogProps) {
  const [opened, setOpened] = useState<number>()
  return (
    <OpenRecord value={isReadOnly ? undefined : setOpened}>
      {children}
      {opened !== undefined && (
        <VerifyModal kind={kind} only={[{ of: kind, id: opened }]} onClose={() => setOpened(undefined)} />
      )}
    </OpenRecord>
  )
}

type AdminVerifyProps = { id: number; status: number } & Pick<ButtonProps, 'className' | 'w'>

/** Opens an unverified record, for users who may verify it. */
export function AdminVerify({ id, status, ...layout }: AdminVerifyProps) {
  const { role } = useSessionUser()
  const open = useContext(OpenRecord)
  if (!open || !canVerifyRecords(role) || status >= VERIFIED) return null
  return (
    <Button {...layout} mih={{ base: 44, sm: 38 }} onClick={() => open(id)}>
      Admin Verify
    </Button>
  )
}
